/// A check of one requirement of a ``/DefaultsCore/DomainStore`` or a ``/DefaultsPreferences/DataStore``, for any test
/// framework.
///
/// ```swift
/// @Test(arguments: ConformanceCheck.domainStore)
/// func conforms(check: ConformanceCheck<any DomainStore>) async throws {
///     try await check.run(MyStore())
/// }
/// ```
public struct ConformanceCheck<Store: Sendable>: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence.
    public let description: String
    private let body: @Sendable (CheckContext<Store>) async throws -> Void

    init(_ description: String, body: @escaping @Sendable (Store) async throws -> Void) {
        self.init(observing: description) { try await body($0.store) }
    }

    init(observing description: String, body: @escaping @Sendable (CheckContext<Store>) async throws -> Void) {
        (self.description, self.body) = (description, body)
    }

    /// Checks a new and empty store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - other: Another instance with the same domains, for checks of observation. Defaults to the store itself.
    ///   - timeLimit: The time after which a missing report is a failure. Defaults to a minute.
    /// - Throws: An error that describes the requirement if the store does not meet it, or an error of the store.
    public func run(_ store: Store, other: Store? = nil, timeLimit: Duration = .seconds(60)) async throws {
        try await body(CheckContext(store: store, other: other ?? store, timeLimit: timeLimit))
    }
}

/// The stores and the time limit of a check.
struct CheckContext<Store: Sendable>: Sendable {
    let store: Store
    let other: Store
    let timeLimit: Duration
}

/// An error that a conformance check throws.
struct ConformanceFailure: Error, CustomStringConvertible {
    let description: String
}

func expect(_ condition: Bool, _ failure: String) throws {
    if !condition { throw ConformanceFailure(description: failure) }
}

func expectError(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch {
        return
    }
    throw ConformanceFailure(description: "it did not throw")
}
