public import Foundation
import CoreFoundation

/// A writer of property lists in all formats.
///
/// Foundation's `PropertyListSerialization` produces XML and binary; see `FoundationSerialization`. It gets
/// CoreFoundation objects with sorted keys, so that equal values give identical bytes in every process.
public enum PropertyListWriter {
    /// Returns the bytes of a value in a format.
    ///
    /// A value that is not exact in the format loses information. Check ``PropertyListValue/isExact(in:)`` first.
    ///
    /// - Throws: ``PropertyListError`` if no reader could read the result: the value exceeds
    ///   ``PropertyListLimits/depth``, contains an infinite date, or has a type that the old style lacks.
    public static func data(of value: PropertyListValue, as format: PropertyListFormat) throws(PropertyListError)
        -> Data
    {
        try validate(value)
        switch format {
        case .xml, .binary: return try FoundationSerialization.data(of: value, as: format)
        case .openStep:
            guard value.isExact(in: .openStep) else {
                throw PropertyListError(.notWritten(format, reason: "only strings and data are supported"))
            }
            let text = OldStyleWriter.reading.text(of: value)
            // The reader does not accept a single bare word.
            if case .string = value, text.utf8.first != UInt8(ascii: "\"") { return Data("\"\(text)\"\n".utf8) }
            return Data((text + "\n").utf8)
        }
    }

    /// Throws the errors of ``data(of:as:)`` without writing.
    public static func validate(_ value: PropertyListValue) throws(PropertyListError) {
        // Building paths takes most of the time, and only an error needs one.
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
            guard date.timeIntervalSinceReferenceDate.isFinite else {
                throw PropertyListError(.dateNotFinite(at: path))
            }
        case .array(let elements):
            guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: path)) }
            for (index, element) in elements.enumerated() {
                path.components.append(String(index))
                try validate(element, depth: depth + 1, path: &path)
                path.components.removeLast()
            }
        case .dictionary(let dictionary):
            guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: path)) }
            for (key, value) in dictionary {
                path.components.append(key)
                try validate(value, depth: depth + 1, path: &path)
                path.components.removeLast()
            }
        }
    }
}

extension PropertyListValue {
    /// Whether ``PropertyListWriter/validate(_:)`` would not throw.
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
