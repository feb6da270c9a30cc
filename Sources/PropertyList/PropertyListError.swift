/// Why bytes are no property list that can be read, or a value none that can be written.
public enum PropertyListError: Error, Hashable, Sendable {
    /// There are no bytes, or only blanks.
    case empty
    /// The bytes begin like no property list, or are text of another kind.
    case unrecognized
    /// The bytes are of the given format and break its rules.
    case malformed(PropertyListFormat, reason: String, position: Position?)
    /// The text is JSON and breaks its rules, or holds something that no property list does.
    case malformedJSON(reason: String, path: PropertyListPath, position: Position?)
    /// The root is of the given type where only a dictionary will do.
    case notDictionary(PropertyListType)
    /// Containers are nested deeper than ``PropertyListLimits/depth``. The path is that of the first one too deep, where known.
    case tooDeep(at: PropertyListPath)
    /// There are more values than the limit given, which grows with the size of the file: shared references were multiplied.
    case tooManyValues(limit: Int)
    /// Neither XML nor binary holds this date: it is infinite or no number.
    case dateNotFinite(at: PropertyListPath)
    /// There is not enough memory for the values of a file.
    case outOfMemory
    /// Foundation's writer refused the value, for the reason it gives.
    case notWritten(PropertyListFormat, reason: String)

    /// A place in the bytes.
    public enum Position: Hashable, Sendable {
        /// A line of text, counted from 1, and the column in it, counted in characters from 1, where known.
        case line(Int, column: Int?)
        /// An offset from the first byte, which is at 0.
        case byte(Int)
    }
}

extension PropertyListError: CustomStringConvertible {
    /// What is wrong, as a clause that can follow a colon.
    public var description: String {
        switch self {
        case .empty:
            "it is empty"
        case .unrecognized:
            "it is no property list"
        case .malformed(let format, let reason, let position):
            "malformed \(format.name), " + reason + (position.map { " \($0)" } ?? "")
        case .malformedJSON(let reason, let path, let position):
            "malformed JSON, " + reason + (position.map { " \($0)" } ?? "") + path.suffix
        case .notDictionary(let type):
            "its root is \(type.withArticle), not a dictionary"
        case .tooDeep(let path):
            "more than \(PropertyListLimits.depth) containers inside one another" + path.suffix
        case .tooManyValues(let limit):
            "more than \(limit) values, which is out of proportion to its size"
        case .dateNotFinite(let path):
            "a date that is no instant" + path.suffix
        case .outOfMemory:
            "there is not enough memory for its values"
        case .notWritten(let format, let reason):
            "not writable as \(format.name), \(reason)"
        }
    }
}

extension PropertyListError.Position {
    /// The line and column behind a text in UTF-8 that is the beginning of a file.
    init(behind text: some BidirectionalCollection<UInt8>) {
        let line = text.count { $0 == UInt8(ascii: "\n") } + 1
        // Bytes that continue a character do not count, nor does a byte order mark.
        let mark = line == 1 && text.starts(with: UTF8.byteOrderMark) ? 1 : 0
        let column = text.reversed().prefix { $0 != UInt8(ascii: "\n") }.count { $0 & 0xC0 != 0x80 } + 1 - mark
        self = .line(line, column: column)
    }
}

extension PropertyListError.Position: CustomStringConvertible {
    /// The place, as a phrase that follows what was found there.
    public var description: String {
        switch self {
        case .line(let line, let column?): "on line \(line), column \(column)"
        case .line(let line, nil): "on line \(line)"
        case .byte(let offset): "at byte \(offset)"
        }
    }
}

extension PropertyListFormat {
    /// The format's name in a sentence.
    fileprivate var name: String {
        switch self {
        case .xml: "XML"
        case .binary: "binary"
        case .openStep: "old style"
        }
    }
}

extension PropertyListType {
    /// The type in a sentence: "a string", "an array".
    package var withArticle: String {
        switch self {
        case .integer, .array: "an \(rawValue)"
        case .data: "data"
        case .string, .real, .boolean, .date, .dictionary, .uid: "a \(rawValue)"
        }
    }
}

extension PropertyListPath {
    /// Where something was found, in a sentence; nothing for the root.
    fileprivate var suffix: String {
        components.isEmpty ? "" : " at '\(description.excerpt)'"
    }
}
