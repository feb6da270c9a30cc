import CoreFoundation
public import Foundation

/// Writes a property list: the one way from a value to bytes.
///
/// XML and binary are produced by Foundation's `PropertyListSerialization`; see `FoundationSerialization`. It is given CoreFoundation objects with their keys in
/// order, so that equal values give identical bytes in every process.
public enum PropertyListWriter {
    /// The bytes of a value in a format.
    ///
    /// A value that is not exact in the format is narrowed by it; ask ``PropertyListValue/isExact(in:)`` first.
    ///
    /// - Throws: ``PropertyListError`` where no reader would give the value back: it is nested deeper than
    ///   ``PropertyListLimits/depth``, holds a date that is no instant, or is of a type the old style does not have.
    public static func data(of value: PropertyListValue, as format: PropertyListFormat) throws(PropertyListError)
        -> Data
    {
        try validate(value)
        switch format {
        case .xml, .binary: return try FoundationSerialization.data(of: value, as: format)
        case .openStep:
            guard value.isExact(in: .openStep) else {
                throw .notWritten(format, reason: "it holds strings and data only")
            }
            let text = OldStyleWriter.reading.text(of: value)
            // A lone bare word is no property list to the reader.
            if case .string = value, text.utf8.first != UInt8(ascii: "\"") { return Data("\"\(text)\"\n".utf8) }
            return Data((text + "\n").utf8)
        }
    }

    /// Throws what ``data(of:as:)`` would, without writing.
    public static func validate(_ value: PropertyListValue) throws(PropertyListError) {
        // Paths take most of the time, and only an error has one.
        if value.isWritable(depth: 1) { return }
        var path = PropertyListPath()
        try validate(value, depth: 1, path: &path)
    }

    private static func validate(
        _ value: PropertyListValue, depth: Int, path: inout PropertyListPath
    ) throws(PropertyListError) {
        switch value {
        case .string, .integer, .real, .boolean, .data, .uid:
            break
        case .date(let date):
            guard date.timeIntervalSinceReferenceDate.isFinite else { throw .dateNotFinite(at: path) }
        case .array(let elements):
            guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
            for (index, element) in elements.enumerated() {
                path.components.append(String(index))
                try validate(element, depth: depth + 1, path: &path)
                path.components.removeLast()
            }
        case .dictionary(let dictionary):
            guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
            for (key, value) in dictionary {
                path.components.append(key)
                try validate(value, depth: depth + 1, path: &path)
                path.components.removeLast()
            }
        }
    }
}

extension PropertyListValue {
    /// Whether ``PropertyListWriter/validate(_:)`` has nothing to say. A container is the depth-th on its way from the root.
    fileprivate func isWritable(depth: Int) -> Bool {
        switch self {
        case .string, .integer, .real, .boolean, .data, .uid: true
        case .date(let date): date.timeIntervalSinceReferenceDate.isFinite
        case .array(let elements):
            depth <= PropertyListLimits.depth && elements.allSatisfy { $0.isWritable(depth: depth + 1) }
        case .dictionary(let dictionary):
            depth <= PropertyListLimits.depth && dictionary.allSatisfy { $0.value.isWritable(depth: depth + 1) }
        }
    }
}
