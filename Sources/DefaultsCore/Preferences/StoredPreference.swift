public import PropertyList
import Foundation

/// What was found for a key.
public struct StoredPreference: Sendable {
    /// The value that was found.
    public let value: PropertyListValue
    /// Whether it was an argument of the program, of which every one is text.
    let isArgument: Bool

    /// The decoder of values that a program stored as JSON inside data.
    private static let json = JSONDecoder()

    init(_ value: PropertyListValue, isArgument: Bool = false) {
        self.value = value
        self.isArgument = isArgument
    }

    /// What the value can be taken for: itself and, for the text of an argument, the number or the truth value that it says.
    var readings: [PropertyListValue] {
        guard isArgument, case .string(let text) = value else { return [value] }
        var readings = [value]
        if let number = PropertyListInteger(text) { readings.append(.integer(number)) }
        if let number = Double(text) { readings.append(.real(number)) }
        switch text.lowercased() {
        case "yes", "true", "1": readings.append(true)
        case "no", "false", "0": readings.append(false)
        default: break
        }
        return readings
    }

    /// The value as a type with a total conversion.
    func preference<Value: PreferenceStorable>(_ type: Value.Type = Value.self) -> Value? {
        if !isArgument { return Value.preference(from: value) }
        return readings.lazy.compactMap { Value.preference(from: $0) }.first
    }

    /// As ``preference(_:)``, with an error where there is none.
    func requirePreference<Value: PreferenceStorable>(_ type: Value.Type = Value.self, of key: String) throws -> Value {
        if let found = preference(type) { return found }
        guard let decodable = type as? any Decodable.Type else {
            throw PreferenceValueError.wrongType(
                at: PropertyListPath([key]), expected: "\(type)", found: value.type)
        }
        // The decoder knows which part is wrong, and what an older program stored as bytes.
        let decoded: any Decodable = try decoded(decodable, of: key)
        if let value = decoded as? Value { return value }
        throw PreferenceValueError.corrupt(at: PropertyListPath([key]), reason: "it is no \(type)")
    }

    /// The value as any type that decodes itself.
    func decoded<Value: Decodable>(_ type: Value.Type = Value.self, of key: String) throws -> Value {
        var decoder = PropertyListValueDecoder()
        decoder.archivedJSON = Self.json
        if isArgument, let found = readings.lazy.compactMap({ try? decoder.decode(type, from: $0) }).first {
            return found
        }
        return try PreferenceValueError.decoding(key, from: value) { try decoder.decode(type, from: value) }
    }
}
