package import PropertyList

/// Decides whether the values of a store are shown, and prints substitutes for hidden values.
///
/// Hiding is the default. The command prints values and errors only by way of this type, and ``Message`` hides every
/// value that is not marked, so that a new form of output or a new error cannot reveal a value by omission.
package struct Redaction: Sendable {
    /// Whether values are hidden.
    package let hidesValues: Bool

    package init(hidesValues: Bool = true) {
        self.hidesValues = hidesValues
    }

    /// Returns an error with or without the values that it quotes.
    package func redacted(_ error: CommandError) -> CommandError {
        hidesValues ? error.redacted : error
    }

    // The redacted text begins with a bracket and words, as no property list and no JSON document does. A command that
    // reads it as input fails.

    private static let notice = "values are not shown"

    /// The keys and types of a domain: a line with the title of the domain, and a line for each key.
    package static func lines(of contents: PropertyListDictionary, title: String) -> [String] {
        ["[\(notice): \(title.escapingControlCharacters())]"]
            + contents.map { line(PropertyListPath.key($0.key), $0.value) }
    }

    /// The paths and types of differences, a line for each value; empty for equal domains.
    package static func text(of differences: [PropertyListDifference]) -> String {
        if differences.isEmpty { return "" }
        let lines = differences.flatMap { difference in
            let values = [("-", difference.old, difference.oldPattern), ("+", difference.new, difference.newPattern)]
            return values.compactMap { sign, value, pattern in
                value.map { "\(sign) \(line(difference.path, $0, isPattern: pattern != nil))" }
            }
        }
        return (["[\(notice)]"] + lines).map { $0 + "\n" }.joined()
    }

    private static func line(
        _ path: PropertyListPath, _ value: PropertyListValue, isPattern: Bool = false
    ) -> String {
        "\(path.description.escapingControlCharacters()): \(isPattern ? "pattern" : ValueText.name(of: value.type))"
    }
}
