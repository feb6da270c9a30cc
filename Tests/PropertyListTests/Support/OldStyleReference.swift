import CoreFoundation
import Foundation
import PropertyList

/// CoreFoundation's parser of the old style. The reader under test should accept the same text.
enum OldStyleReference {
    /// Returns the value of a text, or `nil` if the parser refuses it. The parser prints to standard error if a
    /// semicolon is missing.
    static func read(_ text: String) -> PropertyListValue? {
        let bytes = Array(text.utf8)
        let root = bytes.withUnsafeBufferPointer { buffer in
            let data = CFDataCreate(kCFAllocatorDefault, buffer.baseAddress, buffer.count)
            return CFPropertyListCreateWithData(kCFAllocatorDefault, data, CFOptionFlags(1 << 8), nil, nil)
        }
        return root.map { value(of: $0.takeRetainedValue()) }
    }

    private static func value(of object: AnyObject) -> PropertyListValue {
        switch CFGetTypeID(object) {
        case CFStringGetTypeID(): .string(text(of: cast(object)))
        case CFDataGetTypeID(): .data(data(of: cast(object)))
        case CFArrayGetTypeID(): array(of: cast(object))
        default: dictionary(of: cast(object))
        }
    }

    private static func text(of string: CFString) -> String {
        var units = [UniChar](repeating: 0, count: CFStringGetLength(string))
        CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
        return String(decoding: units, as: UTF16.self)
    }

    private static func data(of data: CFData) -> Data {
        CFDataGetBytePtr(data).map { Data(bytes: $0, count: CFDataGetLength(data)) } ?? Data()
    }

    private static func array(of array: CFArray) -> PropertyListValue {
        let pointers = (0..<CFArrayGetCount(array)).map { CFArrayGetValueAtIndex(array, $0) }
        return .array(objects(pointers).map(value))
    }

    private static func dictionary(of dictionary: CFDictionary) -> PropertyListValue {
        var keys = [UnsafeRawPointer?](repeating: nil, count: CFDictionaryGetCount(dictionary))
        var values = keys
        CFDictionaryGetKeysAndValues(dictionary, &keys, &values)
        let pairs = zip(objects(keys), objects(values)).map { (text(of: cast($0)), value(of: $1)) }
        return .dictionary(PropertyListDictionary(pairs))
    }

    private static func objects(_ pointers: [UnsafeRawPointer?]) -> [AnyObject] {
        pointers.compactMap { $0.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() } }
    }

    private static func cast<Object: AnyObject>(_ object: AnyObject) -> Object {
        Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
    }
}
