/// Where preferences are kept.
public enum PreferencesStorage: Sendable {
    /// In files, in the places where Foundation's `UserDefaults` keeps them.
    case files
    /// In the keyring of the user's session, for values that must not lie in a plain file. See ``SecretDomainStore``.
    case keyring
}

extension Preferences {
    /// Preferences of the domain of that name, kept where the choice says; all else is the same.
    ///
    /// In the keyring values are looked for in the domain alone: neither in that of the host nor in the global one, and never in the
    /// program's arguments, which everybody on the machine can see. Where there is no keyring, what can throw throws
    /// ``PreferencesError/noKeyring(_:)``, keys have their defaults, and nothing is saved anywhere else.
    ///
    /// ```swift
    /// let secrets = Preferences(domain: "com.example.Editor", storage: .keyring)
    /// try secrets.update { $0[.token] = token }
    /// ```
    public convenience init(
        domain name: String, storage: PreferencesStorage, keyMapping: KeyMapping = .identity,
        saving: SavingPolicy = .automatic
    ) {
        switch storage {
        case .files:
            self.init(domain: name, keyMapping: keyMapping, saving: saving)
        case .keyring:
            self.init(secretsOf: name, in: SecretDomainStore(), keyMapping: keyMapping, saving: saving)
        }
    }

    /// Preferences of one domain of a keyring.
    convenience init(
        secretsOf name: String, in store: SecretDomainStore, keyMapping: KeyMapping = .identity,
        saving: SavingPolicy = .automatic
    ) {
        guard let domain = try? Domain(name), (try? SecretItem(domain, base: "")) != nil else {
            // Gives the error of the name where something can throw.
            self.init(domain: name, in: store, keyMapping: keyMapping, arguments: .none, saving: saving)
            return
        }
        self.init(
            domain, searchList: SearchList([domain]), in: store, keyMapping: keyMapping, arguments: .none,
            saving: saving)
    }
}
