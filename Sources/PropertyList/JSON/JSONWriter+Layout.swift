extension JSONWriter {
    /// The blanks, escapes and order of the text.
    package struct Layout: Sendable {
        /// The line end, or an empty text if everything is on one line.
        var lineEnd = ""
        /// The indentation of the last line.
        var indent = ""
        /// One step of indentation.
        var unit = "  "
        /// The bytes between a key and its value.
        var colon = Array(":".utf8)
        /// The text behind a comma on one line.
        var separator = ""
        /// Whether keys are in natural order, and an empty container on several lines has a blank line.
        var isOfXcode = false
        var escapes = JSONEscapes()

        /// On one line.
        package static let compact = Layout()
        /// Each element on its own line, indented by two spaces a level.
        package static let indented = Layout(lineEnd: "\n", colon: Array(": ".utf8))
        /// The compact form of plutil, with a backslash before each slash. Keys are in natural order.
        package static let plutil = Layout(isOfXcode: true, escapes: JSONEscapes(slash: true))
        /// The readable form of plutil. It also has a space before each colon, and a blank line in an empty container.
        package static let plutilIndented = Layout(
            lineEnd: "\n", colon: Array(" : ".utf8), isOfXcode: true, escapes: JSONEscapes(slash: true))
    }
}
