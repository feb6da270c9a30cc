import CoreFoundation
import Foundation

/// Serialization with Foundation.
///
/// `PropertyListSerialization` calls `CFPropertyListCreateData` and copies the result byte by byte, at 45 ns a byte.
/// For a result of 60 MB, this takes 95 % of the time. For large results, the function is therefore called directly
/// with the same arguments. The tests check that the bytes are identical.
enum FoundationSerialization {
    /// The weight of a large value, whose result has about a megabyte.
    private static let largeWeight = 1 << 16

    /// Returns the bytes of a value in XML or binary.
    static func data(
        of value: PropertyListValue, as format: PropertyListFormat
    ) throws(PropertyListError) -> Data {
        let root = CoreFoundationObjects.object(for: value)
        var room = largeWeight
        return value.takesUp(&room, depth: 1) ? try direct(root, as: format) : try serialized(root, as: format)
    }

    /// Returns the result of `PropertyListSerialization`.
    static func serialized(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        do {
            return try PropertyListSerialization.data(
                fromPropertyList: root, format: format == .xml ? .xml : .binary, options: 0)
        } catch {
            throw PropertyListError(.notWritten(format, reason: String(describing: error)))
        }
    }

    /// Returns the result of the function that `PropertyListSerialization` calls.
    static func direct(_ root: AnyObject, as format: PropertyListFormat) throws(PropertyListError) -> Data {
        let kind: CFPropertyListFormat = format == .xml ? .xmlFormat_v1_0 : .binaryFormat_v1_0
        let result = CFPropertyListCreateData(kCFAllocatorDefault, root, kind, 0, nil)?.takeRetainedValue()
        guard let result, let start = CFDataGetBytePtr(result) else {
            throw PropertyListError(.notWritten(format, reason: "refused by Foundation"))
        }
        // Not copied, because the result may take as much memory as everything else.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: CFDataGetLength(result),
            deallocator: .custom { _, _ in withExtendedLifetime(result) {} })
    }
}

extension PropertyListValue {
    /// Subtracts the weight of the value, and returns whether nothing is left. Each byte of text and data weighs 1.
    /// Each value and key weighs its depth, because XML is indented.
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
