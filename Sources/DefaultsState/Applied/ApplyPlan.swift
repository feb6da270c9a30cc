import PropertyList

/// The effect of applying a document to one domain under an identifier, computed in memory.
///
/// First, the earlier values of all paths that the identifier owns are restored. The result, the *baseline*, is the
/// contents that the domain would have without the identifier. Then the document is applied to the baseline. So the
/// result does not depend on earlier documents, and the values before the first document are never lost.
///
/// **Crashes.** ``interim`` is written before the domain, and ``final`` after it. ``interim`` contains the paths of the
/// old and the final record, and for each path the values of both records. It gives the same baseline for the old and
/// the new contents of the domain. So a second run completes the first one, and a removal restores the earlier values.
struct ApplyPlan {
    /// The contents of the domain afterwards.
    private(set) var contents: PropertyListDictionary
    /// The record while the domain is changed.
    private(set) var interim: AppliedRecord.OwnedDomain
    /// The record afterwards.
    private(set) var final: AppliedRecord.OwnedDomain
    /// The paths that are no longer owned and keep their values, because these differ from the applied values.
    private(set) var left: [PropertyListPath]

    /// The paths in one domain that other identifiers own.
    struct Claims {
        /// The owned paths, with their owners.
        var paths: [(path: PropertyListPath, owner: String)] = []
        /// The dictionaries created for these paths. A dictionary is removed together with the last owned path inside
        /// it.
        var dictionaries: [KeyEdit] = []
    }

    /// Plans a change.
    ///
    /// - Parameters:
    ///   - required: The requirements of the document for the domain, or `nil` if it does not list the domain.
    ///   - isExact: Whether to remove the keys of the domain that the document does not list.
    ///   - contents: The contents of the domain.
    ///   - owned: The paths and dictionaries in the domain that the identifier owns.
    ///   - others: The paths and dictionaries in the domain that other identifiers own.
    ///   - claims: Whether the identifier will own the listed paths. If so, no other identifier may own them.
    init(
        _ required: StateDocument.DomainState?, isExact: Bool, to contents: PropertyListDictionary,
        owned: AppliedRecord.OwnedDomain, others: Claims = Claims(), claims: Bool = true
    ) throws(StateApplier.ApplyError) {
        let baseline = Baseline(of: owned, in: contents, listed: Set(required?.requirements.map(\.path) ?? []))
        var requirements: [KeyEdit] = []
        if let required {
            requirements = required.requirements(
                of: baseline.contents, isExact: isExact, owned: others.paths.map(\.path))
            if claims { try Self.refuseOverlap(of: requirements, in: required, with: others.paths) }
        }
        final = AppliedRecord.OwnedDomain(
            requirements, of: baseline.contents, following: owned, sharing: others.dictionaries)
        interim = final.union(owned)
        self.contents = baseline.contents
        self.contents.apply(requirements)
        let paths = Set(requirements.map(\.path))
        left = baseline.left.filter { !paths.contains($0) }
    }

    /// Refuses paths that are equal to, inside or around a path that another identifier owns.
    private static func refuseOverlap(
        of requirements: [KeyEdit], in state: StateDocument.DomainState,
        with others: [(path: PropertyListPath, owner: String)]
    ) throws(StateApplier.ApplyError) {
        guard let first = others.first else { return }
        func refusal(_ path: PropertyListPath, _ owner: String) -> StateApplier.ApplyError {
            .owned(domain: state.domain.spelling, path, by: owner)
        }
        if state.removesOtherKeys { throw refusal(first.path, first.owner) }
        let owners = Dictionary(others.map { ($0.path, $0.owner) }, uniquingKeysWith: { first, _ in first })
        let inside = Dictionary(
            others.flatMap { other in other.path.ancestors.map { ($0, other.owner) } },
            uniquingKeysWith: { first, _ in first })
        for path in requirements.map(\.path) {
            let owner = inside[path] ?? (path.ancestors + [path]).lazy.compactMap { owners[$0] }.first
            if let owner { throw refusal(path, owner) }
        }
    }
}

extension AppliedRecord.OwnedDomain {
    /// Creates the record of requirements that are applied to a baseline.
    ///
    /// - Parameters:
    ///   - requirements: The requirements.
    ///   - baseline: The contents before the requirements are applied.
    ///   - old: The previous record. The new record takes over its earlier values.
    ///   - shared: The dictionaries that other identifiers have made.
    fileprivate init(
        _ requirements: [KeyEdit], of baseline: PropertyListDictionary,
        following old: AppliedRecord.OwnedDomain, sharing shared: [KeyEdit]
    ) {
        self.init(domain: old.domain)
        let recorded = Dictionary(old.paths.map { ($0.path, $0.restoration) }) { first, _ in first }
        let recordedDictionaries = Dictionary((old.dictionaries + shared).map { ($0.path, $0) }) { first, _ in first }
        let sharedPaths = Set(shared.map(\.path))
        var created: [PropertyListPath: KeyEdit] = [:]
        for requirement in requirements {
            let path = requirement.path
            let restoration = recorded[path] ?? KeyEdit(path, baseline.value(atKeys: path))
            paths.append(AppliedRecord.OwnedPath(restoration: restoration, applied: [requirement.value]))
            guard requirement.value != nil else { continue }
            for ancestor in path.ancestors
            where sharedPaths.contains(ancestor) || !baseline.hasDictionary(atKeys: ancestor) {
                created[ancestor] =
                    recordedDictionaries[ancestor] ?? KeyEdit(ancestor, baseline.value(atKeys: ancestor))
            }
        }
        dictionaries = created.values.sorted { $0.path.precedes($1.path) }
    }

    /// Returns a record that is valid both before and after the domain is changed.
    fileprivate func union(_ old: AppliedRecord.OwnedDomain) -> AppliedRecord.OwnedDomain {
        var union = self
        let recorded = Dictionary(old.paths.map { ($0.path, $0.applied) }) { first, _ in first }
        for (index, path) in paths.enumerated() {
            // The new value must be the last element, because the last element determines the status of a path.
            let earlier = (recorded[path.path] ?? []).filter { !path.applied.contains($0) }
            union.paths[index].applied = earlier + path.applied
        }
        let paths = Set(paths.map(\.path))
        union.paths += old.paths.filter { !paths.contains($0.path) }
        union.paths.sort { $0.path.precedes($1.path) }
        let dictionaries = Set(dictionaries.map(\.path))
        union.dictionaries += old.dictionaries.filter { !dictionaries.contains($0.path) }
        union.dictionaries.sort { $0.path.precedes($1.path) }
        return union
    }
}

/// The contents of a domain after the earlier values of an identifier's paths are restored.
private struct Baseline {
    private(set) var contents: PropertyListDictionary
    /// Paths that have neither an applied value nor the earlier value.
    private(set) var left: [PropertyListPath] = []

    /// Restores the earlier values of owned paths.
    ///
    /// - Parameters:
    ///   - owned: The owned paths.
    ///   - contents: The contents of the domain.
    ///   - listed: The paths that the next document sets. Their present values are irrelevant.
    init(of owned: AppliedRecord.OwnedDomain, in contents: PropertyListDictionary, listed: Set<PropertyListPath>) {
        self.contents = contents
        // After an interruption, one path can lie inside another one. The outer path is restored first.
        for layer in Self.layers(of: owned.paths) { restore(layer, listed: listed) }
        for layer in Dictionary(grouping: owned.dictionaries, by: \.path.components.count).sorted(by: {
            $0.key > $1.key
        }) {
            self.contents.apply(layer.value.filter { self.contents.value(atKeys: $0.path) == .dictionary([:]) })
        }
        left = owned.paths.map(\.restoration).filter { self.contents.value(atKeys: $0.path) != $0.value }.map(\.path)
    }

    private mutating func restore(_ paths: [AppliedRecord.OwnedPath], listed: Set<PropertyListPath>) {
        let restored = paths.filter { path in
            let present = contents.value(atKeys: path.path)
            let isOurs = path.applied.contains(present)
            guard isOurs || listed.contains(path.path) else { return false }
            // Restoring a missing value must not overwrite a value that has replaced a dictionary on the path.
            return present != nil
                || path.path.ancestors.allSatisfy {
                    contents.hasDictionary(atKeys: $0) || isOurs && contents.value(atKeys: $0) == nil
                }
        }
        contents.apply(restored.map(\.restoration))
    }

    /// Returns groups of paths, the outer paths first. Within a group, no path begins with another one.
    private static func layers(of paths: [AppliedRecord.OwnedPath]) -> [[AppliedRecord.OwnedPath]] {
        var layers: [[AppliedRecord.OwnedPath]] = []
        var around: [PropertyListPath] = []
        for path in paths.sorted(by: { $0.path.precedes($1.path) }) {
            while let last = around.last, !path.path.begins(with: last) { around.removeLast() }
            if layers.count == around.count { layers.append([]) }
            layers[around.count].append(path)
            around.append(path.path)
        }
        return layers
    }
}
