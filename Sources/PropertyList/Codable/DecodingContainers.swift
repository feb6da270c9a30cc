/// A container of fields. One generic method implements each family of methods in the protocol.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let dictionary: PropertyListDictionary

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { dictionary.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        dictionary[key.stringValue] != nil
    }

    /// Returns whether the field is missing, since a property list has no null.
    func decodeNil(forKey key: Key) throws -> Bool {
        !contains(key)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        // The encoder omits a field if the `encode(to:)` of the type encodes it as `nil`.
        if !contains(key), let optional = type as? any OptionalType.Type, let none = optional.none as? Value {
            return none
        }
        return try field(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        contains(key) ? try field(key).decode(type) : nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        // As in Foundation's coders, a superclass that encoded nothing decodes from an empty container.
        try fieldDecoder(PathKey.super, missing: .dictionary([:]))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try fieldDecoder(key, missing: .dictionary([:]))
    }

    private func field(_ key: Key) throws -> ValueDecoder {
        try fieldDecoder(key, missing: nil)
    }

    private func fieldDecoder(_ key: any CodingKey, missing: PropertyListValue?) throws -> ValueDecoder {
        var fallback: PropertyListValue?
        if case .dictionary(let values)? = decoder.fallback { fallback = values[key.stringValue] }
        guard let value = dictionary[key.stringValue] ?? fallback ?? missing else {
            throw DecodingError.keyNotFound(key, decoder.context("there is no '\(key.stringValue)'"))
        }
        return decoder.decoder(of: value, fallback: fallback, at: key)
    }
}

private protocol OptionalType {
    static var none: Self { get }
}

extension Optional: OptionalType {}

/// A container of elements.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [PropertyListValue]
    private(set) var currentIndex = 0

    init(decoder: ValueDecoder, elements: [PropertyListValue]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    func decodeNil() throws -> Bool {
        _ = try element(Any?.self)
        return false
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try element(type).decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try element(type).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private func element(_ type: any Any.Type) throws -> ValueDecoder {
        let key = PathKey(index: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath + [key], debugDescription: "the array has ended"))
        }
        return decoder.decoder(of: elements[currentIndex], fallback: nil, at: key)
    }
}

struct SingleValueDecoding: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.decode(type)
    }
}
