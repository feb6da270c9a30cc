package import CoreFoundation
import Foundation

/// An object that CoreFoundation has read from a property list.
///
/// `PropertyListSerialization` contains the same parser, but bridges all objects to Swift. The bridging crashes on
/// sets, expands shared references without limit, merges canonically equivalent keys, and takes nine tenths of the
/// time.
package enum CoreFoundationObject {
    /// The UTF-16 code units of a string.
    case string([UInt16])
    case boolean(Bool)
    case integer(Int128)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data([UInt8])
    case uid(UInt32)
    case array([AnyObject])
    case set([AnyObject])
    case dictionary([(key: AnyObject, value: AnyObject)])
    case other

    /// Parses a property list, and returns its root, or `nil` if CoreFoundation refuses it.
    ///
    /// - Parameter options: A bit that allows only one format: 0x100 the old style, 0x200 binary, and 0x400 XML.
    ///   Without it, CoreFoundation tries all parsers, and prints their errors.
    package static func root(of bytes: [UInt8], options: CFOptionFlags = 0) -> AnyObject? {
        let data = CFDataCreate(kCFAllocatorDefault, bytes, bytes.count)
        return CFPropertyListCreateWithData(kCFAllocatorDefault, data, options, nil, nil)?.takeRetainedValue()
    }

    package init(_ object: AnyObject) {
        // The casts of the language end the process in debug builds.
        func cast<Object: AnyObject>(to type: Object.Type = Object.self) -> Object {
            Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
        }
        switch CFGetTypeID(object) {
        case CFStringGetTypeID(): self = .string(Self.units(of: cast()))
        case CFBooleanGetTypeID(): self = .boolean(CFBooleanGetValue(cast()))
        case CFNumberGetTypeID(): self = Self.number(cast())
        case CFDateGetTypeID(): self = .date(CFDateGetAbsoluteTime(cast()))
        case CFDataGetTypeID():
            let data = cast(to: CFData.self)
            self = .data(Array(UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data))))
        case _CFKeyedArchiverUIDGetTypeID(): self = .uid(_CFKeyedArchiverUIDGetValue(cast()))
        case CFArrayGetTypeID():
            let array = cast(to: CFArray.self)
            self = .array(
                Self.objects(CFArrayGetCount(array)) {
                    CFArrayGetValues(array, CFRange(location: 0, length: CFArrayGetCount(array)), $0)
                })
        case CFSetGetTypeID():
            let set = cast(to: CFSet.self)
            self = .set(Self.objects(CFSetGetCount(set)) { CFSetGetValues(set, $0) })
        case CFDictionaryGetTypeID():
            let dictionary = cast(to: CFDictionary.self)
            let count = CFDictionaryGetCount(dictionary)
            let keys = Self.objects(count) { CFDictionaryGetKeysAndValues(dictionary, $0, nil) }
            let values = Self.objects(count) { CFDictionaryGetKeysAndValues(dictionary, nil, $0) }
            self = .dictionary(zip(keys, values).map { ($0, $1) })
        default: self = .other
        }
    }

    package var isContainer: Bool {
        switch self {
        case .array, .set, .dictionary: true
        default: false
        }
    }

    /// Returns the objects of a collection, retained by the array.
    private static func objects(
        _ count: Int, _ fill: (UnsafeMutablePointer<UnsafeRawPointer?>) -> Void
    ) -> [AnyObject] {
        var pointers = [UnsafeRawPointer?](repeating: nil, count: count + 1)
        fill(&pointers)
        return pointers.compactMap { $0.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() } }
    }

    private static func units(of string: CFString) -> [UInt16] {
        var units = [UInt16](repeating: 0, count: CFStringGetLength(string))
        CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
        return units
    }

    private static func number(_ object: CFNumber) -> CoreFoundationObject {
        if CFNumberIsFloatType(object) {
            var real = 0.0
            CFNumberGetValue(object, .doubleType, &real)
            return .real(real)
        }
        var signed: Int64 = 0
        CFNumberGetValue(object, .sInt64Type, &signed)
        // As 64 bits, a number above Int64.max would be negative. CoreFoundation's private type of 128 bits, a signed
        // high half followed by an unsigned low half, distinguishes them.
        var wide = (high: Int64(0), low: UInt64(0))
        if signed < 0, let type = CFNumberType(rawValue: 17) { CFNumberGetValue(object, type, &wide) }
        return .integer(signed < 0 && wide.high == 0 ? Int128(wide.low) : Int128(signed))
    }
}
