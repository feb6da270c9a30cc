import CoreFoundation
import Foundation

/// The bytes that Foundation writes for a value.
///
/// `PropertyListSerialization` calls `CFPropertyListCreateData`, and copies the result byte by byte, which takes 45 ns a byte: of a result of
/// 60 MB, 19 parts in 20 of the time. So the function is called directly, with the same arguments, if the result is large.
/// The bytes are the same; the tests compare them.
enum FoundationSerialization {
    /// The weight from which a value is large: a result of about a megabyte.
    private static let largeWeight = 1 << 16

    /// The bytes of a value as XML or binary.
    static func data(
        of value: PropertyListValue, as format: PropertyListFormat
    ) throws(PropertyListError) -> Data {
        let root = CoreFoundationObjects.object(for: value)
        var room = largeWeight
        return value.takesUp(&room, depth: 1) ? try direct(root, as: format) : try serialized(root, as: format)
    }

    /// The result of `PropertyListSerialization`.
    static func serialized(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        do {
            return try PropertyListSerialization.data(
                fromPropertyList: root, format: format == .xml ? .xml : .binary, options: 0)
        } catch {
            throw .notWritten(format, reason: String(describing: error))
        }
    }

    /// The result of the function that `PropertyListSerialization` calls.
    static func direct(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        let kind: CFPropertyListFormat = format == .xml ? .xmlFormat_v1_0 : .binaryFormat_v1_0
        let result = CFPropertyListCreateData(kCFAllocatorDefault, root, kind, 0, nil)?.takeRetainedValue()
        guard let result, let start = CFDataGetBytePtr(result) else {
            throw .notWritten(format, reason: "Foundation refuses it")
        }
        // Not copied: the result may be as large as all the rest.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: CFDataGetLength(result),
            deallocator: .custom { _, _ in withExtendedLifetime(result) {} })
    }
}

extension PropertyListValue {
    /// Takes the weight of the value out of a room, and tells whether that is used up: one for each byte of text and data, and for each value
    /// and key its depth, by which XML is indented.
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
