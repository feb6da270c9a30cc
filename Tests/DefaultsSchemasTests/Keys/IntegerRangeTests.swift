import Testing

@testable import DefaultsSchemas

extension PreferenceKey<UInt8> {
    fileprivate static let level = Self("Level", default: 1)
    fileprivate static let loud = Self("Loud", default: 200, in: 100...)
}

extension PreferenceKey<Int16> {
    fileprivate static let offset = Self("Offset", default: 0)
}

extension PreferenceKey<UInt> {
    fileprivate static let count = Self("Count", default: 0)
}

extension PreferenceKey<Int> {
    fileprivate static let any = Self("Any", default: 0)
}

struct IntegerRangeTests {
    private static let keys: [(key: any ErasedKey, requirement: String, refused: [PropertyListValue])] = [
        (PreferenceKey<UInt8>.level, "an integer from 0 to 255", [-1, 256]),
        (PreferenceKey<UInt8>.loud, "an integer from 100 to 255", [99, 256]),
        (PreferenceKey<Int16>.offset, "an integer from -32768 to 32767", [-32769, 32768]),
        (PreferenceKey<UInt>.count, "an integer of at least 0", [-1]),
        (PreferenceKey<Int>.any, "an integer", []),
    ]

    @Test("the schema of an integer key has the range of its type and its declaration", arguments: keys.indices)
    func range(index: Int) {
        let (key, requirement, refused) = Self.keys[index]
        #expect(key.schema.requirement == requirement)
        for value in refused { #expect(key.objection(to: value) != nil, "\(value)") }
        #expect(key.objection(to: key.storedDefault ?? 0) == nil)
    }
}
