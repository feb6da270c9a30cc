/// A container of fields. One generic method implements each family of methods in the protocol.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
        encoder.node.field(key).becomeNull()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.encoder(of: encoder.node.field(key), at: key).encode(value)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOptional(value, key)
    }

    /// Encodes a field, or records its name if the value is `nil`.
    func encodeOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        guard let value else { return encoder.node.declare(key) }
        try encode(value, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.encoder(of: encoder.node.sharedField(key), at: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.encoder(of: encoder.node.sharedField(key), at: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder.encoder(of: encoder.node.sharedField(PathKey.super), at: PathKey.super)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder.encoder(of: encoder.node.sharedField(key), at: key)
    }
}

// The protocol has default implementations for these types. They take precedence over the generic method and ignore
// fields that are `nil`.
extension KeyedEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }
}

/// A container of elements.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    func encodeNil() throws {
        next().node.becomeNull()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try next().encode(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        next()
    }

    private func next() -> ValueEncoder {
        let index = count
        return encoder.encoder(of: encoder.node.append(), at: PathKey(index: index))
    }
}

struct SingleValueEncoding: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {
        encoder.node.becomeNull()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try encoder.encode(value)
    }
}
