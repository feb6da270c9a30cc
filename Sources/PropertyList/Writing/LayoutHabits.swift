/// The habits of a text, which new text follows where no sibling shows them.
struct LayoutHabits: Sendable {
    let syntax: LayoutSyntax
    /// One step of indentation.
    var unit: String
    /// The text between members on one line.
    var separator: String
    /// The text between a key and its value, or `nil` for the default.
    var keyGap: String?
    /// The characters that strings of JSON escape without need.
    private(set) var escapes = JSONEscapes()
    /// Whether the text is JSON with tags.
    private(set) var hasTags = false

    /// Creates the habits of the writer.
    init(_ syntax: LayoutSyntax) {
        self.syntax = syntax
        unit =
            switch syntax {
            case .xml: "\t"
            case .oldStyle: "    "
            case .json: "  "
            }
        separator = syntax == .xml ? "" : " "
    }

    init(of text: [UInt8], _ syntax: LayoutSyntax, _ elements: RecordedElements, hasTags: Bool) {
        self.init(syntax)
        guard syntax == .json else { return }
        self.hasTags = hasTags
        let first = (0..<elements.count).lazy.map { elements[$0] }.first { $0.key != nil }
        if let first, let key = first.key {
            let gap = text[key.upperBound..<first.value.lowerBound]
            if gap.allSatisfy(" \t:".utf8.contains) { keyGap = String(decoding: gap, as: UTF8.self) }
        }
        if keyGap == ":" { separator = "" }
        escapes = JSONEscapes(of: text)
    }

    /// Whether the text is JSON of Xcode, which sorts keys by ``NaturalOrder``.
    var isOfXcode: Bool { syntax == .json && keyGap == " : " }

    /// Returns a key of JSON.
    func quoted(_ key: String) -> String {
        JSONWriter(.plain, layout: JSONWriter.Layout(escapes: escapes)).text(of: .string(key))
    }
}
