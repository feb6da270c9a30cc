import Foundation
import Observation
import Synchronization

/// The preferences of a program: typed values under keys, in the files that Foundation's `UserDefaults` uses.
///
/// ```swift
/// extension PreferenceKey<Int> {
///     static let fontSize = Self("FontSize", default: 12)
/// }
///
/// let preferences = Preferences(domain: "com.example.Editor")
/// preferences[.fontSize] = 14                       // in memory at once, saved soon after
/// try preferences.synchronize()                     // saves now, and reads what others have saved
/// try preferences.update { $0[.fontSize] += 1 }     // one atomic read-modify-write
/// ```
///
/// A value is looked up in the program's arguments, then in the domains of its search list, then in the
/// registered defaults. Values are written to one domain. In a store that holds secrets, only that domain is used; see
/// `DomainStore.holdsSecrets`.
///
/// Setting a value takes constant time and does not access files. Changes are saved together and merged by key with the
/// changes of other programs, at the time that the ``Preferences/SavingPolicy`` determines. Changes that cannot be
/// saved stay pending. Reading the domain again does not discard them.
///
/// A change that the program itself makes through a `DomainStore` or a `Migrator` is visible to all preferences of the
/// domain at once. Changes by other programs are read when the preferences are observed, saved or synchronized.
///
/// Preferences can be used from any thread.
public final class Preferences: Sendable {
    /// The store of the domains.
    public let store: any DomainStore
    /// The function from the names of keys to the names under which values are stored.
    public let keyMapping: KeyMapping
    /// The choice of when changes are saved.
    public let saving: SavingPolicy
    /// The written domain.
    let target: SharedDomain
    /// The domains of the search list.
    let layers: [SharedDomain]
    /// The index of the written domain among the layers.
    let targetIndex: Int
    let argumentValues: PropertyListDictionary
    let state = Mutex(PreferencesState())
    let registrar = ObservationRegistrar()
    /// Whether the preferences follow changes of their domains. The lock is held while this starts or stops.
    let listening = Mutex(false)

    deinit {
        stopListening()
    }

    /// Creates the preferences of a domain.
    ///
    /// ```swift
    /// let preferences = Preferences(domain: "com.example.Editor", suites: [office], store: store)
    /// let theme = preferences[.theme]  // of the editor, or else of the office, or else of the global domain
    /// preferences[.theme] = theme      // of the editor
    /// ```
    ///
    /// ```swift
    /// let list = [office, editor]  // values of the office take precedence
    /// let preferences = Preferences(domain: editor, searchList: list, store: store)
    /// ```
    ///
    /// ```swift
    /// let secrets = Preferences(store: SecretDomainStore())  // this program's domain, in the keyring
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain to write to. Defaults to the domain of this program.
    ///   - suites: Domains that several applications share. They follow the application's own domain in the standard
    ///     search list. Ignored if `searchList` is given.
    ///   - searchList: The domains to look up values in. Defaults to the standard list; see
    ///     ``standardSearchList(for:suites:includesAnyUser:)``. If it does not contain `domain`, `domain` is searched
    ///     first.
    ///   - store: The store of the domains. Defaults to the files that `UserDefaults` uses.
    ///   - keyMapping: The function from the names of keys to stored names.
    ///   - arguments: The values that take precedence over all others. Defaults to the arguments of this process.
    ///   - saving: The choice of when changes are saved. Defaults to automatic saving.
    public init(
        domain: Domain = .currentApplication, suites: [Domain] = [], searchList: [Domain]? = nil,
        store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: Arguments = .process, saving: SavingPolicy = .automatic
    ) {
        let domains = Self.searchedDomains(writing: domain, suites: suites, searchList, in: store)
        layers = SharedDomainRegistry.states(of: domains, in: store)
        targetIndex = layers.firstIndex { $0.domain == domain } ?? layers.endIndex
        target = layers[targetIndex]
        self.store = store
        self.keyMapping = keyMapping
        self.saving = saving
        argumentValues = store.holdsSecrets ? [:] : arguments.contents
    }

    /// The preferences of this program.
    ///
    /// ```swift
    /// Preferences.standard.register(["FontSize": 14])
    /// Preferences.standard[.fontSize] += 1
    /// ```
    public static let standard = Preferences()

    /// Creates preferences in memory for tests, without files and arguments.
    ///
    /// ```swift
    /// let preferences = Preferences.inMemory(["FontSize": 20])
    /// let editor = Editor(preferences: preferences)
    /// editor.enlarge()
    /// #expect(preferences[.fontSize] == 21)
    /// ```
    ///
    /// - Parameter contents: The initial values.
    public static func inMemory(_ contents: PropertyListDictionary = [:]) -> Preferences {
        let store = InMemoryDomainStore(["memory": contents])
        return Preferences(domain: "memory", store: store, arguments: .none, saving: .explicit)
    }
}

extension Preferences {
    /// The written domain.
    public var domain: Domain { target.domain }

    /// The error of the last automatic save. If there is none, the error of the last refused subscript assignment.
    ///
    /// The error of an assignment remains until the key is set or reset, or until `synchronize()` succeeds.
    ///
    /// ```swift
    /// preferences[.volume] = 12  // not set, because the key allows 0...11
    /// if let error = preferences.saveFailure { show(error) }  // 'Volume' cannot be 12: it is not in 0...11
    /// ```
    public var saveFailure: (any Error)? {
        target.values.withLock { $0.saveFailure ?? $0.refusals.last?.error }
    }

    /// Whether there are changes that are not saved.
    ///
    /// ```swift
    /// if preferences.hasUnsavedChanges { try preferences.synchronize() }
    /// ```
    public var hasUnsavedChanges: Bool {
        target.hasUnsavedChanges
    }

    func storedName(_ name: String) -> ExactName {
        ExactName(keyMapping.storedName(of: name))
    }
}

extension Preferences {
    /// Looks up a name in the arguments, the domains and the registered defaults.
    ///
    /// - Parameters:
    ///   - name: The stored name.
    ///   - reportsFailures: Whether to throw the error of a domain that could not be read instead of skipping the
    ///     domain.
    func find(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> FoundValue? {
        if !argumentValues.isEmpty, let value = argumentValues[name.text] {
            return FoundValue(value: value, isArgument: true)
        }
        return try find(name, in: layers[...], reportsFailures: reportsFailures)
    }

    /// Looks up a name in the layers that follow the written domain, then in the registered defaults.
    func findBelow(_ name: ExactName) throws(PreferencesError) -> FoundValue? {
        try find(name, in: layers[(targetIndex + 1)...], reportsFailures: true)
    }

    private func find(
        _ name: ExactName, in layers: ArraySlice<SharedDomain>, reportsFailures: Bool
    ) throws(PreferencesError) -> FoundValue? {
        for layer in layers {
            if let value = try layer.value(of: name, reportsFailures: reportsFailures) {
                return FoundValue(value: value)
            }
        }
        return state.withLock { $0.registered[name] }.map { FoundValue(value: $0, isRegistered: true) }
    }
}

/// The state of one instance of ``Preferences``, which one lock protects.
struct PreferencesState {
    var registered: [ExactName: PropertyListValue] = [:]
    /// The handlers of observers.
    var observers: [UInt64: @Sendable () -> Void] = [:]
    private var lastObserver: UInt64 = 0
    /// The names that were read while the `Observation` framework was tracking.
    var trackedNames: Set<ExactName> = []
    /// Whether all values were read while the `Observation` framework was tracking.
    var tracksContents = false

    /// Whether any observer or the `Observation` framework needs reports of changes.
    var isObserved: Bool { !observers.isEmpty || !trackedNames.isEmpty || tracksContents }

    /// Returns the changing values that are tracked.
    ///
    /// - Parameters:
    ///   - names: The names of the values.
    ///   - isWritten: Whether the values belong to the written domain, so that its contents change too.
    func tracked(_ names: Set<ExactName>, inWrittenDomain isWritten: Bool) -> (names: Set<ExactName>, contents: Bool) {
        (trackedNames.isEmpty ? [] : trackedNames.intersection(names), tracksContents && isWritten && !names.isEmpty)
    }

    var currentObservers: [@Sendable () -> Void] { observers.isEmpty ? [] : Array(observers.values) }

    mutating func addObserver(_ handler: @escaping @Sendable () -> Void) -> UInt64 {
        lastObserver += 1
        observers[lastObserver] = handler
        return lastObserver
    }
}
