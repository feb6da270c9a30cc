/// An error that occurs when reading or writing a property list.
public enum PropertyListError: Error, Hashable, Sendable {
    /// There are no bytes, or only blanks.
    case empty
    /// The bytes are not a property list, or are text of another kind.
    case unrecognized
    /// The bytes violate the rules of the given format.
    case malformed(PropertyListFormat, reason: String, position: Position?)
    /// The text violates the rules of JSON, or contains something that a property list cannot hold.
    case malformedJSON(reason: String, path: PropertyListPath, position: Position?)
    /// The root has the given type instead of being a dictionary.
    case notDictionary(PropertyListType)
    /// More than ``PropertyListLimits/depth`` containers are nested. The path, if known, leads to the first container
    /// that is too deep.
    case tooDeep(at: PropertyListPath)
    /// The file contains more values than the given limit, which grows with its size. Shared references in a binary
    /// file multiply values.
    case tooManyValues(limit: Int)
    /// The date at the path is infinite or not a number. Neither XML nor binary can hold such a date.
    case dateNotFinite(at: PropertyListPath)
    /// There is not enough memory for the values of a file.
    case outOfMemory
    /// Foundation's writer refused the value for the given reason.
    case notWritten(PropertyListFormat, reason: String)

    /// A position in the bytes.
    public enum Position: Hashable, Sendable {
        /// A line of text and a column in characters, if known. Both are counted from 1.
        case line(Int, column: Int?)
        /// A byte offset, counted from 0.
        case byte(Int)
    }
}

extension PropertyListError: CustomStringConvertible {
    /// A clause that says what is wrong and can follow a colon.
    public var description: String {
        switch self {
        case .empty:
            "no content"
        case .unrecognized:
            "not a property list"
        case .malformed(let format, let reason, let position):
            "invalid \(format.name), " + reason + (position.map { " \($0)" } ?? "")
        case .malformedJSON(let reason, let path, let position):
            "invalid JSON, " + reason + (position.map { " \($0)" } ?? "") + path.suffix
        case .notDictionary(let type):
            "the root is \(type.withArticle), not a dictionary"
        case .tooDeep(let path):
            "more than \(PropertyListLimits.depth) nested containers" + path.suffix
        case .tooManyValues(let limit):
            "more than \(limit) values, too many for the size of the file"
        case .dateNotFinite(let path):
            "a date that is not finite" + path.suffix
        case .outOfMemory:
            "not enough memory for the values"
        case .notWritten(let format, let reason):
            "cannot be written as \(format.name): \(reason)"
        }
    }
}

extension PropertyListError.Position {
    /// Creates the position behind a text in UTF-8 that is the beginning of a file.
    init(behind text: some BidirectionalCollection<UInt8>) {
        let line = text.count { $0 == UInt8(ascii: "\n") } + 1
        // Neither bytes that continue a character nor a byte order mark are counted.
        let mark = line == 1 && text.starts(with: UTF8.byteOrderMark) ? 1 : 0
        let column = text.reversed().prefix { $0 != UInt8(ascii: "\n") }.count { $0 & 0xC0 != 0x80 } + 1 - mark
        self = .line(line, column: column)
    }
}

extension PropertyListError.Position: CustomStringConvertible {
    /// A phrase such as “on line 3, column 5”.
    public var description: String {
        switch self {
        case .line(let line, let column?): "on line \(line), column \(column)"
        case .line(let line, nil): "on line \(line)"
        case .byte(let offset): "at byte \(offset)"
        }
    }
}

extension PropertyListFormat {
    fileprivate var name: String {
        switch self {
        case .xml: "XML"
        case .binary: "binary"
        case .openStep: "old-style text"
        }
    }
}

extension PropertyListType {
    /// The name of the type with its article: “a string”, “an array”.
    package var withArticle: String {
        switch self {
        case .integer, .array: "an \(rawValue)"
        case .data: "data"
        case .string, .real, .boolean, .date, .dictionary, .uid: "a \(rawValue)"
        }
    }
}

extension PropertyListPath {
    /// The place of an error in a sentence, or the empty string for the root.
    fileprivate var suffix: String {
        components.isEmpty ? "" : " at '\(description.excerpt)'"
    }
}
