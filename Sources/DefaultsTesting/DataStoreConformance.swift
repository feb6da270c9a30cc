public import DefaultsObjects
import Foundation

/// What every ``/DefaultsObjects/DataStore`` must do, as a list of checks for any test framework to run, each on a fresh and empty store.
///
/// ```swift
/// @Test(arguments: DataStoreConformance.checks)
/// func conforms(check: DataStoreCheck) async throws {
///     try await check.run(MyStore())
/// }
/// ```
public enum DataStoreConformance {
    /// The checks.
    public static let checks: [DataStoreCheck] = [
        DataStoreCheck("a key that was never written has nothing") { store in
            try expect(try await store.read(Int.self, for: Key.first) == nil, "it has something")
        },
        DataStoreCheck("what is written is read back") { store in
            let value = Sample()
            try await store.write(value, for: Key.first)
            try await store.write(UInt64.max, for: Key.second)
            try expect(try await store.read(Sample.self, for: Key.first) == value, "it came back as something else")
            try expect(try await store.read(UInt64.self, for: Key.second) == .max, "a number was narrowed")
        },
        DataStoreCheck("writing again replaces the value") { store in
            try await store.write("old", for: Key.first)
            try await store.write("new", for: Key.first)
            try expect(try await store.read(String.self, for: Key.first) == "new", "the old value is there")
        },
        DataStoreCheck("deleting leaves other keys alone, and may be done twice") { store in
            try await store.write(1, for: Key.first)
            try await store.write(2, for: Key.second)
            try await store.delete(Key.first)
            try await store.delete(Key.first)
            try expect(try await store.read(Int.self, for: Key.first) == nil, "it is still there")
            try expect(try await store.read(Int.self, for: Key.second) == 2, "another key went")
        },
        DataStoreCheck("writing nil deletes") { store in
            try await store.write(1, for: Key.first)
            try await store.write(Int?.none, for: Key.first)
            try expect(try await store.read(Int.self, for: Key.first) == nil, "it is still there")
        },
        DataStoreCheck("a value that does not decode is an error, and stays") { store in
            try await store.write("text", for: Key.first)
            try await expectError { _ = try await store.read(Int.self, for: Key.first) }
            try expect(try await store.read(String.self, for: Key.first) == "text", "it is gone")
        },
        DataStoreCheck("a value that cannot be encoded is an error, and changes nothing") { store in
            try await store.write("text", for: Key.first)
            try await expectError { try await store.write(Refusing(), for: Key.first) }
            try expect(try await store.read(String.self, for: Key.first) == "text", "the old value is gone")
        },
        DataStoreCheck("writes at the same time are all there") { store in
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
}

/// One thing that every data store must do.
public struct DataStoreCheck: Sendable, CustomStringConvertible {
    /// What must hold, as a sentence.
    public let description: String
    private let body: @Sendable (any DataStore) async throws -> Void

    init(_ description: String, body: @escaping @Sendable (any DataStore) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Checks a store, which must be fresh and empty.
    ///
    /// - Throws: ``ConformanceFailure``, or what the store throws.
    public func run(_ store: any DataStore) async throws {
        try await body(store)
    }
}

private func expect(_ condition: Bool, _ failure: String) throws {
    if !condition { throw ConformanceFailure(description: failure) }
}

private func expectError(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch {
        return
    }
    throw ConformanceFailure(description: "it did not throw")
}
