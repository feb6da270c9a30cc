/// The blanks and escapes of JSON.
struct JSONBlanks: Sendable {
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
}

extension JSONWriter.Layout {
    var blanks: JSONBlanks {
        switch self {
        case .compact: JSONBlanks()
        case .indented: JSONBlanks(lineEnd: "\n", colon: Array(": ".utf8))
        case .plutil: JSONBlanks(isOfXcode: true, escapes: JSONEscapes(slash: true))
        case .plutilIndented:
            JSONBlanks(lineEnd: "\n", colon: Array(" : ".utf8), isOfXcode: true, escapes: JSONEscapes(slash: true))
        }
    }
}
