/// A line about a key. Each of its parts may be missing.
package struct KeyFact {
    /// The number of lines that contain this one.
    var depth = 0
    /// The subject of the line.
    var label: String?
    /// A name or a value.
    var value: String?
    /// The words for a rule, which can contain values.
    var rule: String?
    /// A text that the author of the keys has written.
    var text: String?

    /// Returns the line.
    ///
    /// - Parameters:
    ///   - bullet: The text before the line.
    ///   - quote: Marks a name or a value.
    ///   - escape: Removes the meaning that the characters of a rule may have.
    package func line(
        bullet: String = "", quote: (String) -> String = { $0 }, escape: (String) -> String = { $0 }
    ) -> String {
        let parts = [label, value.map(quote), rule.map(escape), text].compactMap { $0 }
        return String(repeating: "  ", count: depth) + bullet + parts.joined(separator: ": ")
    }
}
