import PropertyList

/// The state of ``Preferences``, which one lock protects.
struct PreferencesState {
    /// A change that is not saved.
    struct PendingValue {
        /// The value, or `nil` if the key was removed.
        var value: PropertyListValue?
        /// The number of the change, in the order of all changes.
        var number: UInt64
    }

    /// The result of reading a domain.
    enum Layer {
        case contents(PropertyListDictionary)
        case failed(PreferencesError)
    }

    /// The contents of a save, to be installed when it is done.
    struct Save {
        /// The number of the last change in it.
        let lastChange: UInt64
        /// The installation number when the save began.
        let installation: UInt64
        var contents: PropertyListDictionary
    }

    let arguments: PropertyListDictionary
    var registered: [ExactName: PropertyListValue] = [:]
    private(set) var pending: [ExactName: PendingValue] = [:]
    private(set) var isLoaded = false
    var isSaveScheduled = false
    var saveFailure: (any Error)?
    var observers: [UInt64: PreferenceChanges.Handler] = [:]
    /// The non-empty domains that precede the written domain in the search list.
    private var above: [Layer] = []
    private(set) var own = Layer.contents([:])
    /// The non-empty domains that follow the written domain.
    private var below: [Layer] = []
    private var changeCount: UInt64 = 0
    /// The number of installations of read or saved contents. Contents read before an installation may be outdated
    /// after it.
    private(set) var installation: UInt64 = 0

    init(arguments: PropertyListDictionary) {
        self.arguments = arguments
    }
}

extension PreferencesState {
    /// Looks up a name in the arguments, the domains and the registered defaults.
    ///
    /// - Parameter reportsFailures: Whether to throw the error of a domain that could not be read instead of skipping
    ///   the domain.
    func find(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> FoundValue? {
        if !arguments.isEmpty, let value = arguments[name.text] { return FoundValue(value: value, isArgument: true) }
        if let value = try find(name, in: above, reportsFailures: reportsFailures) { return FoundValue(value: value) }
        if let change = pending[name] {
            if let value = change.value { return FoundValue(value: value) }
        } else if let value = try own.find(name, reportsFailures: reportsFailures) {
            return FoundValue(value: value)
        }
        return try findBelow(name, reportsFailures: reportsFailures)
    }

    /// Looks up a name in the layers that follow the written domain.
    func findBelow(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> FoundValue? {
        if let value = try find(name, in: below, reportsFailures: reportsFailures) { return FoundValue(value: value) }
        return registered[name].map { FoundValue(value: $0) }
    }

    /// Looks up a name in the layers that precede the written domain.
    func findAbove(_ name: ExactName) throws(PreferencesError) -> FoundValue? {
        if let value = arguments[name.text] { return FoundValue(value: value, isArgument: true) }
        return try find(name, in: above, reportsFailures: true).map { FoundValue(value: $0) }
    }

    private func find(
        _ name: ExactName, in layers: [Layer], reportsFailures: Bool
    ) throws(PreferencesError) -> PropertyListValue? {
        for layer in layers {
            if let value = try layer.find(name, reportsFailures: reportsFailures) { return value }
        }
        return nil
    }

    /// Returns whether the written domain has a value for a name, including pending changes.
    func isSet(_ name: ExactName) -> Bool {
        if let change = pending[name] { return change.value != nil }
        if case .contents(let contents) = own { return contents[name.text] != nil }
        return false
    }
}

extension PreferencesState {
    /// Records a pending change. `nil` removes the value.
    mutating func set(_ name: ExactName, to value: PropertyListValue?) {
        changeCount += 1
        pending[name] = PendingValue(value: value, number: changeCount)
    }

    /// Applies the pending changes to the contents of the domain and begins a save.
    ///
    /// The caller holds the lock of the domain, so a later save begins with the contents of the earlier one.
    func beginSave(of contents: inout PropertyListDictionary) -> Save {
        contents.apply(pending.lazy.map { ($0.key.text, $0.value.value) })
        return Save(lastChange: changeCount, installation: installation, contents: contents)
    }

    /// Installs saved contents, unless other contents were installed since the save began.
    ///
    /// - Returns: Whether the contents were installed.
    mutating func install(_ save: Save) -> Bool {
        guard save.installation == installation else { return false }
        own = .contents(save.contents)
        installation += 1
        dropPending(through: save.lastChange)
        return true
    }

    /// Installs read contents, unless other contents were installed since the reading began.
    ///
    /// - Returns: Whether the contents were installed.
    mutating func install(_ layers: PreferenceLayers, since beginning: UInt64, saved: UInt64 = 0) -> Bool {
        guard beginning == installation else { return false }
        above = layers.above.filter { !$0.isEmpty }
        if let read = layers.own { own = read }
        below = layers.below.filter { !$0.isEmpty }
        isLoaded = true
        installation += 1
        dropPending(through: saved)
        return true
    }

    /// Removes the saved changes from the pending ones.
    private mutating func dropPending(through last: UInt64) {
        if last == changeCount {
            pending = [:]
        } else if last > 0 {
            pending = pending.filter { $0.value.number > last }
        }
    }
}

extension PreferencesState.Layer {
    var isEmpty: Bool {
        if case .contents(let contents) = self { contents.isEmpty } else { false }
    }

    fileprivate func find(
        _ name: ExactName, reportsFailures: Bool
    ) throws(PreferencesError) -> PropertyListValue? {
        switch self {
        case .contents(let contents): return contents[name.text]
        case .failed(let error):
            if reportsFailures { throw error }
            return nil
        }
    }
}

/// The contents of the domains of a search list.
struct PreferenceLayers {
    var above: [PreferencesState.Layer] = []
    /// The written domain, or `nil` if it was not read.
    var own: PreferencesState.Layer?
    var below: [PreferencesState.Layer] = []

    /// Reads the domains of a list that contains the written domain.
    init(_ list: SearchList, around own: Domain, readsOwn: Bool, in store: any DomainStore) {
        var isBelow = false
        for domain in list.domains {
            if domain == own {
                if readsOwn { self.own = Self.layer(domain, in: store) }
                isBelow = true
            } else if isBelow {
                below.append(Self.layer(domain, in: store))
            } else {
                above.append(Self.layer(domain, in: store))
            }
        }
    }

    private static func layer(_ domain: Domain, in store: any DomainStore) -> PreferencesState.Layer {
        do {
            return .contents(try store.snapshot(of: domain).contents)
        } catch {
            return .failed(error)
        }
    }
}
