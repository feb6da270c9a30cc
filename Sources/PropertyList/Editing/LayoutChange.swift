/// The difference between two values, as a tree that follows the containers of the old value.
indirect enum LayoutChange {
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

    /// Appends the paths of the containers that change.
    ///
    /// - Parameter path: The path of the value.
    func appendContainers(at path: PropertyListPath = PropertyListPath(), to paths: inout [PropertyListPath]) {
        switch self {
        case .replaced: return
        case .dictionary(let change):
            for (key, fate) in change.fates { fate.change?.appendContainers(at: path.appending(key.text), to: &paths) }
        case .array(let change):
            for (index, fate) in change.fates {
                fate.change?.appendContainers(at: path.appending(String(index)), to: &paths)
            }
        }
        paths.append(path)
    }
}

/// The fate of a member of a container in an edit.
enum MemberFate {
    case kept
    case changed(LayoutChange)
    case deleted
    /// The key is replaced, and the value stays.
    case renamed(String)

    var isDeleted: Bool { if case .deleted = self { true } else { false } }
    var change: LayoutChange? { if case .changed(let change) = self { change } else { nil } }
}

/// A member to add to a container.
struct NewMember {
    let key: String?
    let value: PropertyListValue
}

/// The changes of the members of a dictionary.
struct DictionaryChange {
    /// The fates of the members that are not kept.
    private(set) var fates: [ExactName: MemberFate] = [:]
    /// The new pairs, in the order of their keys.
    private(set) var added: [NewMember] = []

    /// Creates the changes, or returns `nil` if there are none.
    init?(from old: PropertyListDictionary, to new: PropertyListDictionary) {
        var removed: [PropertyListDictionary.Element] = []
        var (left, right) = (old.startIndex, new.startIndex)
        while left < old.endIndex || right < new.endIndex {
            if right == new.endIndex || left < old.endIndex && old[left].key.precedesInUTF16(new[right].key) {
                removed.append(old[left])
                left += 1
            } else if left == old.endIndex || new[right].key.precedesInUTF16(old[left].key) {
                added.append(NewMember(key: new[right].key, value: new[right].value))
                right += 1
            } else {
                if let change = LayoutChange(from: old[left].value, to: new[right].value) {
                    fates[ExactName(old[left].key)] = .changed(change)
                }
                (left, right) = (left + 1, right + 1)
            }
        }
        note(removed)
        if fates.isEmpty, added.isEmpty { return nil }
    }

    /// Notes removed pairs. One removed and one added pair with the same value are a renamed key.
    private mutating func note(_ removed: [PropertyListDictionary.Element]) {
        if removed.count == 1, added.count == 1, removed[0].value == added[0].value, let key = added[0].key {
            fates[ExactName(removed[0].key)] = .renamed(key)
            added = []
        } else {
            for pair in removed { fates[ExactName(pair.key)] = .deleted }
        }
    }
}

/// The changes of the elements of an array.
struct ArrayChange {
    /// The fates of the elements that are not kept.
    private(set) var fates: [Int: MemberFate] = [:]
    /// The new elements, each with the number of old elements before it.
    private(set) var added: [(place: Int, member: NewMember)] = []

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
            if let change = LayoutChange(from: old[left], to: new[right]) { fates[left] = .changed(change) }
        }
        for left in old.indices.dropFirst(new.count) { fates[left] = .deleted }
        for value in new.dropFirst(old.count) { added.append((old.endIndex, NewMember(key: nil, value: value))) }
    }

    /// The largest number of elements that are not only compared in pairs. The time grows with its square.
    private static let matchLimit = 4000

    /// Returns the indices of common elements, in their order, so that few elements are deleted and inserted. The
    /// result is empty if there are too many elements, or if comparison in pairs keeps at least as many elements.
    private static func matches(
        _ old: ArraySlice<PropertyListValue>, _ new: ArraySlice<PropertyListValue>
    ) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty, old.count + new.count <= matchLimit else { return [] }
        var (left, right) = (Set(old.indices), Set(new.indices))
        for change in new.map(\.hashValue).difference(from: old.map(\.hashValue)) {
            switch change {
            case .remove(let offset, _, _): left.remove(old.startIndex + offset)
            case .insert(let offset, _, _): right.remove(new.startIndex + offset)
            }
        }
        let pairs = old.count == new.count ? zip(old, new).count { $0 == $1 } : 0
        return pairs >= left.count
            ? [] : zip(left.sorted(), right.sorted()).filter { old[$0] == new[$1] }.map { (old: $0, new: $1) }
    }
}

extension PropertyListPath {
    fileprivate func appending(_ component: String) -> PropertyListPath { PropertyListPath(components + [component]) }
}
