import DefaultsPreferences
import Synchronization

/// The preferences of one ``SafeUserDefaults`` instance. Suites can be added to their search list.
///
/// All preferences of a domain share its values and unsaved changes. New preferences with another search list can
/// therefore replace the current preferences at any time.
final class SuitePreferences: Sendable {
    private struct State {
        var preferences: Preferences
        var suites: [Domain] = []
    }

    private let state: Mutex<State>
    /// The identity of the written domain, once it is known.
    private let knownIdentity = Mutex<StoreIdentity?>(nil)

    /// The preferences of suites and of the standard domain in the files that Foundation uses. They live as long as the
    /// process, so a program can create an instance at each access without reading the file again. An array is used,
    /// because a program has few suites. The first use of a Swift dictionary takes longer than a search.
    private static let known = Mutex<[Preferences]>([])

    /// Creates the preferences of a domain in a store.
    init(_ domain: Domain, store: any DomainStore) {
        state = Mutex(State(preferences: Self.preferences(domain, store: store)))
    }

    /// Creates the preferences of a domain in the files that Foundation uses.
    init(files domain: Domain) {
        let preferences = Self.known.withLock { known in
            if let present = known.first(where: { $0.domain == domain }) { return present }
            known.append(Self.preferences(domain, store: FileDomainStore()))
            return known[known.endIndex - 1]
        }
        state = Mutex(State(preferences: preferences))
    }

    private static func preferences(_ domain: Domain, suites: [Domain] = [], store: any DomainStore) -> Preferences {
        var searchList: [Domain]?
        if domain.isPath {
            // The standard list of a path lacks the global domain. Foundation searches that domain after every suite.
            let global = Preferences.standardSearchList(for: .global, includesAnyUser: store.hasAnyUserDomains)
            searchList = [domain] + suites + global
        }
        return Preferences(
            domain: domain, suites: suites, searchList: searchList, store: store, arguments: .none,
            saving: ErrorReports.savingPolicy)
    }

    var current: Preferences { state.withLock { $0.preferences } }

    /// The identity of the written domain, or `nil` if it is unknown.
    var identity: StoreIdentity? {
        if let known = knownIdentity.withLock({ $0 }) { return known }
        let current = current
        guard let new = try? current.store.identity(of: current.domain) else { return nil }
        knownIdentity.withLock { $0 = new }
        return new
    }

    /// Changes the suites of the search list.
    ///
    /// - Parameter body: A closure that changes the suites.
    /// - Returns: Whether the preferences were replaced.
    func changeSuites(_ body: (inout [Domain]) -> Void) -> Bool {
        state.withLock { state in
            var suites = state.suites
            body(&suites)
            guard suites != state.suites else { return false }
            state.suites = suites
            let (domain, store) = (state.preferences.domain, state.preferences.store)
            state.preferences = Self.preferences(domain, suites: suites, store: store)
            return true
        }
    }

    /// Returns the preferences of another domain in the same store.
    func preferences(of domain: Domain) -> Preferences {
        Self.preferences(domain, store: current.store)
    }

    /// Replaces the values of another domain in the same store.
    func replaceContents(of domain: Domain, with objects: [String: Any]) throws {
        let contents = try PropertyListDictionary(storing: objects) { throw $0 }
        try preferences(of: domain).replaceContents(with: contents)
        for (key, object) in objects {
            FloatValues.note(object, as: contents[key], of: key) { try? current.store.identity(of: domain) }
        }
    }
}
