public import PropertyList

/// Changes to one domain, as a value: what a command means to do, before anything is looked at.
///
/// The edits are applied in order, all or none.
public struct ChangeSet: Hashable, Sendable {
    /// A change, or a condition for those that follow.
    public enum Edit: Hashable, Sendable {
        /// Sets a key, whatever it held.
        case set(String, PropertyListValue)
        /// Removes a key; nothing where it is not there.
        case remove(String)
        /// Removes every key.
        case removeAll
        /// Sets every key of the dictionary; other keys stay.
        case merge(PropertyListDictionary)
        /// Moves the value of the first key to the second, over what that held; stops everything where there is none.
        case rename(String, to: String)
        /// Adds elements to the end of an array; a key that is not there counts as an empty one. Stops everything where it holds
        /// something else.
        case append([PropertyListValue], to: String)
        /// Sets keys of a dictionary, as ``merge(_:)`` does for the domain; a key that is not there counts as an empty one. Stops
        /// everything where it holds something else.
        case mergeInto(String, PropertyListDictionary)
        /// Stops everything unless the key is there.
        case requireKey(String)
        /// Stops everything unless there is some key.
        case requireAnyKey
    }

    /// The edits, in the order in which they are applied.
    public var edits: [Edit]

    /// A set of the given edits.
    public init(_ edits: [Edit] = []) {
        self.edits = edits
    }

    /// Applies the edits.
    ///
    /// - Throws: ``ChangeSetError`` where a condition does not hold; the contents are then as they were.
    public func apply(to contents: inout PropertyListDictionary) throws(ChangeSetError) {
        var changed = contents
        for edit in edits {
            try edit.apply(to: &changed)
        }
        contents = changed
    }
}

extension ChangeSet.Edit {
    fileprivate func apply(to contents: inout PropertyListDictionary) throws(ChangeSetError) {
        switch self {
        case .set(let key, let value): contents[key] = value
        case .remove(let key): contents[key] = nil
        case .removeAll: contents = [:]
        case .merge(let dictionary): contents.merge(dictionary)
        case .rename(let old, let new): try contents.rename(old, to: new)
        case .append(let elements, let key): try contents.append(elements, to: key)
        case .mergeInto(let key, let dictionary): try contents.merge(dictionary, into: key)
        case .requireKey(let key):
            guard contents[key] != nil else { throw .noSuchKey(key) }
        case .requireAnyKey:
            guard !contents.isEmpty else { throw .noKeys }
        }
    }
}

extension PropertyListDictionary {
    fileprivate mutating func rename(_ old: String, to new: String) throws(ChangeSetError) {
        guard let value = self[old] else { throw .noSuchKey(old) }
        self[old] = nil
        self[new] = value
    }

    fileprivate mutating func append(_ elements: [PropertyListValue], to key: String) throws(ChangeSetError) {
        switch self[key] {
        case nil: self[key] = .array(elements)
        case .array(let present): self[key] = .array(present + elements)
        default: throw .notAnArray(key)
        }
    }

    fileprivate mutating func merge(_ dictionary: PropertyListDictionary, into key: String) throws(ChangeSetError) {
        switch self[key] {
        case nil:
            self[key] = .dictionary(dictionary)
        case .dictionary(var present):
            present.merge(dictionary)
            self[key] = .dictionary(present)
        default:
            throw .notADictionary(key)
        }
    }
}

/// Why a set of changes does not apply to a domain.
public enum ChangeSetError: Error, Hashable, Sendable {
    /// The domain does not have the key.
    case noSuchKey(String)
    /// The domain has no keys, which is the same as not being there.
    case noKeys
    /// The key holds something else than an array.
    case notAnArray(String)
    /// The key holds something else than a dictionary.
    case notADictionary(String)
}
