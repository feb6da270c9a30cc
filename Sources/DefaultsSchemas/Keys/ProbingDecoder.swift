/// A place of a value. It notes what a type asks its decoder for, and supplies values.
protocol DecodingProbe {
    /// Notes that the type asks for keys.
    func beginDictionary()
    /// Notes that the type asks for elements.
    func beginArray()
    /// Notes that the type asks whether a member is missing.
    func noteOptional(_ name: String)
    /// Notes that the type asks for the keys that are present, and returns them.
    func keys<Key: CodingKey>() -> [Key]
    /// Notes that the type asks for a value of a type. Returns the value, or `nil` if there is none.
    func value<Value: Decodable>(of type: Value.Type) -> Value?
    /// Returns the place of a member.
    func member(_ name: String) -> Self
    /// Returns the place of an element.
    func element(_ index: Int) -> Self
    /// Notes that the type has got the value of an element.
    func end(of element: Self)
}

/// A decoder that asks a probe. It finds out what a type asks for without reflection.
struct ProbingDecoder<Probe: DecodingProbe>: Decoder, SingleValueDecodingContainer {
    fileprivate let probe: Probe

    init(probe: Probe) {
        self.probe = probe
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        probe.beginDictionary()
        return KeyedDecodingContainer(KeyedProbe<Probe, Key>(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        probe.beginArray()
        return UnkeyedProbe(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let value = probe.value(of: type) else { throw NoValue() }
        return value
    }

    fileprivate func property(_ name: String) -> ProbingDecoder { ProbingDecoder(probe: probe.member(name)) }
}

/// The error with which a type fails to decode because the probe has no value.
private struct NoValue: Error {}

private struct KeyedProbe<Probe: DecodingProbe, Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ProbingDecoder<Probe>
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.probe.keys() }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        decoder.probe.noteOptional(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if type is any ExpressibleByNilLiteral.Type { _ = decodeNil(forKey: key) }
        return try decoder.property(key.stringValue).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        _ = decodeNil(forKey: key)
        return try? decoder.property(key.stringValue).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
        decoder.property(key.stringValue).container(keyedBy: keyedBy)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder.property(key.stringValue).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder.property("super") }
    func superDecoder(forKey key: Key) -> any Decoder { decoder.property(key.stringValue) }
}

private struct UnkeyedProbe<Probe: DecodingProbe>: UnkeyedDecodingContainer {
    let decoder: ProbingDecoder<Probe>
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    /// Ends loops over the elements after two of them, which may be a key and its value.
    var isAtEnd: Bool { currentIndex > 1 }

    init(decoder: ProbingDecoder<Probe>) {
        self.decoder = decoder
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let element = next()
        defer { decoder.probe.end(of: element.probe) }
        return try element.decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { next().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { next() }

    private mutating func next() -> ProbingDecoder<Probe> {
        defer { currentIndex += 1 }
        return ProbingDecoder(probe: decoder.probe.element(currentIndex))
    }
}
