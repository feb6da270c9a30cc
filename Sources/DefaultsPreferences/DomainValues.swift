/// The values of a ``SharedDomain``. The lock of the domain protects them.
struct DomainValues {
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

    /// The contents that a save writes. They are installed after the save.
    struct Save {
        /// The number of the last change that the save includes.
        let lastChange: UInt64
        /// The installation number when the save began.
        let installation: UInt64
        var contents: PropertyListDictionary
        /// The number of updates of the domain by this process before this save.
        var updates: UInt64 = 0
        /// The observation of the domain, and the number of writes in place before this save.
        var observed: (observation: DomainObservation, writes: UInt64)?
        /// The file that the save has put in place, if the domain is observed.
        var file: SavedFile?
    }

    /// The file of the last save, from which a report of a change can be recognized as that of the save.
    ///
    /// The file is kept open, so that a file of a later writer differs from it in its identity. A write in place is
    /// counted by the observation. Without this, each save would be followed by another reading of the domain.
    struct SavedFile {
        let file: HeldFile
        let version: Domain.Version
        /// The observation that counts writes in place.
        let observation: DomainObservation
        /// The number of writes in place before the save.
        let writes: UInt64
    }

    /// A value that changes whenever the contents may change.
    struct Version: Hashable {
        fileprivate let installation: UInt64
        fileprivate let change: UInt64
    }

    /// The functions that notify preferences of changes.
    struct Listener: Sendable {
        let willChange: @Sendable (Set<ExactName>) -> Void
        let didChange: @Sendable (Set<ExactName>) -> Void
    }

    /// The results of an installation, which are handled without the lock.
    struct Installed {
        /// The names whose values have changed.
        var names: Set<ExactName> = []
        var listeners: [Listener] = []
        /// The error handlers that are no longer needed. They are released outside the lock, because the `deinit` of an
        /// object that they captured may use the domain.
        fileprivate(set) var unneededHandlers: [ObjectIdentifier: @Sendable (any Error) -> Void] = [:]
        /// The file of an earlier save. Closing it may take long.
        fileprivate(set) var unneededFile: SavedFile?

        /// Announces and reports the changes to the listeners, which do not know them yet.
        func notify() {
            guard !names.isEmpty else { return }
            for listener in listeners {
                listener.willChange(names)
                listener.didChange(names)
            }
        }
    }

    private(set) var pending: [ExactName: PendingValue] = [:]
    /// A reference that keeps the domain itself alive while it has unsaved changes, or `nil` if that is not needed.
    var keptDomain: SharedDomain?
    /// The contents when they were last read or saved.
    private(set) var layer = Layer.contents([:])
    /// The version of the domain when the contents were read, or `nil` if a later change could have the same version.
    private(set) var domainVersion: Domain.Version?
    /// The file of the last save, if the contents are those of that file and the domain is observed.
    private(set) var savedFile: SavedFile?
    var isLoaded = false
    /// The names whose values others have changed, until they are reported.
    private var unreported: Set<ExactName> = []
    /// The updates that have begun and not ended. They may wait for a lock.
    var runningUpdates = 0
    /// The updates that are replacing the file, and have not installed its new contents.
    var publishingUpdates = 0
    /// Whether a change was reported while an update was replacing the file.
    var mustReadAfterPublishing = false
    /// The automatic saves that are going to save the domain, or `nil` if no automatic save is scheduled.
    var automaticSaves: AutomaticSaves?
    /// The error of the last automatic save, or `nil` if it succeeded.
    var saveFailure: (any Error)?
    /// The errors of refused assignments, one for each key. Saving other values does not remove them.
    private(set) var refusals: [(name: ExactName, error: any Error)] = []
    /// The number of automatic saves that have failed since the last successful one.
    var failedSaveCount = 0
    /// The error handlers of the preferences that have made unsaved changes.
    var errorHandlers: [ObjectIdentifier: @Sendable (any Error) -> Void] = [:]
    var listeners: [ObjectIdentifier: Listener] = [:]
    /// The observation of the store, while there are listeners.
    private(set) var observation: DomainObservation?
    private var changeCount: UInt64 = 0
    /// The number of installations of read or saved contents. If it changes during a read, the contents read may be
    /// outdated.
    private(set) var installation: UInt64 = 0

    /// Whether the domain was read without an error and has neither stored nor pending values.
    var isEmpty: Bool {
        guard isLoaded, pending.isEmpty, case .contents(let contents) = layer else { return false }
        return contents.isEmpty
    }

    var version: Version { Version(installation: installation, change: changeCount) }

    var currentListeners: [Listener] { listeners.isEmpty ? [] : Array(listeners.values) }

    func find(_ name: ExactName, reportsFailures: Bool) throws(PreferencesError) -> PropertyListValue? {
        if reportsFailures, pending[name] == nil, case .failed(let error) = layer { throw error }
        return value(of: name)
    }

    /// The value of a name, also if the domain could not be read.
    private func value(of name: ExactName) -> PropertyListValue? {
        if let change = pending[name] { return change.value }
        return layerContents[name.text]
    }

    /// The contents when they were last read or saved, or no contents if they could not be read.
    private var layerContents: PropertyListDictionary {
        if case .contents(let contents) = layer { contents } else { [:] }
    }

    var effectiveContents: PropertyListDictionary {
        var contents = layerContents
        contents.apply(pending.lazy.map { ($0.key.text, $0.value.value) })
        return contents
    }

    /// Records a pending change. `nil` removes the value.
    mutating func set(_ name: ExactName, to value: PropertyListValue?) {
        if !refusals.isEmpty { refusals.removeAll { $0.name == name } }
        changeCount += 1
        pending[name] = PendingValue(value: value, number: changeCount)
    }

    /// Records that an assignment to a key was refused.
    mutating func refuse(_ name: ExactName, _ error: any Error) {
        refusals.removeAll { $0.name == name }
        refusals.append((name, error))
    }

    /// Forgets all errors, after a synchronization has succeeded.
    mutating func removeFailures() {
        saveFailure = nil
        refusals = []
    }

    /// Applies the pending changes to the contents of the domain and begins a save.
    ///
    /// The caller holds the lock of the domain, so a later save begins with the contents that this save has written.
    func beginSave(of contents: inout PropertyListDictionary) -> Save {
        contents.apply(pending.lazy.map { ($0.key.text, $0.value.value) })
        return Save(lastChange: changeCount, installation: installation, contents: contents)
    }

    /// Installs contents that were read or saved.
    ///
    /// - Parameters:
    ///   - version: The version of the domain, or `nil` if a later change could have the same version.
    ///   - saved: The number of the last pending change that is saved.
    mutating func install(_ layer: Layer, _ version: Domain.Version?, saved: UInt64) -> Installed {
        var installed = Installed()
        installed.unneededFile = savedFile
        installed.names = namesChanged { $0.replace(layer, version, saved: saved) }
        installed.listeners = currentListeners
        if pending.isEmpty {
            keptDomain = nil
            swap(&installed.unneededHandlers, &errorHandlers)
        }
        return installed
    }

    /// Keeps the file of the save whose contents were just installed.
    mutating func keep(_ file: SavedFile?) {
        savedFile = file?.observation === observation ? file : nil
    }

    /// An observation that ends, and the file whose writes it counted. Both are released without the lock.
    typealias EndedObservation = (observation: DomainObservation?, file: SavedFile?)

    /// Replaces the observation.
    ///
    /// - Returns: The earlier observation.
    mutating func setObservation(_ new: DomainObservation?) -> EndedObservation {
        defer { (observation, savedFile) = (new, nil) }
        return (observation, savedFile)
    }

    /// Adds names to the next report.
    ///
    /// - Returns: Whether the report is already scheduled.
    mutating func noteUnreported(_ names: Set<ExactName>) -> Bool {
        defer { unreported.formUnion(names) }
        return !unreported.isEmpty
    }

    /// Returns the names to report now, and the listeners.
    mutating func takeUnreported() -> Installed {
        defer { unreported = [] }
        return Installed(names: unreported, listeners: currentListeners)
    }

    private mutating func replace(_ layer: Layer, _ version: Domain.Version?, saved: UInt64) {
        self.layer = layer
        domainVersion = if case .contents = layer { version } else { nil }
        savedFile = nil
        isLoaded = true
        installation += 1
        if saved == changeCount {
            pending = [:]
        } else if saved > 0 {
            pending = pending.filter { $0.value.number > saved }
        }
    }

    /// Runs a body, and returns the names whose values it changes. If there are no listeners, compares nothing and
    /// returns no names.
    private mutating func namesChanged(_ body: (inout DomainValues) -> Void) -> Set<ExactName> {
        // The first reading is not a change.
        guard !listeners.isEmpty, installation > 0 else {
            body(&self)
            return []
        }
        let before = self
        body(&self)
        return layerContents.names(differingFrom: before.layerContents).union(before.pending.keys)
            .filter { before.value(of: $0) != value(of: $0) }
    }
}

extension PropertyListDictionary {
    /// Returns the names whose values differ.
    func names(differingFrom other: PropertyListDictionary) -> Set<ExactName> {
        let differences = PropertyListDifference.between(.dictionary(self), .dictionary(other)) { _ in true }
        return Set(differences.compactMap { $0.path.components.first.map { ExactName($0) } })
    }
}
