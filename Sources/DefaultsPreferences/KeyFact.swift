/// A line about a key.
package struct KeyFact {
    /// The number of lines that contain this one.
    private let depth: Int
    /// The parts of the line, of which some may be missing.
    private let label: String?
    private let value: String?
    private let rule: String?
    private let text: String?

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - depth: The number of lines that contain this one.
    ///   - label: What the line is about.
    ///   - value: A name or a value.
    ///   - rule: The words for a rule, which can contain values.
    ///   - text: A text that the author of the keys has written.
    package init(
        depth: Int = 0, label: String? = nil, value: String? = nil, rule: String? = nil, text: String? = nil
    ) {
        (self.depth, self.label, self.value, self.rule, self.text) = (depth, label, value, rule, text)
    }

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
