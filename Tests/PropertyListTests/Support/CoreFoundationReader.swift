import CoreFoundation
import Foundation

@testable import PropertyList

/// The reference for the readers under test: CoreFoundation's parser, with its objects converted to values.
///
/// `PropertyListSerialization` contains this parser, but bridges all objects to Swift. The bridging crashes on sets,
/// expands shared references without limit, merges canonically equivalent keys, and takes nine tenths of the time.
enum CoreFoundationReader {
    /// Reads bytes in the given format only.
    static func read(_ bytes: [UInt8], as format: Format) throws(PropertyListError) -> PropertyListDocument {
        let root = try parse(bytes, as: format)
        var converter = CoreFoundationConverter(budget: PropertyListLimits.values(inBytes: bytes.count))
        let value = try converter.value(of: root, depth: 1)
        return PropertyListDocument(value: value, format: format.name, substitutions: converter.substitutions.list)
    }

    /// A format, with the option bit of CFPropertyListCreateWithData that allows only this format. Without it,
    /// CoreFoundation also tries its other parsers, reports the error of the wrong one, and prints to standard error.
    enum Format: UInt {
        case binary = 0x200
        case xml = 0x400

        var name: PropertyListFormat {
            switch self {
            case .binary: .binary
            case .xml: .xml
            }
        }
    }

    private static func parse(_ bytes: [UInt8], as format: Format) throws(PropertyListError) -> AnyObject {
        var error: Unmanaged<CFError>?
        let root = bytes.withUnsafeBufferPointer { buffer in
            let data = CFDataCreateWithBytesNoCopy(
                kCFAllocatorDefault, buffer.baseAddress, buffer.count, kCFAllocatorNull)
            return CFPropertyListCreateWithData(
                kCFAllocatorDefault, data, CFOptionFlags(format.rawValue), nil, &error)
        }
        if let root { return root.takeRetainedValue() }
        throw fault(in: error?.takeRetainedValue(), format: format)
    }

    /// Converts CoreFoundation's debug message, which often ends with the line.
    private static func fault(in error: CFError?, format: Format) -> PropertyListError {
        guard let text = error.flatMap(explanation), format == .xml else {
            return PropertyListError(.malformed(format.name, reason: "it breaks the format's rules", position: nil))
        }
        if text.hasPrefix("Too many nested") { return PropertyListError(.tooDeep(at: PropertyListPath())) }
        for phrase in [" on line ", " at line "] {
            guard let range = text.range(of: phrase), let line = Int(text[range.upperBound...].prefix { $0.isNumber })
            else {
                continue
            }
            return PropertyListError(
                .malformed(
                    format.name, reason: lowercasedFirst(text[..<range.lowerBound]), position: .line(line, column: nil))
            )
        }
        return PropertyListError(.malformed(format.name, reason: lowercasedFirst(text[...]), position: nil))
    }

    private static func explanation(of error: CFError) -> String? {
        // Converting the information to an NSDictionary crashes, because lookups in it pass a Swift string to
        // CoreFoundation.
        guard let information = CFErrorCopyUserInfo(error),
            let key = CFStringCreateWithCString(
                kCFAllocatorDefault, "NSDebugDescription", CFStringBuiltInEncodings.UTF8.rawValue)
        else { return nil }
        return withExtendedLifetime((information, key)) {
            guard let value = CFDictionaryGetValue(information, Unmanaged.passUnretained(key).toOpaque()) else {
                return nil
            }
            let text = Unmanaged<CFString>.fromOpaque(value).takeUnretainedValue()
            var units = [UniChar](repeating: 0, count: CFStringGetLength(text))
            CFStringGetCharacters(text, CFRange(location: 0, length: units.count), &units)
            return String(decoding: units, as: UTF16.self)
        }
    }

    private static func lowercasedFirst(_ text: Substring) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
