import Testing

/// A command line of a public script, with the result that its witnesses confirm.
struct PlutilLine: CustomTestStringConvertible {
    /// A source that confirms a result.
    enum Witness: String {
        case manualPage = "M"
        case publicTranscript = "P"
        case toolchain = "T"
        /// A documented difference from Apple's command.
        case difference = "D"
    }

    /// The complete output of a line.
    enum Output {
        /// A text. An ellipsis at the end of a line represents any text.
        case text(String)
        case document(PlutilDocument)
    }

    let command: String
    let witnesses: [Witness]
    /// The files that the line finds.
    let inputs: [String]
    /// The repository of the line, and the path in it, if they are known.
    var source: String?
    /// The reason for a documented difference.
    var reason: String?
    var status: Int32 = 0
    var output = Output.text("")
    var errors = ""
    /// The documents that the line creates or changes. The value of a file that the line deletes is `nil`. Other files
    /// keep their bytes.
    var documents: [String: PlutilDocument?] = [:]

    var testDescription: String { command }

    /// Whether the line changes a JSON file, all of which end with a line break, in its place.
    var editsJSON: Bool {
        command.contains(/plutil -(insert|remove|replace) .*\.json\b/)
            && documents.values.contains { $0?.format == .json }
    }
}

extension PlutilLine {
    /// Returns whether a text has the form of an expected text, in which an ellipsis at the end of a line represents
    /// any text.
    static func isText(_ text: String, like expected: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let patterns = expected.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count == patterns.count
            && zip(lines, patterns).allSatisfy { line, pattern in
                pattern.hasSuffix("…") ? line.hasPrefix(pattern.dropLast()) : line == pattern
            }
    }
}
