import CoreFoundation
import Foundation

/// Strings in containers, as CoreFoundation holds them: by UTF-16 code units, so that nothing is taken for something
/// equivalent.
indirect enum ForeignText: Equatable {
    case string([UInt16])
    case containers([ForeignText])
    case pairs([[UInt16]: ForeignText])
    case other

    static func array(_ strings: [[UInt16]]) -> ForeignText {
        .containers(strings.map(ForeignText.string))
    }

    static func dictionary(_ pairs: [([UInt16], [UInt16])]) -> ForeignText {
        .pairs(Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, .string($0.1)) }))
    }

    /// A text in the old style as CoreFoundation's parser reads it; nil where it refuses.
    init?(oldStyle text: String) {
        // The bit allows the old style alone: without it other parsers are tried, which print what they think.
        guard let object = Self.parse(Data(text.utf8), options: 1 << 8) else { return nil }
        self.init(object)
    }

    /// The contents of a property list, or one value in it.
    init?(file: String, key: String? = nil) throws {
        guard let object = Self.parse(try Data(contentsOf: URL(fileURLWithPath: file)), options: 0) else { return nil }
        self.init(object)
        guard let key else { return }
        guard case .pairs(let pairs) = self, let value = pairs[Array(key.utf16)] else { return nil }
        self = value
    }

    /// Where two differ: the first places, for a message; of thousands of strings the rest says no more.
    static func differences(_ value: ForeignText?, _ expected: ForeignText?) -> [String] {
        guard let value, let expected else {
            return value == expected ? [] : ["\(shown(value)) for \(shown(expected))"]
        }
        switch (value, expected) {
        case (.containers(let values), .containers(let expected)) where values.count == expected.count:
            return Array(zip(values, expected).flatMap { differences($0, $1) }.prefix(5))
        case (.pairs(let values), .pairs(let expected)):
            let keys = Set(values.keys).union(expected.keys).filter { values[$0] != expected[$0] }
            return keys.sorted { $0.lexicographicallyPrecedes($1) }.prefix(5)
                .map { "\($0): \(shown(values[$0])) for \(shown(expected[$0]))" }
        default:
            return value == expected ? [] : ["\(shown(value)) for \(shown(expected))"]
        }
    }

    private static func shown(_ value: ForeignText?) -> String {
        switch value {
        case .string(let units): "\(units.map { String($0, radix: 16) })"
        case .containers(let elements): "an array of \(elements.count)"
        case .pairs(let pairs): "a dictionary of \(pairs.count)"
        case .other: "something else"
        case nil: "nothing"
        }
    }

    private static func parse(_ data: Data, options: CFOptionFlags) -> AnyObject? {
        let bytes = Array(data)
        let object = CFPropertyListCreateWithData(
            kCFAllocatorDefault, CFDataCreate(kCFAllocatorDefault, bytes, bytes.count), options, nil, nil)
        return object?.takeRetainedValue()
    }

    private init(_ object: AnyObject) {
        switch CFGetTypeID(object) {
        case CFStringGetTypeID():
            self = .string(Self.units(of: Self.cast(object, to: CFString.self)))
        case CFArrayGetTypeID():
            let array = Self.cast(object, to: CFArray.self)
            self = .containers(
                (0..<CFArrayGetCount(array)).map { ForeignText(Self.object(CFArrayGetValueAtIndex(array, $0))) })
        case CFDictionaryGetTypeID():
            self = .pairs(Self.pairs(of: Self.cast(object, to: CFDictionary.self)))
        default:
            self = .other
        }
    }

    private static func pairs(of dictionary: CFDictionary) -> [[UInt16]: ForeignText] {
        var keys = [UnsafeRawPointer?](repeating: nil, count: CFDictionaryGetCount(dictionary))
        var values = keys
        CFDictionaryGetKeysAndValues(dictionary, &keys, &values)
        var pairs: [[UInt16]: ForeignText] = [:]
        for (key, value) in zip(keys, values) {
            guard case .string(let units) = ForeignText(object(key)) else { continue }
            pairs[units] = ForeignText(object(value))
        }
        return pairs
    }

    private static func object(_ pointer: UnsafeRawPointer?) -> AnyObject {
        pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() } ?? NSNull()
    }

    /// An object as one of the C library's classes, of which the casts of the language know nothing.
    private static func cast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
        Unmanaged<Object>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
    }

    private static func units(of string: CFString) -> [UInt16] {
        var units = [UInt16](repeating: 0, count: CFStringGetLength(string))
        CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
        return units
    }
}
