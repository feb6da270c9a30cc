/// A line about a key.
package struct KeyFact {
    /// The number of lines that contain this one.
    private let depth: Int
    /// The subject and the object of the line. At least one of `value` and `text` is not `nil`.
    private let label: String?
    private let value: String?
    private let text: String?

    package init(depth: Int = 0, label: String? = nil, value: String? = nil, text: String? = nil) {
        (self.depth, self.label, self.value, self.text) = (depth, label, value, text)
    }

    /// Returns the line.
    ///
    /// - Parameters:
    ///   - bullet: The text before the line.
    ///   - quote: Marks a name or a value.
    package func line(bullet: String = "", quote: (String) -> String = { $0 }) -> String {
        let parts = [label, value.map(quote), text].compactMap { $0 }
        return String(repeating: "  ", count: depth) + bullet + parts.joined(separator: ": ")
    }
}
