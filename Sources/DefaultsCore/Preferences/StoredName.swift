import PropertyList

/// The name of a value as a key of a Swift dictionary, which by itself would take "é" and "e\u{301}" for one.
struct StoredName: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameScalars(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
        text.hashScalars(into: &hasher)
    }
}
