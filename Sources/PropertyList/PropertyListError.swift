/// An error that occurs when reading or writing a property list, or when changing the value at a path. After an error
/// of a path, the value is unchanged.
///
/// ```swift
/// do {
///     show(try PropertyListReader.read(bytes).value)
/// } catch {
///     show("\(error)", onLine: error.line)  // the error is a `PropertyListError`
/// }
/// ```
public struct PropertyListError: Error, Hashable, Sendable {
    /// The error with its details.
    package enum Reason: Hashable, Sendable {
        case empty
        case unrecognized
        /// The bytes are a signed message, such as a provisioning profile, which can contain a property list.
        case signedMessage
        case malformed(PropertyListFormat, reason: String, position: Position?)
        case malformedJSON(reason: String, path: PropertyListPath, position: Position?)
        /// The text is JSON, where only a property list is accepted.
        case json
        case notDictionary(PropertyListType)
        /// The path leads to the first container that is too deep. It is empty if that is not known.
        case tooDeep(at: PropertyListPath)
        case tooManyValues(limit: Int)
        case dateNotFinite(at: PropertyListPath)
        case outOfMemory
        /// The format, or JSON if it is `nil`, does not preserve what a noun phrase names. The path leads to the value
        /// or key.
        case inexact(PropertyListFormat?, String, at: PropertyListPath)
        case notWritten(PropertyListFormat?, reason: String)
        case noValue(PropertyListPath)
        /// The value at the path has the given type.
        case notAContainer(PropertyListPath, PropertyListType)
        /// The array has the given number of elements.
        case notAnIndex(PropertyListPath, count: Int)
        case notAnElement(PropertyListPath)
        /// The path is empty, and the root cannot be removed or, in a dictionary, be replaced.
        case root
        /// The path has the given number of components.
        case tooLong(Int)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// A position in the bytes.
    package enum Position: Hashable, Sendable {
        /// A line of text and a column in characters, if known. Both are counted from 1.
        case line(Int, column: Int?)
        /// A byte offset, counted from 0.
        case byte(Int)
    }
}

extension PropertyListError {
    /// The line of the text in which the error is, counted from 1, or `nil` if it is not known.
    public var line: Int? {
        if case .line(let line, _)? = position { line } else { nil }
    }

    /// The column in the line, in characters and counted from 1, or `nil` if it is not known.
    public var column: Int? {
        if case .line(_, let column)? = position { column } else { nil }
    }

    /// The position of the error in the bytes, or `nil` if it is not known.
    package var position: Position? {
        switch reason {
        case .malformed(_, _, let position), .malformedJSON(_, _, let position): position
        default: nil
        }
    }

    /// The path of the value that the error concerns, or `nil` if it is not known or too long.
    public var path: PropertyListPath? {
        switch reason {
        case .malformedJSON(_, let path, _), .tooDeep(let path), .dateNotFinite(let path), .inexact(_, _, let path),
            .noValue(let path), .notAContainer(let path, _), .notAnIndex(let path, _), .notAnElement(let path):
            path
        case .root: PropertyListPath()
        default: nil
        }
    }

    /// The limit that is exceeded, as a number of containers or values. `nil` if the error does not concern a limit.
    public var limit: Int? {
        switch reason {
        case .tooDeep, .tooLong: PropertyListLimits.depth
        case .tooManyValues(let limit): limit
        default: nil
        }
    }

    /// The format that was read or written, or `nil` if it is not known or is JSON.
    public var format: PropertyListFormat? {
        switch reason {
        case .malformed(let format, _, _): format
        case .inexact(let format, _, _), .notWritten(let format, _): format
        default: nil
        }
    }
}

extension PropertyListError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// A clause that says what is wrong and can follow a colon.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .empty: (.empty, "no content")
        case .unrecognized: (.unrecognized, "not a property list")
        case .signedMessage:
            (.unrecognized, "a signed message, not a property list; defaults-repositories(7) says how to extract one")
        case .malformed(let format, let reason, let position):
            (.malformed, "invalid \(format.name), " + reason + (position.map { " \($0)" } ?? ""))
        case .malformedJSON(let reason, let path, let position):
            (.malformedJSON, "invalid JSON, " + reason + (position.map { " \($0)" } ?? "") + path.suffix)
        case .json: (.json, "JSON, not a property list")
        case .notDictionary(let type): (.notDictionary, "the root is \(type.withArticle), not a dictionary")
        case .tooDeep(let path): (.tooDeep, "more than \(PropertyListLimits.depth) nested containers" + path.suffix)
        case .tooManyValues(let limit):
            (.tooManyValues, "more than \(limit) values, too many for the size of the file")
        case .dateNotFinite(let path): (.dateNotFinite, "a date that is not finite" + path.suffix)
        case .outOfMemory: (.outOfMemory, "not enough memory for the values")
        case .inexact(let format, let loss, let path):
            (
                .inexact,
                "\(format?.name ?? "JSON") cannot represent \(loss)\(path.suffix)"
                    + (format.map { $0 == .xml ? "; use binary or JSON" : "; use XML, binary or JSON" } ?? "")
            )
        case .notWritten(let format, let reason):
            (.notWritten, format.map { "cannot be written as \($0.name): \(reason)" } ?? "in JSON, \(reason)")
        case .noValue(let path): (.noValue, "there is no value at \(path.title)")
        case .notAContainer(let path, let type):
            (
                .invalidPath,
                (path.components.isEmpty ? "the root" : "value at \(path)")
                    + " is \(type.withArticle), which cannot contain other values"
            )
        case .notAnIndex(let path, let count):
            (
                .invalidPath,
                "path \(path) is not an index of the array, which has \(count) element\(count == 1 ? "" : "s")"
            )
        case .notAnElement(let path): (.invalidPath, "path \(path.title) does not lead to an element of an array")
        case .root: (.invalidPath, "the root cannot be removed")
        case .tooLong(let count):
            (
                .invalidPath,
                "the path has \(count) components; at most \(PropertyListLimits.depth) containers can be nested"
            )
        }
    }
}

extension PropertyListError.Position {
    /// Creates the position behind a text. The text is the beginning of a file, in UTF-8.
    package init(behind text: some BidirectionalCollection<UInt8>) {
        let line = text.count { $0 == UInt8(ascii: "\n") } + 1
        // The column counts neither the continuation bytes of a character nor a byte order mark.
        let mark = line == 1 && text.starts(with: UTF8.byteOrderMark) ? 1 : 0
        let column = text.reversed().prefix { $0 != UInt8(ascii: "\n") }.count { $0 & 0xC0 != 0x80 } + 1 - mark
        self = .line(line, column: column)
    }
}

extension PropertyListError.Position: CustomStringConvertible {
    /// A phrase such as “on line 3, column 5”.
    package var description: String {
        switch self {
        case .line(let line, let column?): "on line \(line), column \(column)"
        case .line(let line, nil): "on line \(line)"
        case .byte(let offset): "at byte \(offset)"
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
    /// A phrase for the path of an error, such as “ at 'a.b'”, or the empty string for the root.
    fileprivate var suffix: String {
        components.isEmpty ? "" : " at '\(description.excerpt)'"
    }
}
