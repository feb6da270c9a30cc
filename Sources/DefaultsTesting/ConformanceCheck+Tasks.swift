extension ConformanceCheck where Store == any DomainStore {
    /// The requirements that concern preferences and tasks.
    static var tasks: [Self] {
        [
            Self("preferences are saved and read by their asynchronous functions") { store in
                let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                preferences[number] = 1
                try await preferences.async { try $0.synchronize() }
                try expect(try store.contents(of: domain) == ["n": 1], "a saved value is not stored")
                let result = try await preferences.async { preferences in
                    try preferences.update { editor in
                        editor[number] += 1
                        return editor[number]
                    }
                }
                try expect(try result == 2 && store.contents(of: domain) == ["n": 2], "an update is not stored")
                try store.apply(ChangeSet([.set("n", 3)]), to: domain)
                try await preferences.async { try $0.synchronize() }
                try expect(preferences[number] == 3, "a change of the store is not read")
            },
            Self("preferences in one store share their values, also before they are saved") { store in
                guard let identity = store.identity else { return }
                try expect(store.identity == identity, "the store has another identity each time")
                let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                let others = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                preferences[number] = 5
                try expect(others[number] == 5, "others have \(others[number])")
                try await others.async { try $0.synchronize() }
                try expect(
                    try store.contents(of: domain) == ["n": 5] && !preferences.hasUnsavedChanges, "it is not saved")
            },
            Self("preferences see an update of their domain at once") { store in
                let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                try expect(preferences[number] == 0, "a new domain has a value")
                try store.apply(ChangeSet([.set("n", 7)]), to: domain)
                try expect(preferences[number] == 7, "they have \(preferences[number])")
            },
            Self("updates of concurrent tasks lose nothing") { store in
                let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 {
                        group.addTask { try await preferences.async { try $0.update { $0[number] += 1 } } }
                    }
                    try await group.waitForAll()
                }
                try expect(preferences[number] == 20, "\(preferences[number]) of 20 updates are stored")
            },
            Self("arguments take precedence, unless the values are secrets") { store in
                let preferences = Preferences(
                    domain: domain, store: store, arguments: Preferences.Arguments(["-n", "7"]), saving: .explicit)
                preferences[number] = 1
                try await preferences.async { try $0.synchronize() }
                let expected = store.holdsSecrets ? 1 : 7
                try expect(preferences[number] == expected, "the value is \(preferences[number])")
            },
            Self("a store of secrets has no domains of any user") { store in
                try expect(!(store.holdsSecrets && store.hasAnyUserDomains), "it has")
            },
            Self("a domain of any user is not the user's own") { store in
                guard store.hasAnyUserDomains else { return }
                let shared = try Domain("com.example.Editor", user: .any)
                try store.apply(ChangeSet([.set("n", 1)]), to: domain)
                try expect(try store.contents(of: shared)["n"] == nil, "both are one domain")
                try expect(try store.identity(of: shared) != store.identity(of: domain), "both have one identity")
                let preferences = Preferences(domain: domain, store: store, arguments: .none, saving: .explicit)
                try await preferences.async { try $0.synchronize() }
                try expect(preferences[number] == 1, "the user's value is not found")
            },
        ]
    }

    private static var number: PreferenceKey<Int> { PreferenceKey("n", default: 0) }
}
