import PropertyList

/// The beginning of a command line up to the cursor, split into words without their quotes.
///
/// The line is incomplete, so nothing is refused. Nothing is expanded either.
struct ShellLine {
    /// The shells whose quotes are understood.
    enum Dialect {
        case bash, fish
    }

    /// The quotes of words.
    enum Quote {
        case none, single, double
        /// `$'`, in which a backslash begins an escape.
        case escapes
    }

    /// The words. The last one ends at the cursor, and is empty after a space.
    private(set) var words: [String] = []
    /// The number of bytes of the line before each word.
    private(set) var starts: [Int] = []
    /// The quote that is open at the cursor.
    private(set) var quote = Quote.none
    /// Whether the last word is the file of a redirection.
    private(set) var isRedirection = false

    private let dialect: Dialect
    private let bytes: [UInt8]
    private var index = 0
    private var word: [UInt8] = []
    /// The start of the present word, or `nil` between words.
    private var start: Int?

    init(_ line: [UInt8], _ dialect: Dialect) {
        self.dialect = dialect
        bytes = line
        while let byte = next {
            index += 1
            read(byte)
        }
        words.append(String(decoding: word, as: UTF8.self))
        starts.append(start ?? index)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isNext(in characters: StaticString) -> Bool {
        next.map { byte in characters.withUTF8Buffer { $0.contains(byte) } } ?? false
    }

    private mutating func read(_ byte: UInt8) {
        switch (quote, byte) {
        case (.none, _): readUnquoted(byte)
        case (.single, UInt8(ascii: "'")), (.escapes, UInt8(ascii: "'")), (.double, UInt8(ascii: "\"")): quote = .none
        case (.escapes, UInt8(ascii: "\\")): readEscape()
        case (.single, UInt8(ascii: "\\")) where dialect == .fish && isNext(in: "'\\"): takeNext()
        case (.double, UInt8(ascii: "\\")) where isNext(in: "$`\"\\"): takeNext()
        default: word.append(byte)
        }
    }

    private mutating func takeNext() {
        guard let byte = next else { return }
        word.append(byte)
        index += 1
    }

    // MARK: - Without quotes

    private mutating func readUnquoted(_ byte: UInt8) {
        if dialect == .bash, readOperator(byte) { return }
        if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") { return finishWord() }
        start = start ?? index - 1
        switch byte {
        case UInt8(ascii: "'"): quote = .single
        case UInt8(ascii: "\""): quote = .double
        case UInt8(ascii: "\\") where dialect == .fish: readEscape()
        case UInt8(ascii: "\\"): takeNext()
        case UInt8(ascii: "$") where dialect == .bash && isNext(in: "'\""):
            quote = isNext(in: "'") ? .escapes : .double
            index += 1
        default: word.append(byte)
        }
    }

    private mutating func finishWord() {
        guard let start else { return }
        if !isRedirection {
            words.append(String(decoding: word, as: UTF8.self))
            starts.append(start)
        }
        (word, self.start, isRedirection) = ([], nil, false)
    }

    /// Reads an operator of bash, and returns whether the byte begins one.
    private mutating func readOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&") where isNext(in: ">"):
            return true
        case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"):
            (words, starts, word, start, isRedirection) = ([], [], [], nil, false)
            return true
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
            // A number before the sign is that of a descriptor.
            if word.allSatisfy(\.isASCIIDigit) { (word, start) = ([], nil) }
            finishWord()
            while isNext(in: "<>&|") { index += 1 }
            isRedirection = true
            return true
        default:
            return false
        }
    }

    // MARK: - Escapes

    /// Reads an escape after its backslash. An escape whose end is missing stands for nothing.
    private mutating func readEscape() {
        guard let first = next else { return }
        let begin = index
        index += 1
        var limit = 0
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "7"), UInt8(ascii: "x"), UInt8(ascii: "X"): limit = 2
        case UInt8(ascii: "u"): limit = 4
        case UInt8(ascii: "U"): limit = 8
        case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "v"):
            break
        default: return word.append(first)
        }
        let radix: UInt8 = first.isASCIIDigit ? 8 : 16
        while index - begin <= limit, let digit = next?.hexadecimalDigit, digit < radix { index += 1 }
        let letter = first == UInt8(ascii: "X") ? UInt8(ascii: "x") : first
        let quoted = Array("$'\\".utf8) + [letter] + bytes[begin + 1..<index] + [UInt8(ascii: "'")]
        if let text = try? ShellWords.bytes(ofEscapes: quoted) { word += text }
    }
}
