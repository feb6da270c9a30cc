/// The difference between two values, as a tree that follows the containers of the old value.
indirect enum PropertyListChange {
    /// Another scalar, or a value of another type.
    case replaced(old: PropertyListValue, new: PropertyListValue)
    case dictionary(DictionaryChange)
    case array(ArrayChange)

    /// Creates the change from one value to another, or returns `nil` if they are equal.
    init?(from old: PropertyListValue, to new: PropertyListValue) {
        switch (old, new) {
        case (.dictionary(let old), .dictionary(let new)):
            guard let change = DictionaryChange(from: old, to: new) else { return nil }
            self = .dictionary(change)
        case (.array(let old), .array(let new)):
            guard let change = ArrayChange(from: old, to: new) else { return nil }
            self = .array(change)
        default:
            if old == new { return nil }
            self = .replaced(old: old, new: new)
        }
    }

    /// Calls a closure for each new value and each new key. Kept values and keys are not considered.
    ///
    /// - Parameters:
    ///   - path: The path of the change.
    ///   - body: A closure that gets the path in the new root, whether the path ends with a new key, the value that is
    ///     replaced, or `nil` if there was none, and the new value, or `nil` if only the key is new.
    func forEachNew(
        at path: PropertyListPath = PropertyListPath(),
        _ body: (
            PropertyListPath, _ isNewKey: Bool, _ old: PropertyListValue?, PropertyListValue?
        ) throws(PropertyListError) -> Void
    ) throws(PropertyListError) {
        switch self {
        case .replaced(let old, let new): try body(path, false, old, new)
        case .dictionary(let change):
            for (key, fate) in change.fates {
                switch fate {
                case .changed(let change): try change.forEachNew(at: path.appending(key), body)
                case .renamed(let key): try body(path.appending(key), true, nil, nil)
                case .deleted: break
                }
            }
            for (key, value) in change.added { try body(path.appending(key), true, nil, value) }
        case .array(let change):
            for (index, change) in change.changed { try change.forEachNew(at: path.appending(String(index)), body) }
            for (index, value) in change.added { try body(path.appending(String(index.new)), false, nil, value) }
        }
    }
}

/// The fate of a member of a container that is not kept in an edit.
enum MemberFate {
    case changed(PropertyListChange)
    case deleted
    /// The key is replaced, and the value stays.
    case renamed(String)

    var isDeleted: Bool { if case .deleted = self { true } else { false } }
}

/// The changes of the members of a dictionary.
struct DictionaryChange {
    /// The fates of the members that are not kept, in the order of their keys.
    private(set) var fates: [(key: String, fate: MemberFate)] = []
    /// The new pairs, in the order of their keys.
    private(set) var added: [PropertyListDictionary.Element] = []

    /// Creates the changes, or returns `nil` if there are none.
    init?(from old: PropertyListDictionary, to new: PropertyListDictionary) {
        var removed: [PropertyListDictionary.Element] = []
        let (old, new) = (old.orderedPairs, new.orderedPairs)
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            let same = PropertyListDictionary.equalPairs(old, from: left, new, from: right, entersContainers: false)
            (left, right) = (left + same, right + same)
            guard left < old.count else {
                added += new[right...]
                break
            }
            let pair = old[left]
            if right < new.count, pair.key.hasSameScalars(as: new[right].key) {
                if let change = PropertyListChange(from: pair.value, to: new[right].value) {
                    fates.append((pair.key, .changed(change)))
                }
                (left, right) = (left + 1, right + 1)
            } else if right == new.count || pair.key.precedesInUTF16(new[right].key) {
                removed.append(pair)
                fates.append((pair.key, .deleted))
                left += 1
            } else {
                added.append(new[right])
                right += 1
            }
        }
        if fates.isEmpty, added.isEmpty { return nil }
        renameIfMoved(removed)
    }

    /// Notes a renamed key if one removed and one added pair have the same value.
    private mutating func renameIfMoved(_ removed: [PropertyListDictionary.Element]) {
        guard removed.count == 1, added.count == 1, removed[0].value == added[0].value,
            let index = fates.firstIndex(where: { $0.fate.isDeleted })
        else { return }
        fates[index].fate = .renamed(added[0].key)
        added = []
    }

    /// Returns the index of the fate of the pair with a key, in UTF-8, or `nil` if the pair is kept.
    func place(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = fates.indices.partitioningIndex { index in
            fates[index].key.withUTF8Bytes { !$0.precedesInUTF16(key) }
        }
        let isFound = index < fates.count && fates[index].key.withUTF8Bytes { $0.hasSameBytes(as: key) }
        return isFound ? index : nil
    }
}

/// The changes of the elements of an array.
struct ArrayChange {
    /// The fates of the elements that are not kept.
    private(set) var fates: [Int: MemberFate] = [:]
    /// The changes of elements, by the new indices.
    private(set) var changed: [(index: Int, change: PropertyListChange)] = []
    /// The new elements, each with the number of old elements before it and its index.
    private(set) var added: [(index: (old: Int, new: Int), value: PropertyListValue)] = []

    /// Creates the changes, or returns `nil` if there are none.
    ///
    /// Equal elements are kept as far as possible, and the elements between them are compared in pairs.
    init?(from old: [PropertyListValue], to new: [PropertyListValue]) {
        let shorter = min(old.count, new.count)
        let prefix = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
        let rest = shorter - prefix
        let suffix = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
        let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
        var (left, right) = (prefix, prefix)
        for match in Self.matches(old[prefix..<oldEnd], new[prefix..<newEnd]) {
            pair(old[left..<match.old], new[right..<match.new])
            (left, right) = (match.old + 1, match.new + 1)
        }
        pair(old[left..<oldEnd], new[right..<newEnd])
        if fates.isEmpty, added.isEmpty { return nil }
    }

    /// Compares elements in pairs. Deletes or adds the elements without a partner, which are the last elements.
    private mutating func pair(_ old: ArraySlice<PropertyListValue>, _ new: ArraySlice<PropertyListValue>) {
        for (left, right) in zip(old.indices, new.indices) {
            guard let change = PropertyListChange(from: old[left], to: new[right]) else { continue }
            fates[left] = .changed(change)
            changed.append((right, change))
        }
        for left in old.indices.dropFirst(new.count) { fates[left] = .deleted }
        for right in new.indices.dropFirst(old.count) { added.append(((old.endIndex, right), new[right])) }
    }

    /// Returns the indices of common elements, in their order. The result is empty if comparison in pairs keeps at
    /// least as many elements.
    private static func matches(
        _ old: ArraySlice<PropertyListValue>, _ new: ArraySlice<PropertyListValue>
    ) -> [(old: Int, new: Int)] {
        let matches = old.commonElements(with: new)
        let pairs = old.count == new.count ? zip(old, new).count { $0 == $1 } : 0
        return pairs >= matches.count ? [] : matches
    }
}
