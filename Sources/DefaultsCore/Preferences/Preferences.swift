public import PropertyList
import Foundation
import Synchronization

/// The preferences of a program: typed values under keys, in the files where Foundation's `UserDefaults` keeps them.
///
/// ```swift
/// extension PreferenceKey<Int> { static let fontSize = Self("FontSize", default: 12) }
///
/// let preferences = Preferences(domain: "com.example.Editor")
/// preferences[.fontSize] = 14                       // at once in memory, saved soon after
/// try preferences.synchronize()                     // saved now, and what others saved seen
/// try preferences.update { $0[.fontSize] += 1 }     // one atomic read-modify-write
/// ```
///
/// A value is looked for in the program's arguments, then in the domains of the ``SearchList``, then among the registered defaults; the
/// first that has it wins. Values are written to one domain.
///
/// Setting takes the same short time however many values there are, and touches no file. What was set is saved as one change, merged by
/// key into what other programs have written meanwhile: automatically within half a second and when the program ends normally, or when
/// told to, by the choice of ``SavingPolicy``. A change that cannot be saved stays to be saved, and is not lost by reading anew.
///
/// All of it can be used from any thread.
public final class Preferences: Sendable {
    /// Where the domains are kept.
    public let store: any DomainStore
    /// How the names of keys become the names under which values are stored.
    public let keyMapping: KeyMapping
    /// When what was set is saved.
    public let saving: SavingPolicy
    /// The domain that is written to, or why there is none.
    let target: Result<Domain, PreferencesError>
    let searchList: SearchList
    let state: Mutex<PreferencesState>

    /// Preferences of a domain.
    ///
    /// - Parameters:
    ///   - domain: the domain that is written to.
    ///   - suites: domains that several applications share, looked into after the application's own.
    ///   - searchList: the domains that are looked into, instead of the standard list.
    ///   - store: where the domains are kept; by default files in Foundation's places.
    ///   - keyMapping: how the names of keys become the names under which values are stored.
    ///   - arguments: the values that come before all others; by default the arguments of this process.
    ///   - saving: when what was set is saved; by default automatically.
    public init(
        _ domain: Domain, suites: [Domain] = [], searchList: SearchList? = nil,
        in store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: ArgumentDomain = .process, saving: SavingPolicy = .automatic
    ) {
        let list =
            searchList
            ?? .standard(for: domain, suites: suites, includesAnyUser: (store as? FileDomainStore)?.hasAnyUser ?? false)
        target = .success(domain)
        self.searchList = list.domains.contains(domain) ? list : SearchList([domain] + list.domains)
        self.store = store
        self.keyMapping = keyMapping
        self.saving = saving
        state = Mutex(PreferencesState(arguments: arguments.contents))
    }

    /// Preferences of the domain of that name, as the `defaults` command would understand it.
    ///
    /// A name that breaks a rule gives preferences of no domain: what can throw throws ``PreferencesError/invalidName(_:_:)``, keys have their
    /// defaults, and nothing can be saved. Use `Preferences(try Domain(name))` where the name comes from elsewhere.
    public convenience init(
        domain name: String, in store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: ArgumentDomain = .process, saving: SavingPolicy = .automatic
    ) {
        do {
            self.init(
                try Domain(name), in: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
        } catch {
            self.init(failing: error, store: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
        }
    }

    private init(
        failing error: PreferencesError, store: any DomainStore, keyMapping: KeyMapping, arguments: ArgumentDomain,
        saving: SavingPolicy
    ) {
        target = .failure(error)
        searchList = SearchList([])
        self.store = store
        self.keyMapping = keyMapping
        self.saving = saving
        state = Mutex(PreferencesState(arguments: arguments.contents))
    }

    /// Preferences of one user of a program that has many: a domain of their own, `<suite>.user.<identifier>`, and without a user the suite's
    /// own. Users never see each other's values.
    ///
    /// - Throws: ``PreferencesError/invalidName(_:_:)`` where the identifier is none that a domain can be named after.
    public convenience init(
        suite: Domain, user identifier: String?, in store: any DomainStore = FileDomainStore(),
        keyMapping: KeyMapping = .identity, arguments: ArgumentDomain = .process, saving: SavingPolicy = .automatic
    ) throws(PreferencesError) {
        self.init(
            try suite.ofUser(identifier), in: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
    }

    /// The preferences of this program: the domain that Foundation's `UserDefaults.standard` has, named after the main bundle or, where that has
    /// no identifier, after the program.
    public static let standard: Preferences = {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        do throws(PreferencesError) {
            return Preferences(try Domain(literally: name))
        } catch {
            return Preferences(
                failing: error, store: FileDomainStore(), keyMapping: .identity, arguments: .process,
                saving: .automatic)
        }
    }()

    /// Preferences in memory, for tests: no file, no argument, nothing of the user's.
    public static func inMemory(_ contents: PropertyListDictionary = [:]) -> Preferences {
        let domain = Domain.inMemory
        return Preferences(
            domain, in: InMemoryDomainStore([domain: contents]), arguments: .none, saving: .explicit)
    }
}

extension Preferences {
    /// The domain that is written to.
    ///
    /// - Throws: why there is none.
    public var domain: Domain {
        get throws(PreferencesError) { try target.get() }
    }

    /// The error of the last automatic save; nil if it succeeded.
    public var saveFailure: (any Error)? {
        state.withLock { $0.saveFailure }
    }

    /// Whether something was set or removed that is not saved yet.
    public var hasUnsavedChanges: Bool {
        state.withLock { !$0.pending.isEmpty }
    }

    func storedName(_ name: String) -> ExactName {
        ExactName(keyMapping.storedName(of: name))
    }
}

extension Domain {
    /// The domain of preferences in memory.
    fileprivate static let inMemory = Domain.named("memory")
}

extension FileDomainStore {
    /// Whether there is a folder for any user.
    var hasAnyUser: Bool { folders.anyUser != nil }
}
