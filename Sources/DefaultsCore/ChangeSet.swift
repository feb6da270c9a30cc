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
        case .requireKey(let key):
            guard contents[key] != nil else { throw .noSuchKey(key) }
        case .requireAnyKey:
            guard !contents.isEmpty else { throw .noKeys }
        }
    }
}

/// Why a set of changes does not apply to a domain.
public enum ChangeSetError: Error, Hashable, Sendable {
    /// The domain does not have the key.
    case noSuchKey(String)
    /// The domain has no keys, which is the same as not being there.
    case noKeys
}
