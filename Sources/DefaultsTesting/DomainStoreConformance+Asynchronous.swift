extension DomainStoreConformance {
    /// The requirements of every ``/DefaultsCore/DomainStore`` that concern preferences and tasks, in addition to
    /// ``checks``.
    ///
    /// ```swift
    /// @Test(arguments: DomainStoreConformance.asynchronousChecks)
    /// func conforms(check: DomainStoreConformance.AsynchronousCheck) async throws {
    ///     try await check.run(MyStore())
    /// }
    /// ```
    public static let asynchronousChecks: [AsynchronousCheck] = [
        AsynchronousCheck("preferences are saved and read by their asynchronous functions") { store in
            let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            preferences[number] = 1
            try await preferences.async.synchronize()
            try expect(try store.contents(of: domain) == ["n": 1], "a saved value is not stored")
            let result = try await preferences.async.update { editor in
                editor[number] += 1
                return editor[number]
            }
            try expect(try result == 2 && store.contents(of: domain) == ["n": 2], "an update is not stored")
            try store.apply(ChangeSet([.set("n", 3)]), to: domain)
            try await preferences.async.synchronize()
            try expect(preferences[number] == 3, "a change of the store is not read")
        },
        AsynchronousCheck("preferences in one store share their values, also before they are saved") { store in
            guard let identity = store.identity else { return }
            try expect(store.identity == identity, "the store has another identity each time")
            let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            let others = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            preferences[number] = 5
            try expect(others[number] == 5, "others have \(others[number])")
            try await others.async.synchronize()
            try expect(try store.contents(of: domain) == ["n": 5] && !preferences.hasUnsavedChanges, "it is not saved")
        },
        AsynchronousCheck("preferences see an update of their domain at once") { store in
            let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            try expect(preferences[number] == 0, "a new domain has a value")
            try store.apply(ChangeSet([.set("n", 7)]), to: domain)
            try expect(preferences[number] == 7, "they have \(preferences[number])")
        },
        AsynchronousCheck("updates of concurrent tasks lose nothing") { store in
            let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await preferences.async.update { $0[number] += 1 } }
                }
                try await group.waitForAll()
            }
            try expect(preferences[number] == 20, "\(preferences[number]) of 20 updates are stored")
        },
        AsynchronousCheck("arguments take precedence, unless the values are secrets") { store in
            let preferences = Preferences(
                domain:
                    domain, store: store, arguments: Preferences.Arguments(["-n", "7"]), saving: .explicit)
            preferences[number] = 1
            try await preferences.async.synchronize()
            let expected = store.holdsSecrets ? 1 : 7
            try expect(preferences[number] == expected, "the value is \(preferences[number])")
        },
        AsynchronousCheck("a store of secrets has no domains of any user") { store in
            try expect(!(store.holdsSecrets && store.hasAnyUserDomains), "it has")
        },
        AsynchronousCheck("a domain of any user is not the user's own") { store in
            guard store.hasAnyUserDomains else { return }
            let shared = try Domain("com.example.Editor", user: .any)
            try store.apply(ChangeSet([.set("n", 1)]), to: domain)
            try expect(try store.contents(of: shared)["n"] == nil, "both are one domain")
            try expect(try store.identity(of: shared) != store.identity(of: domain), "both have one identity")
            let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
            try await preferences.async.synchronize()
            try expect(preferences[number] == 1, "the user's value is not found")
        },
    ]

    private static let domain = Domain("com.example.Editor")

    private static var number: PreferenceKey<Int> { PreferenceKey("n", default: 0) }
}

extension DomainStoreConformance {
    /// A check of one requirement that concerns preferences, tasks or the reports of changes.
    public struct AsynchronousCheck: Sendable, CustomStringConvertible {
        /// The requirement, as a sentence.
        public let description: String
        private let body: @Sendable (CheckContext) async throws -> Void

        fileprivate init(_ description: String, body: @escaping @Sendable (any DomainStore) async throws -> Void) {
            self.init(observing: description) { try await body($0.store) }
        }

        init(observing description: String, body: @escaping @Sendable (CheckContext) async throws -> Void) {
            (self.description, self.body) = (description, body)
        }

        /// Checks a new and empty store.
        ///
        /// - Parameters:
        ///   - store: The store.
        ///   - other: Another instance with the same domains, for checks of observation. Defaults to the store itself.
        ///   - timeLimit: The time after which a missing report is a failure. Defaults to a minute.
        /// - Throws: An error that describes the requirement if the store does not meet it, or an error of the store.
        public func run(
            _ store: any DomainStore, other: (any DomainStore)? = nil, timeLimit: Duration = .seconds(60)
        ) async throws {
            try await body(CheckContext(store: store, other: other ?? store, timeLimit: timeLimit))
        }
    }
}
