public import Foundation
public import PropertyList

/// What a migration did: enough to complete it after a crash, and to undo it.
public struct MigrationRecord: Hashable, Sendable {
    /// How far a migration came.
    public enum State: String, Sendable {
        /// The new places have their values; old ones may still have theirs.
        case copied
        /// The old places are dealt with.
        case done
    }

    /// One thing that was done.
    public struct Step: Hashable, Sendable {
        /// What it was.
        public let action: MigrationStep.Action
        /// The domain of the old place; the target for a default.
        public let source: Domain
        /// The old place.
        public var old: PropertyListPath?
        /// The new place.
        public var new: PropertyListPath?
        /// The digest of the value that was written; see ``ValueDigest``.
        var digest: ValueDigest?
        /// What was at the old place, if that is not what was written: before a conversion, or removed for good.
        public var original: PropertyListValue?
        /// What was at the new place.
        public var displaced: PropertyListValue?
        /// How many components the path of the outermost dictionary has that was made for the new place.
        var made: Int?
    }

    /// What the migration is known by.
    public let identifier: String
    /// When it was done, to the second.
    public let date: Date
    /// How far it came.
    public var state: State
    /// What was done. A step that found nothing is not there.
    public let steps: [Step]

    init(identifier: String, date: Date, state: State, steps: [Step]) {
        self.identifier = identifier
        // XML has no fractions of a second: one would make the domain binary.
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        self.state = state
        self.steps = steps
    }

    /// The domains that the record is about, the target, in which it is, last.
    func domains(target: Domain) -> [Domain] {
        var seen: Set<Domain> = [target]
        return steps.map(\.source).filter { seen.insert($0).inserted } + [target]
    }
}

extension MigrationRecord {
    /// Refuses a record that would change a domain that nobody asked for.
    ///
    /// A record that others can write may be forged. So it counts only for domains that the caller names and, if its target is a
    /// domain of the current user's base, for others there.
    ///
    /// - Parameters:
    ///   - named: The domains that the caller names.
    ///   - target: The domain in which the record is.
    ///   - isPrivate: Whether the effective user alone can write the target.
    func requireNamed(_ named: [Domain], target: Domain, isPrivate: Bool) throws(MigrationError) {
        if isPrivate { return }
        for domain in domains(target: target) where !named.contains(domain) {
            guard target.isInUserBase, domain.isInUserBase else {
                throw .domainNotNamed(domain, identifier: identifier, target: target)
            }
        }
    }
}

extension MigrationRecord.Step {
    /// Whether a value at the old place is the one that was taken from there.
    func isOld(_ value: PropertyListValue) -> Bool {
        if let original { return value == original }
        return ValueDigest(value) == digest
    }

    /// Whether a value at the new place is the one that was written there.
    func isNew(_ value: PropertyListValue) -> Bool {
        ValueDigest(value) == digest
    }
}

extension PropertyListDictionary {
    /// The records of migrations in a domain, by identifier.
    ///
    /// - Throws: ``MigrationError/damagedRecord(_:target:)`` for one that cannot be read.
    func migrationRecords(of target: Domain) throws(MigrationError) -> [MigrationRecord] {
        guard let value = self[Migration.recordKey] else { return [] }
        guard case .dictionary(let all) = value else { throw .damagedRecord(Migration.recordKey, target: target) }
        var records: [MigrationRecord] = []
        for (identifier, value) in all {
            guard let record = MigrationRecord(value, identifier: identifier, target: target) else {
                throw .damagedRecord(identifier, target: target)
            }
            records.append(record)
        }
        return records
    }

    /// The record of one migration.
    func migrationRecord(_ identifier: String, of target: Domain) throws(MigrationError) -> MigrationRecord? {
        guard let value = self[Migration.recordKey] else { return nil }
        guard case .dictionary(let all) = value else { throw .damagedRecord(Migration.recordKey, target: target) }
        guard let value = all[identifier] else { return nil }
        guard let record = MigrationRecord(value, identifier: identifier, target: target) else {
            throw .damagedRecord(identifier, target: target)
        }
        return record
    }

    /// Puts a record in the place of the one of that identifier, or takes that away. A domain without records has no key for them.
    mutating func setMigrationRecord(_ record: PropertyListValue?, of identifier: String) {
        var all: PropertyListDictionary = [:]
        if case .dictionary(let present) = self[Migration.recordKey] { all = present }
        all[identifier] = record
        self[Migration.recordKey] = all.isEmpty ? nil : .dictionary(all)
    }
}
