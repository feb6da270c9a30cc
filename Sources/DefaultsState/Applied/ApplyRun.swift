import DefaultsCore
import PropertyList

/// One run of a ``StateApplier``.
struct ApplyRun {
    private let document: StateDocument
    private let identifier: String?
    private let isExact: Bool
    private let store: any DomainStore
    private let records: RecordFolder
    /// The domain of the identifier's record. Empty if there is no identifier. In a rehearsal, also empty if there is
    /// no record, because an update would create the folder of records.
    private let own: [Domain]
    /// The domains that the record contains for the domains of the document.
    private var recorded: [Domain: Domain] = [:]
    /// The records of other identifiers, if the run respects them.
    private var others: OtherRecords?
    /// The domains to update. The record is replaced last, so that it does not say that a run is complete before all
    /// domains are replaced.
    private var domains: [Domain]
    /// The records of the change in progress, or `nil` until the interim record is prepared.
    private var preparation: Preparation?

    /// Creates a run.
    ///
    /// - Throws: ``StateApplier/ApplyError`` if the identifier or a path in the document is refused, or
    ///   `PreferencesError` if the records cannot be read.
    init(
        _ document: StateDocument, identifier: String?, isExact: Bool, store: any DomainStore,
        records: RecordFolder, isRehearsal: Bool
    ) throws {
        (self.document, self.identifier, self.isExact) = (document, identifier, isExact)
        (self.store, self.records) = (store, records)
        if identifier != nil || isExact {
            others = try OtherRecords(than: identifier, store: store, records: records)
        }
        domains = document.domains.map(\.domain)
        guard let identifier else {
            own = []
            return
        }
        let domain = try records.domain(of: identifier)
        own = try !isRehearsal || records.identifiers().contains(identifier) ? [domain] : []
        for domain in domains { recorded[domain] = try records.recorded(domain, for: identifier) }
        domains += own
    }

    /// The records of a change in progress.
    private struct Preparation {
        /// The previous record.
        let old: AppliedRecord?
        /// The record of both the old and the new state of the domains.
        let interim: AppliedRecord
        /// Whether the interim record has been written. If it has, the next update changes the domains.
        var isWritten = false
    }

    /// The unusable records of other identifiers, which this run has left out.
    var unusable: [StateApplier.UnusableRecord] { others?.unusable ?? [] }

    /// Makes the change.
    ///
    /// - Parameter needsRecord: Whether to refuse an identifier that owns nothing.
    mutating func perform(needsRecord: Bool = false) throws -> StateApplier.Outcome {
        // The first update writes a record. If the next update fails, neither the record nor its new folders may
        // remain.
        let folders = own.isEmpty ? NewFolders() : records.makeFolder()
        defer { folders.remove() }
        do {
            while true {
                if let outcome = try update(needsRecord: needsRecord) { return outcome }
                preparation?.isWritten = true
            }
        } catch {
            if identifier == nil || preparation?.isWritten == true && error.isAfterChange { throw error }
            if let preparation { restoreRecord(preparation) }
            throw error.beforeChange
        }
    }

    /// Changes the domains, or writes the record of both states.
    ///
    /// - Returns: The outcome, or `nil` if the record of both states was written. The next update changes the domains.
    private mutating func update(needsRecord: Bool) throws -> StateApplier.Outcome? {
        try store.update(startingWith: domains) { transaction -> UpdateAttempt<StateApplier.Outcome?> in
            transaction.unrecorded = own
            let record = try own.isEmpty ? nil : identifier.flatMap { try records.record(of: $0, in: transaction) }
            if let identifier, needsRecord, record == nil {
                throw StateApplier.ApplyError(.noRecord(identifier: identifier))
            }
            // A record may have changed before it was locked.
            let needed = try (others?.domains() ?? []) + (record?.domains.map(\.domain) ?? [])
            guard transaction.includes(needed) else {
                let known = Set(domains)
                domains = needed.filter { !known.contains($0) } + domains
                return .lock(domains)
            }
            let claims = try others?.claims(in: transaction) ?? [:]
            let plans = try plans(record: record, claims: claims, in: transaction)
            if let interim = setRecord(of: plans, replacing: record, in: &transaction) {
                preparation = Preparation(old: preparation.map { $0.old } ?? record, interim: interim)
                return .done(nil)
            }
            let before = transaction
            for (domain, plan) in plans { transaction[domain] = plan.contents }
            let changes = transaction.changes(of: plans.map(\.domain), since: before)
            return .done((changes, Dictionary(uniqueKeysWithValues: plans.map { ($0, $1.left) })))
        }
    }

    /// Sets the identifier's record. If domains must change, sets the record of both states first. If that record has
    /// been written, or no domain changes, sets the final record.
    ///
    /// - Returns: The record of both states if it must be on the disk before the domains change. `nil` if the final
    ///   record was set, or if there is no record to set.
    private func setRecord(
        of plans: [DomainPlan], replacing record: AppliedRecord?, in transaction: inout DomainTransaction
    ) -> AppliedRecord? {
        guard let identifier, let own = own.first else { return nil }
        var interim = AppliedRecord(identifier: identifier, isComplete: false)
        interim.domains = plans.map(\.plan.interim).filter { !$0.isEmpty }
        let isRecorded = interim.domains == record?.domains ?? []
        // The record of an interrupted run may not be on the disk yet. An update without a change waits for it.
        if plans.contains(where: { $0.plan.contents != transaction[$0.domain] }),
            !isRecorded || preparation?.isWritten != true
        {
            if !isRecorded { transaction[own] = interim.dictionary }
            return interim
        }
        var final = AppliedRecord(identifier: identifier)
        final.domains = plans.map(\.plan.final).filter { !$0.isEmpty }
        transaction[own] = final.dictionary
        return nil
    }

    // MARK: - Plans

    private typealias DomainPlan = (domain: Domain, plan: ApplyPlan)

    /// Plans the change of each domain, in the order of the domains' names.
    private func plans(
        record: AppliedRecord?, claims: [Domain.Identity: ApplyPlan.Claims], in transaction: DomainTransaction
    ) throws -> [DomainPlan] {
        // Domains with different names can be one file.
        let states = try Self.byFile(document.domains, \.domain, in: transaction)
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
                throw StateApplier.ApplyError(.sameDomain(domain(other).spelling, domain(element).spelling))
            }
        }
        return byFile
    }

    /// Restores the previous record after an error. If that fails, the interim record remains. The next run then
    /// completes the interrupted run.
    private func restoreRecord(_ preparation: Preparation) {
        try? store.update(own) { transaction in
            transaction.unrecorded = own
            for domain in own where transaction[domain] == preparation.interim.dictionary {
                transaction[domain] = preparation.old?.dictionary ?? [:]
            }
        }
    }
}

extension Error {
    /// Whether the error occurred after a change was made.
    fileprivate var isAfterChange: Bool {
        switch (self as? PreferencesError)?.fileError?.reason {
        case .notDurable, .partlyChanged: true
        default: false
        }
    }

    /// The error to throw when the domains are unchanged. A "not durable" error means that a file has changed, so it
    /// becomes a plain write error.
    fileprivate var beforeChange: any Error {
        if let file = (self as? PreferencesError)?.fileError, case .notDurable(let cause) = file.reason {
            PreferencesError(FileAccess.write(file.path).error(cause))
        } else {
            self
        }
    }
}
