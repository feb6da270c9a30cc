import PropertyList

/// Splits a text into commands with the quoting of a POSIX shell. Nothing is expanded.
///
/// Each line is a command, or a JSON array of its words. Comments, blank lines and continued lines are allowed.
/// Everything else that a shell would act on is refused: expansions, patterns, redirections and operators. The only
/// exception is a here-document with a quoted delimiter, because the output of the command contains such documents.
package struct ShellWords {
    /// A command.
    package struct Command: Equatable {
        /// The number of its first line. The first line of the text is 1.
        package let line: Int
        /// The words of the command, at least one.
        package let words: [String]
        /// The contents of its here-document, or `nil` if it has none.
        package var input: [UInt8]?
    }

    /// An error for a line that is not a command.
    package struct Failure: Error, Equatable {
        /// The number of the line. The first line of the text is 1.
        package let line: Int
        package let reason: String
        /// The words of the command before the invalid word.
        package var words: [String] = []
    }

    private let bytes: [UInt8]
    var index = 0
    var line = 1
    /// Whether the current command has a here-document that has not been read yet.
    private var awaitsDocument = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the commands and the invalid lines of a text, in order.
    package static func commands(in bytes: [UInt8]) -> [Result<Command, Failure>] {
        var reader = ShellWords(bytes)
        var commands: [Result<Command, Failure>] = []
        while true {
            do {
                guard let command = try reader.nextCommand() else { return commands }
                commands.append(.success(command))
            } catch {
                commands.append(.failure(error))
                reader.skipFailedLine()
            }
        }
    }

    // MARK: - Commands

    private mutating func nextCommand() throws(Failure) -> Command? {
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\n"): skip()
            case UInt8(ascii: " "), UInt8(ascii: "\t"): skip()
            case UInt8(ascii: "\\") where next == UInt8(ascii: "\n"): skip(2)
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "["): return try arrayCommand()
            default: return try command()
            }
        }
        return nil
    }

    /// Reads a line that is a JSON array.
    private mutating func arrayCommand() throws(Failure) -> Command {
        let start = line
        let text = bytes[index...].prefix { $0 != UInt8(ascii: "\n") }
        skip(text.count)
        let value: PropertyListValue
        do {
            value = try JSONReader.read(Array(text))
        } catch {
            throw Failure(line: start, reason: "\(error)")
        }
        guard case .array(let elements) = value, !elements.isEmpty else {
            throw Failure(line: start, reason: "a command is an array of words")
        }
        var words: [String] = []
        for element in elements {
            guard case .string(let word) = element else {
                throw Failure(line: start, reason: "a word is a string; '\(element)' is not")
            }
            words.append(word)
        }
        return Command(line: start, words: words)
    }

    private mutating func command() throws(Failure) -> Command {
        let start = line
        var words: [String] = []
        words.reserveCapacity(4)
        var delimiter: String?
        while let byte = current, byte != UInt8(ascii: "\n") {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                skip()
            case UInt8(ascii: "\\") where next == UInt8(ascii: "\n"):
                skip(2)
            case UInt8(ascii: "#"):
                skipComment()
            case UInt8(ascii: "<") where next == UInt8(ascii: "<") && delimiter == nil:
                delimiter = try hereDocumentDelimiter()
            default:
                do {
                    words.append(try word())
                } catch {
                    throw Failure(line: error.line, reason: error.reason, words: words)
                }
            }
        }
        guard let delimiter else { return Command(line: start, words: words) }
        skip()
        let input = try hereDocument(until: delimiter, from: start)
        if words.isEmpty { throw Failure(line: start, reason: "a here-document without a command") }
        return Command(line: start, words: words, input: input)
    }

    /// Skips the rest of an invalid line, and the lines that continue it. If the line has a here-document whose end is
    /// unknown, skips the rest of the text.
    private mutating func skipFailedLine() {
        if awaitsDocument { return skip(bytes.count - index) }
        while let byte = current, byte != UInt8(ascii: "\n") { skip(byte == UInt8(ascii: "\\") ? 2 : 1) }
    }

    private mutating func skipComment() {
        while let byte = current, byte != UInt8(ascii: "\n") { skip() }
    }

    // MARK: - Here-documents

    private mutating func hereDocumentDelimiter() throws(Failure) -> String {
        awaitsDocument = true
        skip(2)
        while current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") { skip() }
        guard current == UInt8(ascii: "'") else {
            throw failure("the delimiter of a here-document must be in single quotes, because nothing is expanded")
        }
        let delimiter = try word()
        if delimiter.isEmpty || delimiter.utf8.contains(UInt8(ascii: "\n")) {
            throw failure("the delimiter of a here-document is empty or has several lines")
        }
        return delimiter
    }

    private mutating func hereDocument(until delimiter: String, from start: Int) throws(Failure) -> [UInt8] {
        let first = index
        while index < bytes.count {
            let text = bytes[index...].prefix { $0 != UInt8(ascii: "\n") }
            if text.elementsEqual(delimiter.utf8) {
                let content = Array(bytes[first..<index])
                skip(text.count)
                awaitsDocument = false
                return content
            }
            skip(text.count + 1)
        }
        throw Failure(line: start, reason: "the here-document has no line '\(delimiter)' at its end")
    }

    // MARK: - Words

    mutating func word() throws(Failure) -> String {
        let start = line
        var word: ArraySlice<UInt8> = []
        if current == UInt8(ascii: "~") { throw unquoted(UInt8(ascii: "~"), "a home folder is not expanded") }
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): return try text(word, from: start)
            case UInt8(ascii: "'"): append(try singleQuoted(), to: &word)
            case UInt8(ascii: "\""): try appendDoubleQuoted(to: &word)
            case UInt8(ascii: "\\"): try appendEscaped(to: &word)
            case UInt8(ascii: "$") where next == UInt8(ascii: "'"): try appendEscapeQuoted(to: &word)
            default:
                try refuseSpecial(byte)
                let end = bytes[(index + 1)...].firstIndex { !Self.isPlain($0) } ?? bytes.count
                append(bytes[index..<end], to: &word)
                index = end
            }
        }
        return try text(word, from: start)
    }

    /// Appends a part of a word. The first part is not copied, because most words have only one part.
    private func append(_ part: ArraySlice<UInt8>, to word: inout ArraySlice<UInt8>) {
        if word.isEmpty { word = part } else { word += part }
    }

    /// Returns whether a byte has no special meaning in a word, at any position.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "/"), 0x80...:
            true
        default: false
        }
    }

    private func text(_ word: ArraySlice<UInt8>, from start: Int) throws(Failure) -> String {
        if word.contains(0) { throw Failure(line: start, reason: "a word cannot contain a NUL") }
        guard let text = String(exactly: Array(word)) else {
            throw Failure(line: start, reason: "a word is not valid UTF-8")
        }
        return text
    }

    /// Throws an error for a character that has a special meaning to a shell.
    private func refuseSpecial(_ byte: UInt8) throws(Failure) {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "`"): throw unquoted(byte, "nothing is expanded")
        case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["): throw unquoted(byte, "no file names are matched")
        case UInt8(ascii: "{"), UInt8(ascii: "}"): throw unquoted(byte, "braces are not expanded")
        case UInt8(ascii: "<"), UInt8(ascii: ">"): throw unquoted(byte, "there are no redirections")
        case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"):
            throw unquoted(byte, "a line is one command")
        case UInt8(ascii: "\r"): throw failure("a carriage return; lines end in a newline alone")
        default: return
        }
    }

    private mutating func singleQuoted() throws(Failure) -> ArraySlice<UInt8> {
        let start = index + 1
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "'")) else {
            throw failure("a single quote is not closed")
        }
        skip(end + 1 - index)
        return bytes[start..<end]
    }

    private mutating func appendDoubleQuoted(to word: inout ArraySlice<UInt8>) throws(Failure) {
        let start = (index, line)
        skip()
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                skip()
                return
            case UInt8(ascii: "$"), UInt8(ascii: "`"):
                throw failure(
                    "'\(UnicodeScalar(byte))' in double quotes: nothing is expanded; use single quotes or a backslash")
            case UInt8(ascii: "\\") where next == UInt8(ascii: "\n"):
                skip(2)
            case UInt8(ascii: "\\") where next.map({ "$`\"\\".utf8.contains($0) }) == true:
                word.append(bytes[index + 1])
                skip(2)
            default:
                word.append(byte)
                skip()
            }
        }
        (index, line) = start
        throw failure("a double quote is not closed")
    }

    private mutating func appendEscaped(to word: inout ArraySlice<UInt8>) throws(Failure) {
        guard let escaped = next else { throw failure("nothing follows a backslash") }
        if escaped != UInt8(ascii: "\n") { word.append(escaped) }
        skip(2)
    }

    func failure(_ reason: String) -> Failure {
        Failure(line: line, reason: reason)
    }

    private func unquoted(_ byte: UInt8, _ reason: String) -> Failure {
        failure("'\(UnicodeScalar(byte))' without quotes: \(reason); use quotes or a backslash")
    }

    // MARK: - Bytes

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    mutating func skip(_ count: Int = 1) {
        let end = min(index + count, bytes.count)
        while index < end {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }
}
