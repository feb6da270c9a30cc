import Foundation

extension ConformanceCheck where Store == any DataStore {
    /// The requirements of every ``/DefaultsPreferences/DataStore``. Each check needs a new and empty store.
    ///
    /// ```swift
    /// @Test(arguments: ConformanceCheck.dataStore)
    /// func conforms(check: ConformanceCheck<any DataStore>) async throws {
    ///     try await check.run(MyStore())
    /// }
    /// ```
    public static var dataStore: [Self] {
        [
            Self("a key that was never written has no value") { store in
                try expect(try await store.read(Int.self, for: Key.first) == nil, "it has a value")
            },
            Self("a written value is read back") { store in
                let value = Sample()
                try await store.write(value, for: Key.first)
                try await store.write(UInt64.max, for: Key.second)
                try expect(try await store.read(Sample.self, for: Key.first) == value, "another value was read")
                try expect(try await store.read(UInt64.self, for: Key.second) == .max, "a number was narrowed")
            },
            Self("writing again replaces the value") { store in
                try await store.write("old", for: Key.first)
                try await store.write("new", for: Key.first)
                try expect(try await store.read(String.self, for: Key.first) == "new", "the old value is there")
            },
            Self("removing a key leaves other keys unchanged, and can be repeated") { store in
                try await store.write(1, for: Key.first)
                try await store.write(2, for: Key.second)
                try await store.remove(Key.first)
                try await store.remove(Key.first)
                try expect(try await store.read(Int.self, for: Key.first) == nil, "it is still there")
                try expect(try await store.read(Int.self, for: Key.second) == 2, "another key was removed")
            },
            Self("writing nil removes") { store in
                try await store.write(1, for: Key.first)
                try await store.write(Int?.none, for: Key.first)
                try expect(try await store.read(Int.self, for: Key.first) == nil, "it is still there")
            },
            Self("a value that does not decode is an error, and stays") { store in
                try await store.write("text", for: Key.first)
                try await expectError { _ = try await store.read(Int.self, for: Key.first) }
                try expect(try await store.read(String.self, for: Key.first) == "text", "it is gone")
            },
            Self("a value that cannot be encoded is an error, and changes nothing") { store in
                try await store.write("text", for: Key.first)
                try await expectError { try await store.write(Refusing(), for: Key.first) }
                try expect(try await store.read(String.self, for: Key.first) == "text", "the old value is gone")
            },
            Self("concurrent writes are all stored") { store in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<20 {
                        group.addTask { try await store.write(number, for: NumberedKey(rawValue: "key.\(number)")) }
                    }
                    try await group.waitForAll()
                }
                for number in 0..<20 {
                    let found = try await store.read(Int.self, for: NumberedKey(rawValue: "key.\(number)"))
                    try expect(found == number, "one is missing")
                }
            },
        ]
    }
}

private enum Key: String { case first, second }

private struct NumberedKey: RawRepresentable { let rawValue: String }

private struct Sample: Codable, Equatable {
    var whole = 1.0
    var text = "$null"
    var list = [[1], []]
    var date = Date(timeIntervalSinceReferenceDate: 1000)
    var data = Data([1, 2, 3])
    var absent: Int?
}

private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "refused"))
    }
}
