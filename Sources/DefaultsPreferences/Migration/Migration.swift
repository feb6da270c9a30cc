/// A list of steps that change the preferences of one version of a program into those of the next.
///
/// All values are read before the first step is performed, so moving `a` to `b` and `b` to `a` exchanges two values.
/// Updates by code run after all other steps. A record under ``Migrator/recordKey`` in the target domain ensures that a
/// migration is performed once. A migration that finds nothing to do is recorded, too. The record also makes it
/// possible to complete the migration after a crash and to roll it back.
package struct Migration: Sendable {
    /// The identifier, which is unique in the target domain.
    let identifier: String
    /// The domain of the old values, for steps that do not name another domain.
    package let source: Domain
    /// The domain of the new values and the record.
    package let target: Domain
    /// The treatment of conflicts.
    let policy: MigrationStep.ConflictPolicy
    /// The steps without duplicates.
    let steps: [MigrationStep]

    /// Creates a migration.
    ///
    /// - Parameters:
    ///   - identifier: The identifier. Defaults to an identifier that is derived from all other parameters.
    ///   - source: The domain of the old values. Defaults to the target.
    ///   - target: The domain of the new values and the record.
    ///   - policy: The treatment of steps whose old and new values both exist.
    ///   - steps: The steps. Duplicates are ignored, except of updates, whose names must differ.
    /// - Throws: ``PreferenceValueError`` if the steps conflict.
    package init(
        _ identifier: String? = nil, from source: Domain? = nil, to target: Domain,
        onConflict policy: MigrationStep.ConflictPolicy = .keepNew,
        steps: [MigrationStep]
    ) throws(PreferenceValueError) {
        let target = target.withAbsolutePath
        let source = source?.withAbsolutePath ?? target
        var unique: [MigrationStep] = []
        var indices: [UInt64: Int] = [:]
        unique.reserveCapacity(steps.count)
        indices.reserveCapacity(steps.count)
        var names: Set<PropertyListPath> = []
        for var step in steps {
            if let name = step.update?.name, !names.insert(.key(name)).inserted { throw .sameName(name) }
            step.source = step.source?.withAbsolutePath
            let fingerprint = step.fingerprint
            if let index = indices[fingerprint], unique[index].isSame(as: step) { continue }
            indices[fingerprint] = unique.count
            unique.append(step)
        }
        (self.source, self.target, self.policy, self.steps) = (source, target, policy, unique)
        self.identifier = identifier ?? Self.identifier(from: source, to: target, policy, fingerprints: indices.keys)
        if self.identifier.isEmpty { throw .migrationWithoutIdentifier }
        try validate()
        try requireSeparateSources { $0 }
    }

    /// The source domains, followed by the target. The domains are written in this order.
    var domains: [Domain] { Self.domains([source] + steps.compactMap(\.source), target: target) }

    /// Returns the source domains without duplicates, followed by the target.
    static func domains(_ sources: [Domain], target: Domain) -> [Domain] {
        var seen: Set<Domain> = [target]
        return sources.filter { seen.insert($0).inserted } + [target]
    }

    /// Returns the domain of a step's old value.
    func source(of step: MigrationStep) -> Domain { step.source ?? source }

    /// Returns an identifier derived from the parameters of a migration. It does not depend on the order of the steps.
    private static func identifier(
        from source: Domain, to target: Domain, _ policy: MigrationStep.ConflictPolicy,
        fingerprints: some Sequence<UInt64>
    ) -> String {
        var hash = FNV1a()
        for text in [source.signature, target.signature, policy.rawValue] { hash.add(text) }
        return derivedPrefix + FNV1a.text(of: fingerprints.reduce(hash.bits, &+))
    }

    private static let derivedPrefix = "map-"

    /// Returns whether an identifier has the form of a derived one.
    static func isDerived(_ identifier: String) -> Bool {
        let bits = UInt64(identifier.dropFirst(derivedPrefix.count), radix: 16)
        return bits.map { identifier == derivedPrefix + FNV1a.text(of: $0) } ?? false
    }

    /// Throws an error if steps concern the records of migrations, have empty paths, set the same values, or have
    /// defaults of other types.
    private func validate() throws(PreferenceValueError) {
        for step in steps {
            for case let path? in [step.old, step.new] {
                let isReserved = path.components.first?.hasSameScalars(as: Migrator.recordKey) ?? true
                if isReserved { throw .reservedKey(path) }
            }
            if let new = step.new, let type = step.type, let value = step.defaultValue, value.type != type {
                throw .wrongType(new, domain: target, expected: type, found: value.type)
            }
        }
        try Self.validateTargets(steps.compactMap(\.new))
    }

    /// Throws an error if the old value of a step contains that of another.
    ///
    /// - Parameter place: Returns the place of the values of a domain.
    func requireSeparateSources<Place: Hashable>(_ place: (Domain) -> Place) throws(PreferenceValueError) {
        guard steps.contains(where: { ($0.old?.components.count ?? 0) > 1 }) else { return }
        for (_, steps) in Dictionary(grouping: steps, by: { place(source(of: $0)) }) {
            guard let (outer, inner) = Self.nested(in: Set(steps.compactMap(\.old))) else { continue }
            throw .overlappingSources(outer, inner)
        }
    }

    private static func validateTargets(_ paths: [PropertyListPath]) throws(PreferenceValueError) {
        // Fast path: top-level keys in strictly ascending order are distinct. The keys of a mapping have this order.
        let isAscending = zip(paths, paths.dropFirst()).allSatisfy {
            $0.components[0].precedesInUTF16($1.components[0])
        }
        if isAscending, paths.allSatisfy({ $0.components.count == 1 }) { return }
        var targets: Set<PropertyListPath> = []
        for path in paths where !targets.insert(path).inserted { throw .sameTarget(path, path) }
        if let (outer, inner) = nested(in: targets) { throw .sameTarget(outer, inner) }
    }

    /// Returns two paths, one inside the other, if there are any.
    private static func nested(in paths: Set<PropertyListPath>) -> (PropertyListPath, PropertyListPath)? {
        for path in paths {
            if let outer = path.ancestors.first(where: paths.contains) { return (outer, path) }
        }
        return nil
    }
}
