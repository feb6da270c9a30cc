/// The blanks and escapes of JSON.
struct JSONBlanks {
    /// The line end, or an empty text if everything is on one line.
    var lineEnd = ""
    /// The indentation of the last line.
    var indent = ""
    /// One step of indentation.
    var unit = "  "
    var colon = ":"
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
        case .indented: JSONBlanks(lineEnd: "\n", colon: ": ")
        case .plutil: JSONBlanks(isOfXcode: true, escapes: JSONEscapes(slash: true))
        case .plutilIndented:
            JSONBlanks(lineEnd: "\n", colon: " : ", isOfXcode: true, escapes: JSONEscapes(slash: true))
        }
    }
}
