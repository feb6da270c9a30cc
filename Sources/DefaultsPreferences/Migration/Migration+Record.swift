package import Foundation

extension Migration {
    /// The record of a migration, with the data to complete it after a crash and to roll it back.
    package struct Record: Hashable, Sendable {
        /// The progress of a migration.
        package enum State: String, Sendable {
            /// The new values are set. Old values may remain.
            case copied
            /// The old values are removed.
            case done
        }

        /// A step that was performed.
        package struct Step: Hashable, Sendable {
            /// The performed operation. If another step needs the old value, a move is recorded as a copy.
            let action: MigrationStep.Action
            /// The domain of the old value, or the target for a default.
            let source: Domain
            /// The path of the old value, or `nil` if the step only set a default.
            var old: PropertyListPath?
            /// The path of the new value, or `nil` if the step only removed a value.
            var new: PropertyListPath?
            /// The digest of the new value.
            var digest: ValueDigest?
            /// The old value, if it was converted or deleted.
            var original: PropertyListValue?
            /// The value that the new value replaced.
            var displaced: PropertyListValue?
            /// The number of components in the path of the outermost dictionary that was created for the new value.
            var createdDepth: Int?
        }

        /// The identifier of the migration, unique in the target domain.
        package let identifier: String
        /// The date of the migration, in whole seconds.
        package let date: Date
        /// The stage that the migration has completed.
        package let state: State
        /// The steps that were performed. Steps that changed no value are not recorded.
        package let steps: [Step]

        init(identifier: String, date: Date, state: State, steps: [Step]) {
            self.identifier = identifier
            // XML has no fractions of a second, so a fraction would turn the domain into a binary file.
            self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
            self.state = state
            self.steps = steps
        }
    }
}

extension Migration.Record {
    /// Returns the source domains, followed by the target.
    func domains(target: Domain) -> [Domain] { Migration.domains(steps.map(\.source), target: target) }

    /// Whether the record has the data for a rollback. Records of migrations into a keyring have none.
    var isReversible: Bool { steps.allSatisfy { $0.new == nil || $0.digest != nil } }

    /// The record after the second stage.
    var done: Self { Self(identifier: identifier, date: date, state: .done, steps: steps) }

    /// Throws an error if the record does not name a source that the caller names.
    ///
    /// A record that names only the target is accepted: a migration that found no old values does not record its
    /// sources.
    func requireTaken(from sources: [Domain], target: Domain) throws(PreferenceValueError) {
        let domains = domains(target: target)
        guard domains != [target], let source = sources.first(where: { !domains.contains($0) }) else { return }
        throw .notTakenFrom(source, identifier: identifier, target: target)
    }

    /// Throws an error if the record would change a domain that the caller did not name.
    ///
    /// A record that others can write may be forged. It applies only to domains that the caller names and, if its
    /// target is in the base of the current user, to other domains in that base.
    ///
    /// - Parameters:
    ///   - named: The domains that the caller names.
    ///   - target: The domain that contains the record.
    ///   - isPrivate: Whether only the effective user can write the target.
    func requireNamed(_ named: [Domain], target: Domain, isPrivate: Bool) throws(PreferenceValueError) {
        if isPrivate { return }
        let known = Set(named)
        let unknown = domains(target: target).first {
            !known.contains($0) && !(target.isInUserBase && $0.isInUserBase)
        }
        if let unknown { throw .domainNotNamed(unknown, identifier: identifier, target: target) }
    }
}

extension Migration.Record.Step {
    /// The step without values and digests.
    var withoutValues: Self { Self(action: action, source: source, old: old, new: new, createdDepth: createdDepth) }

    /// Returns whether a value is the old value of the step.
    func isOld(_ value: PropertyListValue) -> Bool { original.map { value == $0 } ?? isNew(value) }

    /// Returns whether a value is the new value of the step.
    func isNew(_ value: PropertyListValue) -> Bool { ValueDigest(value) == digest }
}

extension PropertyListDictionary {
    /// Returns the record of one migration.
    ///
    /// - Throws: `PreferenceValueError.Code.unreadableRecord` if it cannot be read.
    func migrationRecord(_ identifier: String, of target: Domain) throws(PreferenceValueError) -> Migration.Record? {
        guard let value = try storedMigrationRecords(of: target)[identifier] else { return nil }
        return try Migration.Record(value, identifier: identifier, target: target)
    }

    /// Replaces or removes the record of a migration. If no record remains, removes the key of the records.
    mutating func setMigrationRecord(_ record: PropertyListValue?, of identifier: String) {
        var all: PropertyListDictionary = [:]
        if case .dictionary(let present) = self[Migrator.recordKey] { all = present }
        all[identifier] = record
        self[Migrator.recordKey] = all.isEmpty ? nil : .dictionary(all)
    }

    /// Returns the stored records of all migrations by their identifiers.
    ///
    /// - Throws: `PreferenceValueError.Code.unreadableRecord` if there is another value in their place.
    func storedMigrationRecords(of target: Domain) throws(PreferenceValueError) -> PropertyListDictionary {
        switch self[Migrator.recordKey] {
        case nil: return [:]
        case .dictionary(let all): return all
        default: throw .damagedRecord(Migrator.recordKey, target: target)
        }
    }
}
