/// The habits of a text, which new text follows where no sibling shows them.
struct LayoutHabits {
    /// One step of indentation.
    private(set) var unit: String
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
        if let root = elements.last, root.count > 0 {
            unit = Self.indentation(inContainerAt: root.value.lowerBound, of: text) ?? unit
        }
        escapes = JSONEscapes(of: text)
    }

    /// Returns the indentation of the first member of a container, or `nil` if it is not on a line of its own.
    private static func indentation(inContainerAt start: Int, of text: [UInt8]) -> String? {
        var scanner = JSONScanner(text, purpose: .change)
        scanner.index = start + 1
        scanner.skipBlanks()
        let blanks = text[..<scanner.index].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        let line = scanner.index - blanks
        guard blanks > 0, line > start, text[line - 1].isLineEnd else { return nil }
        return String(decoding: text[line..<scanner.index], as: UTF8.self)
    }
}
