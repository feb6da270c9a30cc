import PropertyList

/// What ``Preferences`` know at a moment, all of it changed under one lock.
struct PreferencesState {
    /// A change that is not saved yet.
    struct Change {
        /// The value, nil for one that was removed.
        var value: PropertyListValue?
        /// Which change it was, in the order in which they were made.
        var number: UInt64
    }

    /// What a domain held when it was last read.
    enum Layer {
        case contents(PropertyListDictionary)
        case failed(PreferencesError)
    }

    /// What saving found, to be installed when it is done.
    struct Save {
        /// The last change that went into it.
        let lastChange: UInt64
        /// What was installed when it began.
        let installation: UInt64
        var contents: PropertyListDictionary
    }

    let arguments: PropertyListDictionary
    private(set) var registered: [ExactName: PropertyListValue] = [:]
    private(set) var pending: [ExactName: Change] = [:]
    private(set) var isLoaded = false
    var isSaveScheduled = false
    var saveFailure: (any Error)?
    var observers: [UInt64: PreferenceChanges.Handler] = [:]
    /// The domains before the one that is written to, that one, and those after it; empty ones left out.
    private var above: [Layer] = []
    private(set) var own = Layer.contents([:])
    private var below: [Layer] = []
    private var changeCount: UInt64 = 0
    /// How often the layers were installed. What was read before another installation may be older than that.
    private(set) var installation: UInt64 = 0

    init(arguments: PropertyListDictionary) {
        self.arguments = arguments
    }
}

extension PreferencesState {
    /// What is found for a name, from the arguments down to what is registered.
    ///
    /// - Parameter reportsFailures: whether a domain that could not be read stops the search, or is passed over.
    func find(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> StoredPreference? {
        if !arguments.isEmpty, let value = arguments[name.text] { return StoredPreference(value, isArgument: true) }
        if let value = try find(name, in: above, reportsFailures: reportsFailures) { return StoredPreference(value) }
        if let change = pending[name] {
            if let value = change.value { return StoredPreference(value) }
        } else if let value = try own.find(name, reportsFailures: reportsFailures) {
            return StoredPreference(value)
        }
        return try findBelow(name, reportsFailures: reportsFailures)
    }

    /// What is found after the domain that is written to.
    func findBelow(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> StoredPreference? {
        if let value = try find(name, in: below, reportsFailures: reportsFailures) { return StoredPreference(value) }
        return registered[name].map { StoredPreference($0) }
    }

    /// What is found before the domain that is written to.
    func findAbove(_ name: ExactName) throws(PreferencesError) -> StoredPreference? {
        if let value = arguments[name.text] { return StoredPreference(value, isArgument: true) }
        return try find(name, in: above, reportsFailures: true).map { StoredPreference($0) }
    }

    private func find(
        _ name: ExactName, in layers: [Layer], reportsFailures: Bool
    ) throws(PreferencesError) -> PropertyListValue? {
        for layer in layers {
            if let value = try layer.find(name, reportsFailures: reportsFailures) { return value }
        }
        return nil
    }

    /// Whether the domain that is written to has the name, or will have when it is saved.
    func isSet(_ name: ExactName) -> Bool {
        if let change = pending[name] { return change.value != nil }
        if case .contents(let contents) = own { return contents[name.text] != nil }
        return false
    }
}

extension PreferencesState {
    /// Notes a change to be saved; nil removes.
    mutating func set(_ name: ExactName, to value: PropertyListValue?) {
        changeCount += 1
        pending[name] = Change(value: value, number: changeCount)
    }

    mutating func register(_ name: ExactName, _ value: PropertyListValue?) {
        registered[name] = value
    }

    mutating func removeRegistered() {
        registered = [:]
    }

    /// Begins a save: what there is to save is made into changes of the domain's contents.
    ///
    /// Called while the domain is locked, so that of two saves the later one begins with what the earlier one wrote.
    func beginSave(of contents: inout PropertyListDictionary) -> Save {
        contents.apply(pending.lazy.map { ($0.key.text, $0.value.value) })
        return Save(lastChange: changeCount, installation: installation, contents: contents)
    }

    /// Takes over what was saved, unless something else was installed meanwhile, which may be newer.
    ///
    /// - Returns: whether it was taken over.
    mutating func install(_ save: Save) -> Bool {
        guard save.installation == installation else { return false }
        own = .contents(save.contents)
        installation += 1
        dropPending(through: save.lastChange)
        return true
    }

    /// Takes over what was read, unless something else was installed since the reading began.
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

    /// Forgets the changes that are saved, and keeps those made after them.
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

/// What the domains of a search list held when they were read.
struct PreferenceLayers {
    var above: [PreferencesState.Layer] = []
    /// Nil where it was not read.
    var own: PreferencesState.Layer?
    var below: [PreferencesState.Layer] = []

    /// Reads the domains of a list, around the one that is written to, which is in it.
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
