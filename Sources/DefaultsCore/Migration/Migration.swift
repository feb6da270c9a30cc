import PropertyList

/// What happens to values between two versions of a program, as a list of steps under an identifier.
///
/// All steps see the values as they were before the first: `a` to `b` and `b` to `a` is an exchange. The identifier makes it happen once;
/// a record in the target domain, under ``recordKey``, keeps what was done, so that it can be completed after a crash and undone.
public struct Migration: Sendable {
    /// What becomes of a step whose old and new places both hold a value.
    public enum ConflictPolicy: String, CaseIterable, Sendable {
        /// Both values stay where they are.
        case keepNew = "keep-new"
        /// The old value replaces the new one, which is kept in the record.
        case overwrite
        /// The migration is not done.
        case fail
    }

    /// The key of a domain under which the records of its migrations are.
    public static let recordKey = "DefaultsMigrations"

    /// What the migration is known by in its target domain.
    public let identifier: String
    /// The domain of the old places, where a step names no other.
    public let source: Domain
    /// The domain of the new places and of the record.
    public let target: Domain
    /// What becomes of conflicts.
    public let policy: ConflictPolicy
    /// The steps, each once.
    public let steps: [MigrationStep]

    /// A migration.
    ///
    /// - Parameters:
    ///   - identifier: what it is known by; nil for an identifier made of all the other parameters.
    ///   - source: the domain of the old places; nil for the target.
    ///   - target: the domain of the new places and the record.
    ///   - policy: what becomes of steps whose old and new places both hold a value.
    ///   - steps: what is to be done; given twice, a step counts once.
    /// - Throws: ``MigrationError`` where steps get in each other's way.
    public init(
        _ identifier: String? = nil, from source: Domain? = nil, to target: Domain,
        onConflict policy: ConflictPolicy = .keepNew,
        steps: [MigrationStep]
    ) throws(MigrationError) {
        let target = target.withAbsolutePath
        let source = source?.withAbsolutePath ?? target
        var unique: [MigrationStep] = []
        var places: [UInt64: Int] = [:]
        unique.reserveCapacity(steps.count)
        places.reserveCapacity(steps.count)
        for var step in steps {
            step.source = step.source?.withAbsolutePath
            let fingerprint = step.fingerprint
            if let place = places[fingerprint], unique[place].isSame(as: step) { continue }
            places[fingerprint] = unique.count
            unique.append(step)
        }
        (self.source, self.target, self.policy, self.steps) = (source, target, policy, unique)
        self.identifier = identifier ?? Self.identifier(from: source, to: target, policy, fingerprints: places.keys)
        if self.identifier.isEmpty { throw .noIdentifier }
        try Self.validate(unique, source: source)
        try validateDefaults()
    }

    /// The source domains and then the target: in this order they are replaced.
    var domains: [Domain] {
        var domains = [source]
        for case let domain? in steps.map(\.source) where !domains.contains(domain) { domains.append(domain) }
        return domains.filter { $0 != target } + [target]
    }

    /// The domain of a step's old place.
    func source(of step: MigrationStep) -> Domain { step.source ?? source }

    /// An identifier made of all that a migration says. The order of the steps does not count.
    private static func identifier(
        from source: Domain, to target: Domain, _ policy: ConflictPolicy, fingerprints: some Sequence<UInt64>
    ) -> String {
        var hash = FNV1a()
        for text in [source.signature, target.signature, policy.rawValue] { hash.add(text) }
        return "map-" + FNV1a.text(of: fingerprints.reduce(hash.bits, &+))
    }

    private static func validate(_ steps: [MigrationStep], source: Domain) throws(MigrationError) {
        for step in steps {
            if let old = step.old, isReserved(old) { throw .reservedKey(old) }
            if let new = step.new, isReserved(new) { throw .reservedKey(new) }
        }
        try validateTargets(steps.compactMap(\.new))
        guard steps.contains(where: { ($0.old?.components.count ?? 0) > 1 }) else { return }
        for (_, steps) in Dictionary(grouping: steps, by: { $0.source ?? source }) {
            if let (outer, inner) = nested(in: Set(steps.compactMap(\.old))) { throw .overlappingSources(outer, inner) }
        }
    }

    /// Whether a path leads to the records, or to the root.
    private static func isReserved(_ path: PropertyListPath) -> Bool {
        path.components.first?.hasSameScalars(as: recordKey) ?? true
    }

    private static func validateTargets(_ paths: [PropertyListPath]) throws(MigrationError) {
        // A map is in the order of its keys, which are all different.
        let isAscending = zip(paths, paths.dropFirst()).allSatisfy {
            $0.components[0].precedesInUTF16($1.components[0])
        }
        if isAscending, paths.allSatisfy({ $0.components.count == 1 }) { return }
        var targets: Set<PropertyListPath> = []
        for path in paths where !targets.insert(path).inserted { throw .sameTarget(path, path) }
        if let (outer, inner) = nested(in: targets) { throw .sameTarget(outer, inner) }
    }

    private func validateDefaults() throws(MigrationError) {
        for step in steps {
            guard let type = step.type, let value = step.defaultValue, value.type != type else { continue }
            throw .wrongType(step.new ?? PropertyListPath(), domain: target, expected: type, found: value.type)
        }
    }

    /// Two paths of which one lies inside the other.
    private static func nested(in paths: Set<PropertyListPath>) -> (PropertyListPath, PropertyListPath)? {
        for path in paths where path.components.count > 1 {
            for count in 1..<path.components.count {
                let outer = PropertyListPath(Array(path.components.prefix(count)))
                if paths.contains(outer) { return (outer, path) }
            }
        }
        return nil
    }
}

extension Domain {
    /// All that tells a domain from others, in a text.
    var signature: String {
        let hostText =
            switch host {
            case .any: ""
            case .current: " on this host"
            case .named(let name): " on host \(name)"
            }
        return (user == .any ? "any user's " : "") + address + hostText
    }

    /// Whether both are one domain, whether a path has `.plist` or not.
    func hasSameAddress(as other: Domain) -> Bool {
        signature.hasSameScalars(as: other.signature)
    }

    /// The text that addresses the domain, the same for a path with and without `.plist`.
    private var address: String {
        if case .path(let path) = name { path.droppingPropertyListSuffix + ".plist" } else { description }
    }

    /// The same domain, without a path that means something else in another working folder.
    var withAbsolutePath: Domain {
        guard case .path(let path) = name, path.hasPrefix("./") || path.hasPrefix("../") else { return self }
        let (folder, name) = FilePaths.split(path)
        guard let real = try? FilePaths.real(folder) else { return self }
        return (try? Domain(real.appendingComponent(name), user: user, host: host)) ?? self
    }
}
