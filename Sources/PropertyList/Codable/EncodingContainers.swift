/// Fields under keys. One generic method stands for each of the protocol's many.
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

    /// Notes the name of a field even where it holds nothing.
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

/// Elements in order.
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

/// One value.
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
