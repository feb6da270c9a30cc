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
/// A value is looked up in the program's arguments, then in the domains of the ``Preferences/SearchList``, then in the
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
    /// The written domain, or the error for its invalid name.
    let target: Result<SharedDomain, PreferencesError>
    let searchList: SearchList
    /// The domains of the search list.
    let layers: [SharedDomain]
    /// The index of the written domain among the layers.
    let targetIndex: Int
    let argumentValues: PropertyListDictionary
    let state = Mutex(PreferencesState())
    let registrar = ObservationRegistrar()
    /// Whether the preferences follow changes of their domains. The lock is held while this starts or stops.
    let listening = Mutex(false)

    private init(
        _ target: Result<Domain, PreferencesError>, searchList: SearchList, store: any DomainStore,
        keyMapping: KeyMapping, arguments: Arguments, saving: SavingPolicy
    ) {
        let layers = SharedDomainRegistry.states(of: searchList.domains, in: store)
        targetIndex = layers.firstIndex { (try? target.get()) == $0.domain } ?? layers.endIndex
        let index = targetIndex
        self.target = target.map { _ in layers[index] }
        self.layers = layers
        self.searchList = searchList
        self.store = store
        self.keyMapping = keyMapping
        self.saving = saving
        argumentValues = store.holdsSecrets ? [:] : arguments.contents
    }

    deinit {
        stopListening()
    }

    /// Creates the preferences of a domain.
    ///
    /// ```swift
    /// let preferences = Preferences(editor, suites: [office], store: store)
    /// let theme = preferences[.theme]  // of the editor, or else of the office, or else of the global domain
    /// preferences[.theme] = theme      // of the editor
    /// ```
    ///
    /// - Parameters:
    ///   - domain: The domain to write to.
    ///   - suites: Domains that several applications share. They follow the application's own domain in the standard
    ///     search list. Ignored if `searchList` is given.
    ///   - searchList: The domains to look up values in. Defaults to the standard list. If it does not contain
    ///     `domain`, `domain` is searched first.
    ///   - store: The store of the domains. Defaults to the files that `UserDefaults` uses.
    ///   - keyMapping: The function from the names of keys to stored names.
    ///   - arguments: The values that take precedence over all others. Defaults to the arguments of this process.
    ///   - saving: The choice of when changes are saved. Defaults to automatic saving.
    public convenience init(
        _ domain: Domain, suites: [Domain] = [], searchList: SearchList? = nil,
        store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: Arguments = .process, saving: SavingPolicy = .automatic
    ) {
        var list = searchList ?? .standard(for: domain, suites: suites, includesAnyUser: store.hasAnyUserDomains)
        if store.holdsSecrets { list = .only(domain) }
        if !list.domains.contains(domain) { list = SearchList([domain] + list.domains) }
        self.init(
            .success(domain), searchList: list, store: store, keyMapping: keyMapping, arguments: arguments,
            saving: saving)
    }

    private convenience init(
        _ target: Result<Domain, PreferencesError>, store: any DomainStore, keyMapping: KeyMapping,
        arguments: Arguments, saving: SavingPolicy
    ) {
        switch target {
        case .success(let domain):
            self.init(domain, store: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
        case .failure:
            self.init(
                target, searchList: SearchList([]), store: store, keyMapping: keyMapping, arguments: arguments,
                saving: saving)
        }
    }

    /// Creates the preferences of a named domain. The name has the same meaning as in the `defaults` command.
    ///
    /// If the name is invalid, the preferences have no domain: keys have only arguments and defaults, and nothing can
    /// be saved. Functions that need the domain then throw `PreferencesError.Code.invalidName`. ``saveFailure`` is the
    /// same error. For names from outside the program, use `Preferences(try Domain(name))`.
    ///
    /// ```swift
    /// extension Preferences {
    ///     static let editor = Preferences(domain: "com.example.Editor")
    /// }
    ///
    /// Preferences.editor[.fontSize] = 14
    /// ```
    public convenience init(
        domain name: String, store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: Arguments = .process, saving: SavingPolicy = .automatic
    ) {
        self.init(
            Result { () throws(PreferencesError) in try Domain(name) }, store: store, keyMapping: keyMapping,
            arguments: arguments, saving: saving)
    }

    /// Creates preferences of this program, in the domain of the ``standard`` preferences.
    ///
    /// ```swift
    /// let secrets = Preferences(store: SecretDomainStore())  // this program's domain, in the keyring
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - keyMapping: The function from the names of keys to stored names.
    ///   - arguments: The values that take precedence over all others. Defaults to the arguments of this process.
    ///   - saving: The choice of when changes are saved. Defaults to automatic saving.
    public convenience init(
        store: any DomainStore = FileDomainStore(), keyMapping: KeyMapping = .identity,
        arguments: Arguments = .process, saving: SavingPolicy = .automatic
    ) {
        self.init(
            Self.standardDomain, store: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
    }

    /// Creates the preferences of one user of a program with many users.
    ///
    /// Each user has a domain, `<suite>.user.<identifier>`. Users never see each other's values.
    ///
    /// ```swift
    /// let preferences = try Preferences(suite: service, user: "ann", store: store)
    /// let domain = try preferences.domain  // com.example.Service.user.ann
    /// ```
    ///
    /// - Parameters:
    ///   - suite: The domain whose name begins the names of the users' domains.
    ///   - identifier: The identifier of the user, or `nil` for the domain of the suite.
    ///   - store: The store of the domain. Defaults to the files that `UserDefaults` uses.
    ///   - keyMapping: The function from the names of keys to stored names.
    ///   - arguments: The values that take precedence over all others. Defaults to the arguments of this process.
    ///   - saving: The choice of when changes are saved. Defaults to automatic saving.
    /// - Throws: `PreferencesError.Code.invalidName` if the identifier cannot be part of a domain's name.
    public convenience init(
        suite: Domain, user identifier: String?, store: any DomainStore = FileDomainStore(),
        keyMapping: KeyMapping = .identity, arguments: Arguments = .process,
        saving: SavingPolicy = .automatic
    ) throws(PreferencesError) {
        self.init(
            try suite.ofUser(identifier), store: store, keyMapping: keyMapping, arguments: arguments, saving: saving)
    }

    /// The preferences of this program, in the domain of Foundation's `UserDefaults.standard`.
    ///
    /// The name of the domain is the identifier of the main bundle. If there is none, the domain has the name of the
    /// program.
    ///
    /// ```swift
    /// Preferences.standard.register(["FontSize": 14])
    /// Preferences.standard[.fontSize] += 1
    /// ```
    public static let standard = Preferences()

    private static var standardDomain: Result<Domain, PreferencesError> {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return Result { () throws(PreferencesError) in try Domain(literally: name) }
    }

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
        let domain = Domain.named("memory")
        return Preferences(
            domain, store: InMemoryDomainStore([domain: contents]), arguments: .none, saving: .explicit)
    }
}

extension Preferences {
    /// The written domain.
    ///
    /// - Throws: `PreferencesError.Code.invalidName` if the preferences have no domain.
    public var domain: Domain {
        get throws(PreferencesError) { try target.get().domain }
    }

    /// The error of the last automatic save. If there is none, the error of the last refused subscript assignment.
    ///
    /// The error of an assignment remains until the key is set or reset, or until `synchronize()` succeeds. If the
    /// preferences have no domain, this is the error for the invalid name.
    ///
    /// ```swift
    /// preferences[.volume] = 12  // not set, because the key allows 0...11
    /// if let error = preferences.saveFailure { show(error) }  // 'Volume' cannot be 12: it is not in 0...11
    /// ```
    public var saveFailure: (any Error)? {
        switch target {
        case .success(let domain): domain.values.withLock { $0.saveFailure ?? $0.refusals.last?.error }
        case .failure(let error): error
        }
    }

    /// Whether there are changes that are not saved.
    ///
    /// ```swift
    /// if preferences.hasUnsavedChanges { try preferences.synchronize() }
    /// ```
    public var hasUnsavedChanges: Bool {
        (try? target.get())?.hasUnsavedChanges ?? false
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
        try find(name, in: layers[min(targetIndex + 1, layers.endIndex)...], reportsFailures: true)
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
    private(set) var observers: [UInt64: @Sendable () -> Void] = [:]
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

    /// Removes an observer.
    ///
    /// - Returns: The handler. The caller releases it outside its locks, because the `deinit` of an object that the
    ///   handler captured may use the preferences.
    mutating func removeObserver(_ number: UInt64) -> (@Sendable () -> Void)? {
        observers.removeValue(forKey: number)
    }
}
