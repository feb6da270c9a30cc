import DefaultsCore

/// The result of merging two versions of a property list that were made from a common base.
///
/// Dictionaries are merged by key. Arrays are merged as sequences, as `diff3` merges lines: what the three versions
/// have in common is stable. A run between stable ones that one side changed is taken from it. A run that both sides
/// changed is merged element by element if it has equally many elements in the three versions. What both sides changed
/// in the same way is no conflict. Anything else that both sides changed is one, also a change of a type alone, and a
/// change on one side of what the other side deleted.
struct PropertyListMerge: Sendable {
    /// The merged value, with the values of one side where the sides conflict.
    let ours: PropertyListValue?
    let base: PropertyListValue?
    let theirs: PropertyListValue?
    /// The conflicts, in the order of the merged value.
    let conflicts: [Conflict]

    /// A part of a property list that both sides changed in different ways.
    struct Conflict: Hashable, Sendable {
        /// The path in the merged value with the values of our side.
        let path: PropertyListPath
        /// The values, or `nil` for a side without the value.
        let base: PropertyListValue?
        let ours: PropertyListValue?
        let theirs: PropertyListValue?
        /// Whether the values are arrays with the elements of a run, and the path is that of the first element.
        let isRun: Bool
    }

    /// Merges two versions of a property list.
    ///
    /// - Parameters:
    ///   - base: The version from which the others were made, or `nil` if there is none.
    ///   - ours: Our version, or `nil` if it was deleted.
    ///   - theirs: Their version, or `nil` if it was deleted.
    init(base: PropertyListValue?, ours: PropertyListValue?, theirs: PropertyListValue?) {
        var merger = Merger()
        let result = merger.merge(Versions(base: base, ours: ours, theirs: theirs))
        (self.ours, self.base, self.theirs) = (result.ours, result.base, result.theirs)
        conflicts = merger.conflicts
    }
}

/// A value in three versions.
private struct Versions<Value> {
    var base: Value?
    var ours: Value?
    var theirs: Value?
}

extension Versions {
    init(all value: Value?) {
        (base, ours, theirs) = (value, value, value)
    }
}

private struct Merger {
    var conflicts: [PropertyListMerge.Conflict] = []
    private var path: [String] = []

    /// Merges a value. The versions of the result differ only where the sides conflict.
    mutating func merge(_ values: Versions<PropertyListValue>) -> Versions<PropertyListValue> {
        switch (values.base, values.ours, values.theirs) {
        case (.dictionary(let base)?, .dictionary(let ours)?, .dictionary(let theirs)?):
            return merge(base, ours, theirs)
        case (nil, .dictionary(let ours)?, .dictionary(let theirs)?): return merge([:], ours, theirs)
        case (.array(let base)?, .array(let ours)?, .array(let theirs)?): return merge(base, ours, theirs)
        default: break
        }
        if values.ours == values.theirs || values.base == values.theirs { return Versions(all: values.ours) }
        if values.base == values.ours { return Versions(all: values.theirs) }
        note(values, isRun: false)
        return values
    }

    private mutating func note(_ values: Versions<PropertyListValue>, isRun: Bool) {
        conflicts.append(
            PropertyListMerge.Conflict(
                path: PropertyListPath(path), base: values.base, ours: values.ours, theirs: values.theirs,
                isRun: isRun))
    }

    // MARK: Dictionaries

    private mutating func merge(
        _ base: PropertyListDictionary, _ ours: PropertyListDictionary, _ theirs: PropertyListDictionary
    ) -> Versions<PropertyListValue> {
        var merged = Versions<[PropertyListDictionary.Element]>(all: [])
        var rest = (base: base[...], ours: ours[...], theirs: theirs[...])
        while let key = Self.firstKey(rest.base, rest.ours, rest.theirs) {
            let values = Versions(base: rest.base.take(key), ours: rest.ours.take(key), theirs: rest.theirs.take(key))
            path.append(key)
            let result = merge(values)
            path.removeLast()
            if let value = result.base { merged.base?.append((key, value)) }
            if let value = result.ours { merged.ours?.append((key, value)) }
            if let value = result.theirs { merged.theirs?.append((key, value)) }
        }
        return merged.eachVersion { .dictionary(PropertyListDictionary($0.map { ($0.key, $0.value) })) }
    }

    private static func firstKey(_ rests: PropertyListDictionary.SubSequence...) -> String? {
        rests.compactMap { $0.first?.key }.min { $0.precedesInUTF16($1) }
    }

    // MARK: Arrays

    private mutating func merge(
        _ base: [PropertyListValue], _ ours: [PropertyListValue], _ theirs: [PropertyListValue]
    ) -> Versions<PropertyListValue> {
        var merged = Versions<[PropertyListValue]>(all: [])
        for run in ThreeWayRun.all(base: base, ours: ours, theirs: theirs) {
            let parts = Versions(base: base[run.base], ours: ours[run.ours], theirs: theirs[run.theirs])
            merge(parts, isStable: run.isStable, into: &merged)
        }
        return merged.eachVersion(PropertyListValue.array)
    }

    private mutating func merge(
        _ run: Versions<ArraySlice<PropertyListValue>>, isStable: Bool, into merged: inout Versions<[PropertyListValue]>
    ) {
        guard let base = run.base, let ours = run.ours, let theirs = run.theirs else { return }
        if isStable || ours == theirs || base == theirs { return merged.append(Versions(all: Array(ours))) }
        if base == ours { return merged.append(Versions(all: Array(theirs))) }
        let start = merged.ours?.count ?? 0
        guard base.count == ours.count, base.count == theirs.count else {
            path.append(String(start))
            note(run.eachVersion { .array(Array($0)) }, isRun: true)
            path.removeLast()
            return merged.append(run.eachVersion { Array($0) })
        }
        for offset in 0..<ours.count {
            let values = Versions(
                base: base[base.startIndex + offset], ours: ours[ours.startIndex + offset],
                theirs: theirs[theirs.startIndex + offset])
            path.append(String(start + offset))
            merged.append(merge(values).eachVersion { [$0] })
            path.removeLast()
        }
    }
}

extension Versions {
    fileprivate func eachVersion<Result>(_ transform: (Value) -> Result) -> Versions<Result> {
        Versions<Result>(base: base.map(transform), ours: ours.map(transform), theirs: theirs.map(transform))
    }
}

extension Versions<[PropertyListValue]> {
    fileprivate mutating func append(_ elements: Self) {
        base?.append(contentsOf: elements.base ?? [])
        ours?.append(contentsOf: elements.ours ?? [])
        theirs?.append(contentsOf: elements.theirs ?? [])
    }
}
