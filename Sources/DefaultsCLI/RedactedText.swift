import PropertyList

/// Shows which keys a domain has, and of which types their values are, but no values.
///
/// The text begins with a bracket and words, which no property list and no JSON does: nobody takes it for the domain and imports it.
enum RedactedText {
    private static let notice = "values are not shown"

    /// A line that says what is left out, and one for each key of a domain that is called by a title.
    static func lines(of contents: PropertyListDictionary, _ title: String) -> [String] {
        [line(title)] + contents.map { line(PropertyListPath.key($0.key), $0.value) }
    }

    /// What `diff` and dry runs show, without the values. Nothing for equal domains.
    static func text(of differences: [PropertyListDifference]) -> String {
        if differences.isEmpty { return "" }
        let lines = differences.flatMap { difference in
            [("-", difference.old), ("+", difference.new)].compactMap { sign, value in
                value.map { "\(sign) \(line(difference.path, $0))" }
            }
        }
        return (["[\(notice)]"] + lines).map { $0 + "\n" }.joined()
    }

    private static func line(_ title: String) -> String {
        "[\(notice): \(title.escapingControlCharacters())]"
    }

    private static func line(_ path: PropertyListPath, _ value: PropertyListValue) -> String {
        "\(path.description.escapingControlCharacters()): \(ValueText.name(of: value.type))"
    }
}
