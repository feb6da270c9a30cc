import Foundation

/// What a type that encodes itself is given.
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
        if let native = value as? any NativePropertyListValue {
            do {
                return node.become(try native.encoded())
            } catch {
                throw invalid(value, error.reason)
            }
        }
        guard codingPath.count < PropertyListLimits.depth else { throw invalid(value, EncodingFault.depth) }
        if let dictionary = value as? any DictionaryOfOptionals, let key = dictionary.keyOfNil {
            throw encoder(of: node, at: key).invalid(value, EncodingFault.null)
        }
        switch Mirror(reflecting: value).displayStyle {
        case .struct?, .class?: node.hasFixedNames = true
        case .set?: node.isUnordered = true
        default: break
        }
        try value.encode(to: self)
    }

    func invalid(_ value: Any, _ reason: String) -> EncodingError {
        // Foundation traps when a date that is no instant is printed, and errors are there to be printed.
        let printable = (value as? Date)?.timeIntervalSinceReferenceDate ?? value
        return .invalidValue(printable, .init(codingPath: codingPath, debugDescription: reason))
    }
}

/// A dictionary that can hold nil under a key, which leaving out the key would not give back.
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
