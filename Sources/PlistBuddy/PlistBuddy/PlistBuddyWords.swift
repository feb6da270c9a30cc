/// The words of a command line of PlistBuddy.
///
/// Words are separated by spaces and tabs. Text in single or double quotes is not separated. Quotes may begin within a
/// word. A backslash, inside or outside quotes, makes the next character literal. `\n` is a newline, and `\t` is a tab.
struct PlistBuddyWords {
    /// A byte of a word.
    struct Unit: Equatable {
        let byte: UInt8
        /// Whether a backslash preceded the byte.
        let isEscaped: Bool
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ line: String) {
        bytes = Array(line.utf8)
    }

    /// Throws an error if a quote is not closed.
    func requireClosedQuotes() throws(PlistBuddyError) {
        var words = self
        _ = try words.scan(toEnd: true)
    }

    /// Returns the name of the command: the line up to the first space, tab, colon or quote.
    mutating func name() -> String {
        let start = position
        while position < bytes.count, !Self.isBlank(bytes[position]), !Self.isQuote(bytes[position]),
            bytes[position] != UInt8(ascii: ":")
        {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns the next word, or an empty text if there is none.
    mutating func word() throws(PlistBuddyError) -> String {
        Self.text(try units(toEnd: false))
    }

    /// Returns the next word as the path of an entry, or an empty path if there is none.
    mutating func entry() throws(PlistBuddyError) -> EntryPath {
        EntryPath(try units(toEnd: false))
    }

    /// Returns the rest of the line as one text. Spaces inside and at the end are kept.
    mutating func rest() throws(PlistBuddyError) -> String {
        Self.text(try units(toEnd: true))
    }

    private static func text(_ units: [Unit]) -> String {
        String(decoding: units.map(\.byte), as: UTF8.self)
    }

    private mutating func units(toEnd: Bool) throws(PlistBuddyError) -> [Unit] {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        return try scan(toEnd: toEnd)
    }

    private mutating func scan(toEnd: Bool) throws(PlistBuddyError) -> [Unit] {
        var units: [Unit] = []
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.count {
                units.append(Unit(byte: Self.escaped(bytes[position + 1]), isEscaped: true))
                position += 2
                continue
            }
            if quote == nil, !toEnd, Self.isBlank(byte) { break }
            if byte == quote {
                quote = nil
            } else if quote == nil, Self.isQuote(byte) {
                quote = byte
            } else {
                units.append(Unit(byte: byte, isEscaped: false))
            }
            position += 1
        }
        if quote != nil { throw PlistBuddyError("Parse Error: Unclosed Quotes", on: .output) }
        return units
    }

    /// Returns whether a byte separates words.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func escaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: byte
        }
    }
}
