/// The habits of a text, which new text follows where no sibling shows them.
struct LayoutHabits {
    /// One step of indentation.
    let unit: String
    /// The text between members on one line.
    private(set) var separator: String
    /// The text between a key and its value, or `nil` for the default.
    private(set) var keyGap: String?
    /// The characters that strings of JSON escape without need.
    private(set) var escapes = JSONEscapes()

    init(of text: [UInt8], _ syntax: LayoutSyntax, _ elements: RecordedElements) {
        (unit, separator) = (syntax == .xml ? "\t" : syntax == .json ? "  " : "    ", syntax == .xml ? "" : " ")
        guard syntax == .json else { return }
        let first = (0..<elements.count).lazy.map { elements[$0] }.first { $0.key != nil }
        if let first, let key = first.key {
            let gap = text[key.upperBound..<first.value.lowerBound]
            if gap.allSatisfy(" \t:".utf8.contains) { keyGap = String(decoding: gap, as: UTF8.self) }
        }
        if keyGap == ":" { separator = "" }
        escapes = JSONEscapes(of: text)
    }
}
