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
    /// The quote that is open at the position, or `nil` if there is none.
    private var quote: UInt8?

    /// Throws an error if a quote is not closed.
    init(_ line: String) throws(PlistBuddyError) {
        bytes = Array(line.utf8)
        _ = units(toEnd: true)
        if quote != nil { throw PlistBuddyError("Parse Error: Unclosed Quotes", on: .output) }
        position = 0
    }

    /// Returns the name of the command: the line up to the first space, tab, colon or quote.
    mutating func name() -> String {
        let name = bytes.prefix { !Self.isBlank($0) && !Self.isQuote($0) && $0 != UInt8(ascii: ":") }
        position = name.count
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns the next word, or an empty text if there is none.
    mutating func word() -> String {
        Self.text(units(toEnd: false))
    }

    /// Returns the next word as the path of an entry, or an empty path if there is none.
    mutating func entry() -> EntryPath {
        EntryPath(units(toEnd: false))
    }

    /// Returns the rest of the line as one text. Spaces inside and at the end are kept.
    mutating func rest() -> String {
        Self.text(units(toEnd: true))
    }

    private static func text(_ units: [Unit]) -> String {
        String(decoding: units.map(\.byte), as: UTF8.self)
    }

    private mutating func units(toEnd: Bool) -> [Unit] {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        var units: [Unit] = []
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
