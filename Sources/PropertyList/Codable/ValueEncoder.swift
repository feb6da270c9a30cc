import Foundation

/// The encoder of one place in a value.
struct ValueEncoder: Encoder {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    let sharedInfo: [CodingUserInfoKey: any Sendable]

    init(node: EncodingNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]) {
        self.node = node
        self.codingPath = codingPath
        sharedInfo = userInfo
    }

    var userInfo: [CodingUserInfoKey: Any] { sharedInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(KeyedEncoding<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoding(encoder: self)
    }

    func encoder(of node: EncodingNode, at key: any CodingKey) -> ValueEncoder {
        ValueEncoder(node: node, codingPath: codingPath + [key], userInfo: sharedInfo)
    }

    /// Encodes a value in this place.
    func encode<Value: Encodable>(_ value: Value) throws {
        if let native = try Self.native(value, at: codingPath) { return node.become(native) }
        guard codingPath.count < PropertyListLimits.depth else { throw invalid(value, EncodingFailure.depth) }
        if let dictionary = value as? any DictionaryOfOptionals, let key = dictionary.keyOfNil {
            throw encoder(of: node, at: key).invalid(value, EncodingFailure.null)
        }
        switch Mirror(reflecting: value).displayStyle {
        case .struct?, .class?: node.hasFixedNames = true
        case .set?: node.isUnordered = true
        default: break
        }
        try value.encode(to: self)
    }

    /// Returns the stored form of a value that is stored without containers, or `nil` for any other value.
    static func native(_ value: Any, at codingPath: [any CodingKey]) throws -> PropertyListValue? {
        guard let native = value as? any NativePropertyListValue else { return nil }
        do {
            return try native.encoded()
        } catch {
            throw invalid(value, error.reason, at: codingPath)
        }
    }

    private func invalid(_ value: Any, _ reason: String) -> EncodingError {
        Self.invalid(value, reason, at: codingPath)
    }

    private static func invalid(_ value: Any, _ reason: String, at codingPath: [any CodingKey]) -> EncodingError {
        // Printing a date that is not finite traps in Foundation.
        let printable = (value as? Date)?.timeIntervalSinceReferenceDate ?? value
        return .invalidValue(printable, .init(codingPath: codingPath, debugDescription: reason))
    }
}

/// A dictionary of optionals. Omitting a key with a `nil` value would lose the key.
private protocol DictionaryOfOptionals {
    var keyOfNil: PathKey? { get }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool { self == nil }
}

extension Dictionary: DictionaryOfOptionals where Value: OptionalValue {
    fileprivate var keyOfNil: PathKey? {
        first { $0.value.isNil }.map { PathKey(stringValue: "\($0.key)") }
    }
}
