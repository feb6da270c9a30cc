import DefaultsCore

/// One run of a ``StateApplier``. It locks the domains and the record of the identifier, writes the interim record, and
/// then changes the domains and the record.
struct ApplyRun {
    /// The document, or `nil` to remove the identifier.
    private let document: StateDocument?
    private let identifier: String?
    private let isExact: Bool
    private let store: any DomainStore
    private let records: RecordFolder
    /// The domain of the identifier's record. Empty if there is no identifier. In a rehearsal, also empty if there is
    /// no record, because an update would create the folder of records.
    private let own: [Domain]
    /// The domains that the record contains for the domains of the document.
    private var recorded: [Domain: Domain] = [:]
    /// The domains to update. The record is replaced last, so that it does not say that a run is complete before all
    /// domains are replaced.
    private var domains: [Domain]
    /// The unusable records of other identifiers, which this run has left out.
    private(set) var unusable: [RecordFolder.Unusable] = []
    /// The interim record of this run, or `nil` until it is set.
    private var interim: Interim?

    /// An interim record.
    private struct Interim {
        let record: AppliedRecord
        /// The record that the interim record replaces.
        let old: AppliedRecord?
        /// Whether the interim record is on the disk.
        var isWritten = false
    }

    /// Creates a run.
    ///
    /// - Throws: ``StateApplier/ApplyError`` if the identifier or a path in the document is refused, or
    ///   `PreferencesError` if the records cannot be read.
    init(
        _ document: StateDocument?, identifier: String?, isExact: Bool, store: any DomainStore,
        records: RecordFolder, isRehearsal: Bool
    ) throws {
        (self.document, self.identifier, self.isExact) = (document, identifier, isExact)
        (self.store, self.records) = (store, records)
        domains = document?.domains.map(\.domain) ?? []
        guard let identifier else {
            own = []
            return
        }
        let domain = try records.domain(of: identifier)
        own = try !isRehearsal || records.identifiers().contains(identifier) ? [domain] : []
        for domain in domains { recorded[domain] = try records.recorded(domain, for: identifier) }
        domains += own
    }

    /// Makes the change.
    mutating func perform() throws -> StateApplier.Outcome {
        // The first update writes a record. If the next update fails, neither the record nor its new folders may
        // remain.
        let folders = own.isEmpty ? NewFolders() : records.makeFolder()
        defer { folders.remove() }
        do {
            while true {
                if let outcome = try update() { return outcome }
                interim?.isWritten = true
            }
        } catch {
            let isAfterChange = [.notDurable, .partlyChanged].contains((error as? PreferencesError)?.code)
            if identifier == nil || interim?.isWritten == true && isAfterChange { throw error }
            if let interim { restoreRecord(interim) }
            throw error.beforeChange
        }
    }

    /// Performs one update.
    ///
    /// - Returns: The outcome, or `nil` if the interim record was written. The next update changes the domains.
    private mutating func update() throws -> StateApplier.Outcome? {
        try store.update(startingWith: domains) { transaction -> UpdateAttempt<StateApplier.Outcome?> in
            guard let (record, plans) = try readRecord(in: &transaction) else { return .lock(domains) }
            if writeInterimRecord(of: plans, replacing: record, in: &transaction) { return .done(nil) }
            return .done(changeDomainsAndRecord(plans, replacing: record, in: &transaction))
        }
    }

    /// Reads the identifier's record, and plans the changes. Returns `nil` if the record contains more domains than
    /// are locked. The next update locks them.
    private mutating func readRecord(
        in transaction: inout DomainTransaction
    ) throws -> (AppliedRecord?, [DomainPlan])? {
        // The interim record is not a change to undo.
        transaction.journal.records = own.map { ($0, transaction[$0]) }
        let record = try own.isEmpty ? nil : identifier.flatMap { try records.record(of: $0, in: transaction) }
        if let identifier, document == nil, record == nil {
            throw StateApplier.ApplyError.noRecord(identifier: identifier)
        }
        let needed = (record?.domains.map(\.domain) ?? []).filter { !transaction.includes([$0]) }
        domains = needed + domains
        return needed.isEmpty ? (record, try plans(record: record, in: transaction)) : nil
    }

    /// Writes the interim record if domains must change and the record is not on the disk yet.
    ///
    /// - Returns: Whether the domains must wait for the record.
    private mutating func writeInterimRecord(
        of plans: [DomainPlan], replacing record: AppliedRecord?, in transaction: inout DomainTransaction
    ) -> Bool {
        guard let own = own.first, plans.contains(where: { $0.plan.contents != transaction[$0.domain] }) else {
            return false
        }
        let new = self.record(of: plans.map(\.plan.interim), isComplete: false)
        let isRecorded = new.domains == record?.domains ?? []
        if isRecorded, interim?.isWritten == true { return false }
        // The record of an interrupted run may not be on the disk yet. An update without a change waits for it.
        if !isRecorded { transaction[own] = new.dictionary }
        // Another run under the identifier may have replaced the interim record of this run.
        let isOurs = interim != nil && interim?.record == record
        interim = Interim(record: new, old: isOurs ? interim?.old : record)
        return true
    }

    /// Changes the domains, and replaces the record by the final one.
    private func changeDomainsAndRecord(
        _ plans: [DomainPlan], replacing record: AppliedRecord?, in transaction: inout DomainTransaction
    ) -> StateApplier.Outcome {
        let before = transaction
        for (domain, plan) in plans { transaction[domain] = plan.contents }
        for domain in own {
            transaction[domain] = self.record(of: plans.map(\.plan.final), isComplete: true).dictionary
        }
        let old = interim == nil ? record : interim?.old
        transaction.journal.records = own.map { ($0, old?.dictionary ?? [:]) }
        let changes = transaction.changes(of: plans.map(\.domain), since: before)
        return (changes, Dictionary(uniqueKeysWithValues: plans.map { ($0.domain, $0.plan.left) }))
    }

    private func record(of domains: [AppliedRecord.OwnedDomain], isComplete: Bool) -> AppliedRecord {
        AppliedRecord(
            identifier: identifier ?? "", isComplete: isComplete, domains: domains.filter { !$0.isEmpty })
    }

    /// Restores the previous record after an error. If that fails, the interim record remains. The next run then
    /// completes the interrupted run.
    private func restoreRecord(_ interim: Interim) {
        try? store.update(own) { transaction in
            transaction.journal.records = own.map { ($0, transaction[$0]) }
            for domain in own where transaction[domain] == interim.record.dictionary {
                transaction[domain] = interim.old?.dictionary ?? [:]
            }
        }
    }

    // MARK: - Plans

    private typealias DomainPlan = (domain: Domain, plan: ApplyPlan)

    /// Plans the change of each domain, in the order of the domains' names.
    private mutating func plans(
        record: AppliedRecord?, in transaction: DomainTransaction
    ) throws -> [DomainPlan] {
        var claims: [StoreIdentity: ApplyPlan.Claims] = [:]
        if identifier != nil || isExact { (claims, unusable) = try records.claims(besides: identifier, in: store) }
        // Domains with different names can be one file.
        let states = try Self.byFile(document?.domains ?? [], \.domain, in: transaction)
        let owned = try Self.byFile(record?.domains ?? [], \.domain, in: transaction)
        return try Set(states.keys).union(owned.keys).sorted().map { file in
            let state = states[file]
            var owned = owned[file] ?? AppliedRecord.OwnedDomain(domain: state?.domain ?? .global)
            let domain = state?.domain ?? owned.domain
            owned.domain = recorded[domain] ?? domain
            let claimed = try claims.isEmpty ? nil : claims[store.identity(of: domain)]
            let plan = try ApplyPlan(
                state, isExact: isExact, to: transaction[domain], owned: owned,
                others: claimed ?? ApplyPlan.Claims(), claims: identifier != nil)
            return (domain, plan)
        }
        .sorted { $0.plan.final.domain.spelling.precedesInUTF16($1.plan.final.domain.spelling) }
    }

    private static func byFile<Element>(
        _ elements: [Element], _ domain: (Element) -> Domain, in transaction: DomainTransaction
    ) throws(StateApplier.ApplyError) -> [Int: Element] {
        var byFile: [Int: Element] = [:]
        for element in elements {
            if let other = byFile.updateValue(element, forKey: transaction.file(of: domain(element))) {
                throw .sameDomain(domain(other).spelling, domain(element).spelling)
            }
        }
        return byFile
    }
}

extension Error {
    /// The error to throw when the domains are unchanged. A "not durable" error means that a file has changed, so it
    /// becomes a plain write error.
    fileprivate var beforeChange: any Error {
        if let error = self as? PreferencesError, error.code == .notDurable, let path = error.path,
            let cause = error.systemError
        {
            PreferencesError(FileAccess.write(path).error(cause))
        } else {
            self
        }
    }
}
