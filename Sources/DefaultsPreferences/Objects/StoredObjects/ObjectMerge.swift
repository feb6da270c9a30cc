/// The stored object that an object in memory comes from.
struct ObjectBase: Sendable {
    /// The stored form.
    var stored: PropertyListValue?
    /// The encoded object. A field of the object in memory has changed if it differs from the same field here.
    let encoded: PropertyListValue?

    /// Returns a base that combines two bases. A field that differs from one of them also differs from the result.
    func combined(with other: ObjectBase) -> ObjectBase {
        ObjectBase(stored: stored, encoded: Self.common(encoded, other.encoded))
    }

    private static func common(_ left: PropertyListValue?, _ right: PropertyListValue?) -> PropertyListValue? {
        guard case .dictionary(let left)? = left, case .dictionary(let right)? = right else {
            return left == right ? left : nil
        }
        return .dictionary(
            PropertyListDictionary(
                left.compactMap { key, value in common(value, right[key]).map { (key, $0) } }))
    }
}

/// A merge of two objects with a common base. Dictionaries are merged by field, recursively. Other values are replaced.
struct ObjectMerge {
    /// The encoded object before it was changed in memory.
    let base: PropertyListValue?
    /// The stored object before another program changed it.
    let stored: PropertyListValue?
    /// Whether two dictionaries that have one key each are replaced as a whole if the keys differ. Different cases of
    /// an enumeration are encoded as such dictionaries.
    var keepsCases = false

    /// Returns our object with the fields that have changed in theirs. If both have changed a field, ours takes
    /// precedence.
    ///
    /// - Parameters:
    ///   - ours: The encoded object in memory.
    ///   - theirs: The stored object. Its fields that neither `ours` nor the base has are part of the result.
    func merged(_ ours: PropertyListValue?, with theirs: PropertyListValue?) -> PropertyListValue? {
        guard case .dictionary(let ourFields)? = ours, case .dictionary(let theirFields)? = theirs,
            !(keepsCases && ourFields.count == 1 && theirFields.count == 1 && ourFields.keys != theirFields.keys)
        else {
            return ours != base || theirs == stored ? ours : theirs
        }
        var fields: [(String, PropertyListValue)] = []
        fields.reserveCapacity(ourFields.count)
        for (key, value) in ourFields {
            if let value = field(key).merged(value, with: theirFields[key]) {
                fields.append((key, value))
            }
        }
        for (key, value) in theirFields where ourFields[key] == nil && field(key).base == nil {
            fields.append((key, value))
        }
        return .dictionary(PropertyListDictionary(fields))
    }

    /// Returns the base of a merged object. Fields that had changed in ours still differ from this base.
    ///
    /// - Parameters:
    ///   - merged: The encoded merged object.
    ///   - ours: The encoded object before the merge.
    func rebased(_ merged: PropertyListValue?, ours: PropertyListValue?) -> PropertyListValue? {
        guard case .dictionary(let mergedFields)? = merged, case .dictionary(let ourFields)? = ours,
            case .dictionary(let baseFields)? = base
        else { return ours != base ? base : merged }
        // A field that neither the merged object nor the base has is not in the result.
        let added = mergedFields.keys.filter { baseFields[$0] == nil }
        let fields = (baseFields.keys + added).compactMap { key in
            field(key).rebased(mergedFields[key], ours: ourFields[key]).map { (key, $0) }
        }
        return .dictionary(PropertyListDictionary(fields))
    }

    private func field(_ key: String) -> ObjectMerge {
        ObjectMerge(
            base: Self.field(key, of: base), stored: Self.field(key, of: stored), keepsCases: keepsCases)
    }

    private static func field(_ key: String, of value: PropertyListValue?) -> PropertyListValue? {
        if case .dictionary(let fields)? = value { fields[key] } else { nil }
    }
}
