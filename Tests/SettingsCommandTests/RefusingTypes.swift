/// An error that contains the refused text.
struct WeakPassphrase: Error, CustomStringConvertible {
    let text: String

    var description: String { "\(text) is too short" }
}

/// Text of at least 20 characters. Shorter text is refused with an error of its own.
struct Passphrase: Codable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        if !text.isEmpty, text.count < 20 { throw WeakPassphrase(text: text) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
