package import DefaultsCore

/// Applies state documents to domains, and reverts them.
///
/// With an identifier, an applier records the values that it sets, and the earlier values. Without an identifier, it
/// changes domains and records nothing.
///
/// **Crashes.** A run makes two changes:
///
/// 1. It writes a record that contains the paths and values of the previous run and of this run. This change is atomic,
///    and is on the disk before any domain changes.
/// 2. It replaces each domain and then the record.
///
/// Before the second change, the run locks the files and reads them again. If another program has changed something,
/// the run repeats the first change. If a run is interrupted at any time, running it again completes the change, and
/// ``remove(_:leavingOut:)`` restores the earlier values.
///
/// **Concurrency.** A run reads and writes records while it locks the domains, so two runs never claim the same path.
/// Runs with the same identifier are performed one after the other.
package struct StateApplier: Sendable {
    private let store: any DomainStore
    private let records: RecordFolder
    private var isRehearsal = false

    init(store: any DomainStore, records: RecordFolder) {
        (self.store, self.records) = (store, records)
    }

    /// Creates an applier for the domains of a store. Its records are in the user's state folder, or in `.defaults`
    /// below a root.
    package init(store: any DomainStore, folders: DomainFolders) {
        self.init(store: store, records: RecordFolder(folders))
    }

    /// The changes of domains, and the paths by domain that are no longer owned and keep their values.
    package typealias Outcome = (changes: [Domain.Change], left: [Domain: [PropertyListPath]])

    /// Changes domains so that they meet the requirements of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - identifier: The identifier that owns the listed paths afterwards, or `nil` for no owner. If it owns paths
    ///     that the document does not list, their earlier values are restored, unless the applied values have changed.
    ///   - isExact: Whether to remove keys of listed domains that the document does not list. Keys that other
    ///     identifiers own and records of migrations are not removed.
    ///   - leaveOut: Called after the run for each unusable record of another identifier, whose paths were not
    ///     protected. Receives the identifier, the path of the record's file, and an ``StateApplier/ApplyError`` or a
    ///     `PreferencesError`.
    /// - Returns: The changes of the domains that the document lists or the identifier owns, in the order of their
    ///   names. Unchanged domains are included. Paths that are no longer owned are left if their values differ from the
    ///   applied values.
    /// - Throws: ``StateApplier/ApplyError`` or `PreferencesError`. Nothing has changed, except after
    ///   `PreferencesError.Code.notDurable` and `PreferencesError.Code.partlyChanged`.
    @discardableResult
    package func apply(
        _ document: StateDocument, identifier: String? = nil, isExact: Bool = false,
        leavingOut leaveOut: (String, _ path: String, any Error) -> Void = { _, _, _ in }
    ) throws -> Outcome {
        try run(document, identifier: identifier, isExact: isExact, leavingOut: leaveOut)
    }

    /// Restores the earlier values of the paths that an identifier owns, if the paths still have the applied values.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - leaveOut: As in ``apply(_:identifier:isExact:leavingOut:)``.
    /// - Returns: As ``apply(_:identifier:isExact:leavingOut:)``.
    /// - Throws: As ``apply(_:identifier:isExact:leavingOut:)``. The code is `StateApplier.ApplyError.Code.noRecord` if
    ///   the identifier owns nothing.
    @discardableResult
    package func remove(
        _ identifier: String, leavingOut leaveOut: (String, _ path: String, any Error) -> Void = { _, _, _ in }
    ) throws -> Outcome {
        try run(nil, identifier: identifier, leavingOut: leaveOut)
    }

    /// Reads the record of an identifier without a lock. Returns `nil` if nothing is owned.
    ///
    /// - Throws: ``StateApplier/ApplyError`` or `PreferencesError`.
    package func record(of identifier: String) throws -> AppliedRecord? {
        try records.record(of: identifier, in: store)
    }

    /// Returns the identifiers that have records, in order.
    ///
    /// - Throws: `PreferencesError` if the folder of records cannot be listed.
    package func identifiers() throws(PreferencesError) -> [String] {
        try records.identifiers()
    }

    /// An applier that returns the same results but changes nothing.
    package var rehearsal: StateApplier {
        var rehearsal = self
        rehearsal.isRehearsal = true
        return rehearsal
    }

    /// Returns an error for each domain that a document lists and that cannot be read or changed. Changes nothing.
    package func errors(applying document: StateDocument, isExact: Bool) -> [PreferencesError] {
        document.domains.compactMap { domain in
            do {
                _ = try rehearsal.apply(StateDocument(domains: [domain]), isExact: isExact)
                return nil
            } catch {
                return error as? PreferencesError
            }
        }
    }

    /// - Parameter document: The document, or `nil` to remove the identifier.
    private func run(
        _ document: StateDocument?, identifier: String?, isExact: Bool = false,
        leavingOut leaveOut: (String, _ path: String, any Error) -> Void
    ) throws -> Outcome {
        var run = try ApplyRun(
            document, identifier: identifier, isExact: isExact, store: isRehearsal ? store.rehearsal : store,
            records: records, isRehearsal: isRehearsal)
        let outcome = try run.perform()
        for (identifier, path, error) in run.unusable { leaveOut(identifier, path, error) }
        return outcome
    }
}
