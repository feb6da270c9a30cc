import Foundation

/// A value found for a key, before it is decoded.
struct FoundValue {
    let value: PropertyListValue
    /// Whether the value is an argument of the program. Arguments are text unless they are written as a property list.
    var isArgument = false
    var isRegistered = false

    private static let decoder: PropertyListValueDecoder = {
        var decoder = PropertyListValueDecoder()
        decoder.archivedJSON = JSONDecoder()
        return decoder
    }()

    /// Decodes the value.
    ///
    /// - Parameter key: The key of the value.
    /// - Throws: ``PreferenceValueError`` if the value cannot be decoded as a `Value`, or if the key does not allow it.
    func decoded<Value>(for key: PreferenceKey<Value>) throws -> Value {
        let value: Value = try decoded(named: key.name)
        try key.validate(value)
        return value
    }

    private func decoded<Value: Decodable>(named name: String) throws -> Value {
        for interpretation in interpretations {
            if let found = try? Self.decoder.decode(Value.self, from: interpretation) { return found }
        }
        return try PreferenceValueError.decoding(name, from: value) { try Self.decoder.decode(Value.self, from: value) }
    }

    /// The meanings of an argument's text: the text itself, then numbers and a boolean. Empty for other values.
    private var interpretations: [PropertyListValue] {
        guard isArgument, case .string(let text) = value else { return [] }
        var interpretations = [value]
        if let number = PropertyListInteger(text) { interpretations.append(.integer(number)) }
        if let number = Double(text) { interpretations.append(.real(number)) }
        if let flag = Bool(preferenceWord: text) { interpretations.append(.boolean(flag)) }
        return interpretations
    }
}
