extension ChangeSet {
    /// Applies the edits to the contents of a domain. Setting and removing many keys takes one pass over the domain.
    ///
    /// ```swift
    /// var contents: PropertyListDictionary = ["FontSize": 12]
    /// try ChangeSet([.require("FontSize"), .set("Theme", "dark")]).apply(to: &contents)
    /// ```
    ///
    /// - Throws: ``PreferencesError`` if an edit cannot be applied, or if the result is not a dictionary. The
    ///   contents are then unchanged.
    public func apply(to contents: inout PropertyListDictionary) throws(PreferencesError) {
        var root = PropertyListValue.dictionary(contents)
        try apply(to: &root)
        guard case .dictionary(let changed) = root else { throw .rootNotADictionary }
        contents = changed
    }

    /// Applies the edits to a property list whose root can have any type. The path of the root is empty. Setting and
    /// removing many keys of a dictionary takes one pass over it.
    ///
    /// - Throws: ``PreferencesError`` if an edit cannot be applied. The value is then unchanged.
    public func apply(to root: inout PropertyListValue) throws(PreferencesError) {
        var changed = root
        var index = edits.startIndex
        while index < edits.endIndex {
            let end = edits[index...].firstIndex { $0.keyChange == nil } ?? edits.endIndex
            // A single edit is applied directly, because the first use of an array of changes takes longer.
            if end > index + 1, case .dictionary(var contents) = changed {
                changed = false
                contents.apply(edits[index..<end].compactMap(\.keyChange))
                changed = .dictionary(contents)
                index = end
            } else {
                try edits[index].apply(to: &changed)
                index += 1
            }
        }
        root = changed
    }
}

extension ChangeSet.Edit {
    /// The key and its new value, if the edit only sets or removes one key.
    fileprivate var keyChange: (String, PropertyListValue?)? {
        switch self {
        case .set(let path, let value) where path.components.count == 1: (path.components[0], value)
        case .remove(let path) where path.components.count == 1: (path.components[0], nil)
        default: nil
        }
    }

    fileprivate func apply(to root: inout PropertyListValue) throws(PreferencesError) {
        switch self {
        case .set(let path, let value):
            try PreferencesError.mappingEdit(try root.set(value, at: path))
        case .insert(let value, let path):
            try PreferencesError.mappingEdit(try root.insert(value, at: path))
        case .remove(let path):
            try root.removeIfPresent(path)
        case .removeAll:
            try root.changeDictionary { $0 = [:] }
        case .merge(let dictionary):
            try root.changeDictionary { $0.merge(dictionary) }
        case .mergeDeeply(let dictionary):
            try root.changeDictionary { $0.mergeDeeply(dictionary) }
        case .rename(let old, let new):
            try root.rename(old, to: new)
        case .append(let elements, let path):
            try root.append(elements, to: path)
        case .appendMissing(let elements, let path):
            try root.append(try root.missing(elements, at: path), to: path)
        case .removeElements(let elements, let path):
            try root.removeElements(elements, from: path)
        case .mergeInto(let path, let dictionary):
            try root.merge(dictionary, into: path)
        case .require(let path):
            guard root[path] != nil else { throw PreferencesError(.edit(.noValue(path))) }
        case .requireAnyKey:
            guard root != .dictionary([:]) else { throw PreferencesError(.edit(.noKeys)) }
        }
    }
}

extension PropertyListValue {
    /// Changes a root that is a dictionary.
    fileprivate mutating func changeDictionary(
        _ body: (inout PropertyListDictionary) -> Void
    ) throws(PreferencesError) {
        guard case .dictionary(var contents) = self else { throw .rootNotADictionary }
        // A value with two owners is copied when it changes.
        self = false
        body(&contents)
        self = .dictionary(contents)
    }

    fileprivate mutating func removeIfPresent(_ path: PropertyListPath) throws(PreferencesError) {
        guard self[path] != nil else { return }
        try PreferencesError.mappingEdit(try remove(at: path))
    }

    fileprivate mutating func rename(_ old: PropertyListPath, to new: PropertyListPath) throws(PreferencesError) {
        guard let value = self[old] else { throw PreferencesError(.edit(.noValue(old))) }
        guard old != new else { return }
        try PreferencesError.mappingEdit(try move(value, from: old, to: new))
    }

    private mutating func move(
        _ value: PropertyListValue, from old: PropertyListPath, to new: PropertyListPath
    ) throws(PropertyListError) {
        // Both paths refer to the values before the move. The removal may shift indices, so it comes last.
        if new.begins(with: old) {
            // The new path is inside the value. The value is wrapped in dictionaries that lead to it.
            let inner = new.components.dropFirst(old.components.count)
            return try set(inner.reversed().reduce(value) { .dictionary([$1: $0]) }, at: old)
        }
        try set(value, at: new)
        if !old.begins(with: new) { try remove(at: old) }
    }

    /// Returns the value at a path. A root without keys does not exist.
    private func present(at path: PropertyListPath) -> PropertyListValue? {
        path.components.isEmpty && self == .dictionary([:]) ? nil : self[path]
    }

    /// Returns the elements that the array at a path does not contain, each once.
    fileprivate func missing(
        _ elements: [PropertyListValue], at path: PropertyListPath
    ) throws(PreferencesError) -> [PropertyListValue] {
        guard case .array(let present) = present(at: path) ?? .array([]) else {
            throw PreferencesError(.edit(.notAnArray(path)))
        }
        var known = Set(present)
        return elements.filter { known.insert($0).inserted }
    }

    fileprivate mutating func removeElements(
        _ elements: [PropertyListValue], from path: PropertyListPath
    ) throws(PreferencesError) {
        guard let value = present(at: path) else { return }
        guard case .array(let present) = value else { throw PreferencesError(.edit(.notAnArray(path))) }
        let removed = Set(elements)
        let kept = present.filter { !removed.contains($0) }
        if kept.count < present.count { try PreferencesError.mappingEdit(try set(.array(kept), at: path)) }
    }

    fileprivate mutating func append(_ elements: [PropertyListValue], to path: PropertyListPath)
        throws(PreferencesError)
    {
        guard case .array(var present) = present(at: path) ?? .array([]) else {
            throw PreferencesError(.edit(.notAnArray(path)))
        }
        // The stored array is replaced first, because `+=` would copy an array with two references.
        try PreferencesError.mappingEdit(try set(false, at: path))
        present += elements
        try PreferencesError.mappingEdit(try set(.array(present), at: path))
    }

    fileprivate mutating func merge(
        _ dictionary: PropertyListDictionary, into path: PropertyListPath
    ) throws(PreferencesError) {
        var merged: PropertyListDictionary
        switch self[path] {
        case nil: merged = [:]
        case .dictionary(let present): merged = present
        default: throw PreferencesError(.edit(.notADictionary(path)))
        }
        merged.merge(dictionary)
        try PreferencesError.mappingEdit(try set(.dictionary(merged), at: path))
    }
}

extension PropertyListDictionary {
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
