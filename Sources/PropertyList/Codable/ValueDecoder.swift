/// The decoder of one place in a value.
struct ValueDecoder: Decoder {
    let value: PropertyListValue
    /// The value at the same place of ``PropertyListValueDecoder/defaults``.
    let fallback: PropertyListValue?
    let codingPath: [any CodingKey]
    let sharedInfo: [CodingUserInfoKey: any Sendable]

    init(
        value: PropertyListValue, fallback: PropertyListValue?, codingPath: [any CodingKey],
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.value = value
        self.fallback = fallback
        self.codingPath = codingPath
        sharedInfo = userInfo
    }

    var userInfo: [CodingUserInfoKey: Any] { sharedInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let dictionary) = value else { throw mismatch(type, "a dictionary") }
        return KeyedDecodingContainer(KeyedDecoding<Key>(decoder: self, dictionary: dictionary))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self, "an array") }
        return UnkeyedDecoding(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueDecoding(decoder: self)
    }

    func decoder(of value: PropertyListValue, fallback: PropertyListValue?, at key: any CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, fallback: fallback, codingPath: codingPath + [key], userInfo: sharedInfo)
    }

    /// Decodes the value in this place.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let native = type as? any NativePropertyListValue.Type else {
            guard codingPath.count < PropertyListLimits.depth else {
                throw DecodingError.dataCorrupted(context("it is nested too deep"))
            }
            let decoded = try Value(from: self)
            // Swift takes canonically equivalent strings for equal. A dictionary cannot hold two keys that a property
            // list can.
            if let keys = decoded as? any StringKeyed, case .dictionary(let stored) = value, keys.count != stored.count
            {
                throw DecodingError.dataCorrupted(context("two keys are canonically equivalent"))
            }
            return decoded
        }
        do {
            if let decoded = try native.decoded(value) as? Value { return decoded }
        } catch {
            throw DecodingError.dataCorrupted(context(error.reason))
        }
        throw mismatch(type, native.expectation)
    }

    func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        .typeMismatch(type, context("expected \(expected), found \(value.type.withArticle)"))
    }

    func context(_ description: String) -> DecodingError.Context {
        .init(codingPath: codingPath, debugDescription: description)
    }
}

private protocol StringKeyed {
    var count: Int { get }
}

extension Dictionary: StringKeyed where Key == String {}
