package import PropertyList

/// Decides whether the values of a store are shown, and prints substitutes for hidden values.
///
/// Values are hidden by default. The command consults this type before it prints values or errors, and ``Message``
/// hides each value that is not marked as shown. So new output or a new error cannot reveal a value by mistake.
package struct Redaction: Sendable {
    /// Whether values are hidden.
    package let hidesValues: Bool

    package init(hidesValues: Bool = true) {
        self.hidesValues = hidesValues
    }

    /// Returns an error. If values are hidden, the error does not quote values.
    package func redacted(_ error: CommandError) -> CommandError {
        hidesValues ? error.redacted : error
    }

    // The redacted text begins with a bracket and words, so it is neither a valid property list nor valid JSON. A
    // command that reads it as input fails.

    private static let notice = "values are not shown"

    /// Returns a line with the title of the domain, and a line with the type of each key.
    package static func lines(of contents: PropertyListDictionary, title: String) -> [String] {
        ["[\(notice): \(title.escapingControlCharacters())]"]
            + contents.map { line(PropertyListPath.key($0.key), $0.value) }
    }

    /// Returns a line with the path and the type of each old or new value. If there are no differences, the text is
    /// empty.
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
        "\(path.title.escapingControlCharacters()): \(isPattern ? "pattern" : ValueText.name(of: value.type))"
    }
}
