public import Foundation

extension DomainDataStore {
    /// The form in which a data store keeps values.
    ///
    /// Each form also reads values in the other form.
    public struct Coding: Sendable {
        private let encoder: JSONEncoder?
        private let decoder: JSONDecoder

        /// Property list values, which people and the `defaults` command can read.
        public static let propertyList = Coding(encoder: nil, decoder: JSONDecoder())

        /// Returns a coding that stores JSON as data, for programs that expect it.
        ///
        /// ```swift
        /// let dataStore = DomainDataStore(domain, store: store, coding: .json())
        /// try await dataStore.write(Note(id: 1, text: "a"), for: UserAction.firstLogin)  // data with JSON
        /// ```
        public static func json(
            encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
        ) -> Coding {
            Coding(encoder: encoder, decoder: decoder)
        }

        /// Returns the stored form of a value, or `nil` if the value is `nil`.
        func encoded(_ value: some Encodable, for key: String) throws -> PropertyListValue? {
            try PreferenceValueError.encoding(key) {
                guard let encoder else { return try PropertyListValueEncoder().encodeIfPresent(value) }
                let data = try encoder.encode(value)
                return data == Data("null".utf8) ? nil : .data(data)
            }
        }

        /// Returns the value of a stored form.
        func decoded<Value: Decodable>(_ type: Value.Type, from stored: PropertyListValue, key: String) throws -> Value
        {
            var propertyListDecoder = PropertyListValueDecoder()
            propertyListDecoder.archivedJSON = decoder
            return try PreferenceValueError.decoding(key, from: stored) {
                try propertyListDecoder.decode(type, from: stored)
            }
        }
    }
}
