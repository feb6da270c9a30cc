import DefaultsCore
import PropertyList

/// The records of other identifiers, whose paths a run respects.
///
/// An unusable record is left out, so that it does not block the runs of other identifiers.
struct OtherRecords {
    private let identifier: String?
    private let store: any DomainStore
    private let records: RecordFolder
    /// The records that are left out, in the order in which they were found.
    private(set) var unusable: [StateApplier.UnusableRecord] = []

    /// Finds the records, and leaves out unreadable records.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the run. Its own record is not included.
    ///   - store: The store of the domains.
    ///   - records: The records of all identifiers.
    /// - Throws: `PreferencesError` if a record cannot be read because of a temporary error.
    init(than identifier: String?, store: any DomainStore, records: RecordFolder) throws {
        (self.identifier, self.store, self.records) = (identifier, store, records)
        for other in try identifiers() {
            do {
                _ = try store.contents(of: try records.domain(of: other))
            } catch let error as PreferencesError where error.isLasting {
                try leaveOut(other, error)
            }
        }
    }

    /// Returns the domains that contain the records.
    func domains() throws -> [Domain] {
        try identifiers().map { try records.domain(of: $0) }
    }

    /// Returns the paths and dictionaries in the records, by the file of their domain.
    mutating func claims(in transaction: DomainTransaction) throws -> [Domain.Identity: ApplyPlan.Claims] {
        var claims: [Domain.Identity: ApplyPlan.Claims] = [:]
        for other in try identifiers() {
            do {
                for domain in try records.record(of: other, in: transaction)?.domains ?? [] {
                    let file = try store.identity(of: domain.domain)
                    claims[file, default: ApplyPlan.Claims()].paths += domain.paths.map { ($0.path, other) }
                    claims[file, default: ApplyPlan.Claims()].dictionaries += domain.dictionaries
                }
            } catch let error as StateApplier.ApplyError {
                try leaveOut(other, error)
            }
        }
        return claims
    }

    private func identifiers() throws -> [String] {
        try records.identifiers().filter { name in
            name != identifier && !unusable.contains { $0.identifier == name }
        }
    }

    private mutating func leaveOut(_ identifier: String, _ error: any Error) throws {
        let path = try records.domain(of: identifier).description
        unusable.append(StateApplier.UnusableRecord(identifier: identifier, path: path, error: error))
    }
}

extension PreferencesError {
    /// Whether reading fails until somebody changes the file or its permissions.
    fileprivate var isLasting: Bool {
        switch fileError?.reason {
        case .notRegularFile: true
        case .system(let cause): cause.isPermission
        default: isAboutContents
        }
    }
}
