public import PropertyList

/// Changes to one domain, as a value: what a command means to do, before anything is looked at.
///
/// The edits are applied in order, all or none.
public struct ChangeSet: Hashable, Sendable {
    /// A change, or a condition for those that follow. A string literal in a path's place is a key.
    public enum Edit: Hashable, Sendable {
        /// Sets a value, over what was there. Containers that are missing on the way are made as dictionaries.
        case set(PropertyListPath, PropertyListValue)
        /// Puts a value into an array, before the element at the path or, at the end of it, after the last.
        case insert(PropertyListValue, at: PropertyListPath)
        /// Removes a value; nothing where there is none.
        case remove(PropertyListPath)
        /// Removes every key.
        case removeAll
        /// Sets every key of the dictionary; other keys stay.
        case merge(PropertyListDictionary)
        /// Sets every value of the dictionary; where both hold a dictionary the same is done with that, arrays are replaced.
        case mergeDeeply(PropertyListDictionary)
        /// Moves the value at the first path to the second, over what was there; stops everything where there is none.
        case rename(PropertyListPath, to: PropertyListPath)
        /// Adds elements to the end of an array; where there is none, an empty one is made. Stops everything where there is something
        /// else.
        case append([PropertyListValue], to: PropertyListPath)
        /// Sets keys of a dictionary, as ``merge(_:)`` does for the domain; where there is none, an empty one is made. Stops everything
        /// where there is something else.
        case mergeInto(PropertyListPath, PropertyListDictionary)
        /// Stops everything unless there is a value.
        case require(PropertyListPath)
        /// Stops everything unless there is some key.
        case requireAnyKey
    }

    /// The edits, in the order in which they are applied.
    public var edits: [Edit]

    /// A set of the given edits.
    public init(_ edits: [Edit] = []) {
        self.edits = edits
    }

    /// Applies the edits. Setting and removing many keys takes one pass over the domain.
    ///
    /// - Throws: ``ChangeSetError`` where a condition does not hold; the contents are then as they were.
    public func apply(to contents: inout PropertyListDictionary) throws(ChangeSetError) {
        var changed = contents
        var keys: [(String, PropertyListValue?)] = []
        for edit in edits {
            if let change = edit.keyChange {
                keys.append(change)
                continue
            }
            changed.apply(keys)
            keys.removeAll()
            try edit.apply(to: &changed)
        }
        changed.apply(keys)
        contents = changed
    }
}

/// Why a set of changes does not apply to a domain.
public enum ChangeSetError: Error, Hashable, Sendable {
    /// There is no value at the path.
    case noValue(PropertyListPath)
    /// The domain has no keys, which is the same as not being there.
    case noKeys
    /// The value at the path is something else than an array.
    case notAnArray(PropertyListPath)
    /// The value at the path is something else than a dictionary.
    case notADictionary(PropertyListPath)
    /// The path leads nowhere.
    case path(PropertyListPathError)
}

extension ChangeSetError: CustomStringConvertible {
    /// What does not hold, as a clause.
    public var description: String {
        switch self {
        case .noValue(let path): "there is no value at \(path)"
        case .noKeys: "the domain has no keys"
        case .notAnArray(let path): "value at \(path) is no array"
        case .notADictionary(let path): "value at \(path) is no dictionary"
        case .path(let error): error.description
        }
    }
}

extension ChangeSet.Edit {
    /// The key that the edit sets or removes, if that is all it does.
    fileprivate var keyChange: (String, PropertyListValue?)? {
        switch self {
        case .set(let path, let value) where path.components.count == 1: (path.components[0], value)
        case .remove(let path) where path.components.count == 1: (path.components[0], nil)
        default: nil
        }
    }

    fileprivate func apply(to contents: inout PropertyListDictionary) throws(ChangeSetError) {
        switch self {
        case .set(let path, let value):
            try ChangeSetError.mapping(try contents.set(value, at: path))
        case .insert(let value, let path):
            try ChangeSetError.mapping(try contents.insert(value, at: path))
        case .remove(let path):
            try contents.removeIfPresent(path)
        case .removeAll:
            contents = [:]
        case .merge(let dictionary):
            contents.merge(dictionary)
        case .mergeDeeply(let dictionary):
            contents.mergeDeeply(dictionary)
        case .rename(let old, let new):
            try contents.rename(old, to: new)
        case .append(let elements, let path):
            try contents.append(elements, to: path)
        case .mergeInto(let path, let dictionary):
            try contents.merge(dictionary, into: path)
        case .require(let path):
            guard contents[path] != nil else { throw .noValue(path) }
        case .requireAnyKey:
            guard !contents.isEmpty else { throw .noKeys }
        }
    }
}

extension ChangeSetError {
    /// Evaluates an expression, and maps the error of a path.
    fileprivate static func mapping(
        _ expression: @autoclosure () throws(PropertyListPathError) -> Void
    ) throws(ChangeSetError) {
        do {
            try expression()
        } catch {
            if case .noValue(let path) = error { throw .noValue(path) }
            throw .path(error)
        }
    }
}

extension PropertyListDictionary {
    fileprivate mutating func removeIfPresent(_ path: PropertyListPath) throws(ChangeSetError) {
        guard self[path] != nil else { return }
        try ChangeSetError.mapping(try remove(at: path))
    }

    fileprivate mutating func rename(_ old: PropertyListPath, to new: PropertyListPath) throws(ChangeSetError) {
        guard let value = self[old] else { throw .noValue(old) }
        guard old != new else { return }
        try ChangeSetError.mapping(try move(value, from: old, to: new))
    }

    private mutating func move(
        _ value: PropertyListValue, from old: PropertyListPath, to new: PropertyListPath
    ) throws(PropertyListPathError) {
        // Both paths lead through the values as they are now: indexes do not move until both are dealt with.
        if new.begins(with: old) {
            // Into itself: a dictionary that leads to the value takes its place.
            let inner = new.components.dropFirst(old.components.count)
            return try set(inner.reversed().reduce(value) { .dictionary([$1: $0]) }, at: old)
        }
        try set(value, at: new)
        if !old.begins(with: new) { try remove(at: old) }
    }

    fileprivate mutating func append(_ elements: [PropertyListValue], to path: PropertyListPath) throws(ChangeSetError)
    {
        let appended: PropertyListValue
        switch self[path] {
        case nil: appended = .array(elements)
        case .array(let present): appended = .array(present + elements)
        default: throw .notAnArray(path)
        }
        try ChangeSetError.mapping(try set(appended, at: path))
    }

    fileprivate mutating func merge(
        _ dictionary: PropertyListDictionary, into path: PropertyListPath
    ) throws(ChangeSetError) {
        var merged: PropertyListDictionary
        switch self[path] {
        case nil: merged = [:]
        case .dictionary(let present): merged = present
        default: throw .notADictionary(path)
        }
        merged.merge(dictionary)
        try ChangeSetError.mapping(try set(.dictionary(merged), at: path))
    }

    fileprivate mutating func mergeDeeply(_ other: PropertyListDictionary) {
        var changes: [(String, PropertyListValue?)] = []
        for (key, value) in other {
            if case .dictionary(let inner) = value, case .dictionary(var present) = self[key] {
                present.mergeDeeply(inner)
                changes.append((key, .dictionary(present)))
            } else {
                changes.append((key, value))
            }
        }
        apply(changes)
    }
}
