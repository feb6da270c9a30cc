public import Foundation
import CoreFoundation

/// A writer of property lists in all formats.
///
/// Foundation's `PropertyListSerialization` produces XML and binary; see `FoundationSerialization`. Its input consists
/// of CoreFoundation objects with sorted keys, so that equal values give identical bytes in every process.
public enum PropertyListWriter {
    /// Returns the bytes of a value in a format.
    ///
    /// A value that is not exact in the format loses information. Check ``PropertyListValue/isExact(in:)`` first.
    ///
    /// ```swift
    /// let value: PropertyListValue = ["CFBundleVersion": "3"]
    /// let format: PropertyListFormat = value.isExact(in: .xml) ? .xml : .binary
    /// try PropertyListWriter.data(of: value, as: format).write(to: url, options: .atomic)
    /// ```
    ///
    /// - Throws: ``PropertyListError`` if more than 512 containers are nested, a date is not finite, the old style does
    ///   not support a type, or Foundation refuses the value.
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

    /// Throws the errors of ``data(of:as:)`` that do not depend on the format: too many nested containers, and dates
    /// that are not finite.
    public static func validate(_ value: PropertyListValue) throws(PropertyListError) {
        // Building paths takes most of the time, and only an error needs a path.
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
    /// Returns whether ``PropertyListWriter/validate(_:)`` accepts the value.
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

/// Serialization with Foundation.
///
/// `PropertyListSerialization` calls `CFPropertyListCreateData` and copies the result byte by byte, at 45 ns a byte.
/// For a result of 60 MB, this takes 95 % of the time. For large results, `CFPropertyListCreateData` is therefore
/// called directly with the same arguments. The tests check that the bytes are identical.
enum FoundationSerialization {
    /// The weight above which a value is large. Text or data of 64 KiB has this weight; see `takesUp`.
    private static let largeWeight = 1 << 16

    /// Returns the bytes of a value in XML or binary.
    static func data(
        of value: PropertyListValue, as format: PropertyListFormat
    ) throws(PropertyListError) -> Data {
        let root = CoreFoundationObjects.object(for: value)
        var room = largeWeight
        return value.takesUp(&room, depth: 1) ? try direct(root, as: format) : try serialized(root, as: format)
    }

    /// Returns the bytes that `PropertyListSerialization` produces.
    static func serialized(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        do {
            return try PropertyListSerialization.data(
                fromPropertyList: root, format: format == .xml ? .xml : .binary, options: 0)
        } catch {
            throw PropertyListError(.notWritten(format, reason: String(describing: error)))
        }
    }

    /// Returns the same bytes by a direct call of `CFPropertyListCreateData`, which is faster for large values.
    static func direct(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        let kind: CFPropertyListFormat = format == .xml ? .xmlFormat_v1_0 : .binaryFormat_v1_0
        let result = CFPropertyListCreateData(kCFAllocatorDefault, root, kind, 0, nil)?.takeRetainedValue()
        guard let result, let start = CFDataGetBytePtr(result) else {
            throw PropertyListError(.notWritten(format, reason: "refused by Foundation"))
        }
        // The bytes are not copied, because the result may take as much memory as everything else.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: CFDataGetLength(result),
            deallocator: .custom { _, _ in withExtendedLifetime(result) {} })
    }
}

extension PropertyListValue {
    /// Subtracts the weight of the value from the room, and returns whether the room is exceeded. Each byte of text and
    /// data weighs 1. Each value and key weighs its depth, because XML is indented.
    fileprivate func takesUp(_ room: inout Int, depth: Int) -> Bool {
        room -= depth
        switch self {
        case .string(let text): room -= text.utf8.count
        case .data(let data): room -= data.count
        case .integer, .real, .boolean, .date, .uid: break
        case .array(let elements):
            for element in elements where element.takesUp(&room, depth: depth + 1) { return true }
        case .dictionary(let dictionary):
            for (key, value) in dictionary {
                room -= depth + key.utf8.count
                if value.takesUp(&room, depth: depth + 1) { return true }
            }
        }
        return room < 0
    }
}

extension PropertyListValue {
    /// Returns whether writing and reading the value in a format gives the same value.
    ///
    /// The binary format is always exact. XML does not preserve U+FFFE, U+FFFF, and control characters other than tab
    /// and newline. It also does not preserve fractions of a second, very distant dates, and -0.0. In XML, a dictionary
    /// whose only key is `CF$UID` is a reference. Foundation drops U+FEFF at the beginning of a string in XML. The old
    /// style has only strings and data in containers.
    ///
    /// ```swift
    /// let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    /// let isExact = date.isExact(in: .xml)  // false, because XML has only whole seconds
    /// ```
    public func isExact(in format: PropertyListFormat) -> Bool {
        switch format {
        case .binary: true
        case .xml: isExactInXML()
        case .openStep: isExactInOldStyle
        }
    }

    /// Returns whether writing and reading the value in XML gives the same value.
    ///
    /// - Parameter withReferences: Whether control characters are written as references (`&#27;`), which Foundation
    ///   does not do.
    package func isExactInXML(withReferences: Bool = false) -> Bool {
        switch self {
        case .integer, .boolean, .data, .uid: true
        case .string(let text): text.isExactInXML(withReferences)
        case .real(let number): number != 0 || number.sign == .plus
        case .date(let date): date.isExactInXML
        case .array(let elements): elements.allSatisfy { $0.isExactInXML(withReferences: withReferences) }
        case .dictionary(let dictionary):
            !(dictionary.count == 1 && dictionary["CF$UID"] != nil)
                && dictionary.allSatisfy {
                    $0.key.isExactInXML(withReferences) && $0.value.isExactInXML(withReferences: withReferences)
                }
        }
    }

    private var isExactInOldStyle: Bool {
        switch self {
        case .string, .data: true
        case .integer, .real, .boolean, .date, .uid: false
        case .array(let elements): elements.allSatisfy(\.isExactInOldStyle)
        case .dictionary(let dictionary): dictionary.allSatisfy { $0.value.isExactInOldStyle }
        }
    }
}

extension String {
    fileprivate func isExactInXML(_ withReferences: Bool) -> Bool {
        withUTF8Bytes { bytes in
            guard bytes.hasControlOrEF else { return true }
            return !bytes.starts(with: [0xEF, 0xBB, 0xBF])  // U+FEFF
                && bytes.indices.allSatisfy { bytes.isExactInXML(at: $0, withReferences) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text contains a control character or the byte 0xEF. In UTF-8, all other scalars that XML may not
    /// preserve begin with 0xEF.
    ///
    /// The loop has no branch, so that the compiler can compare many bytes at once.
    fileprivate var hasControlOrEF: Bool {
        var found: UInt8 = 0
        for byte in self { found |= (byte < 0x20 ? 1 : 0) | (byte == 0xEF ? 1 : 0) }
        return found != 0
    }

    fileprivate func isExactInXML(at index: Int, _ withReferences: Bool) -> Bool {
        switch self[index] {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): true
        case ..<0x20: withReferences
        // U+FFFE or U+FFFF. Valid UTF-8 has two more bytes here.
        case 0xEF: !(self[index + 1] == 0xBF && self[index + 2] >= 0xBE)
        default: true
        }
    }
}

extension Date {
    /// Whether the date has whole seconds and is less than 9.2e12 seconds (291,000 years) away from 2001. Measurements
    /// show that Foundation's XML preserves such dates.
    fileprivate var isExactInXML: Bool {
        let seconds = timeIntervalSinceReferenceDate
        return seconds == seconds.rounded() && abs(seconds) < 9.2e12
    }
}
