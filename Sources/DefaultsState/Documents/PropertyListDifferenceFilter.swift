package import PropertyList

/// A selection of the parts of two property lists to compare.
///
/// A pattern that matches a path also covers everything inside its value. If a pattern reaches into arrays, elements
/// with the same index are compared.
package struct PropertyListDifferenceFilter: Sendable {
    private let only: [PropertyListPathGlob]
    private let ignored: [PropertyListPathGlob]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - only: Patterns for the paths to compare. Without patterns, all paths are compared.
    ///   - ignored: Patterns for the paths to ignore. They take precedence.
    package init(only: [PropertyListPathGlob] = [], ignoring ignored: [PropertyListPathGlob] = []) {
        self.only = only
        self.ignored = ignored
    }

    /// Returns a copy of the second dictionary in which all parts that are not compared come from the first dictionary.
    ///
    /// The result differs from the first dictionary in exactly the differences to report. Replacing the first
    /// dictionary with the result changes nothing else.
    package func target(from old: PropertyListDictionary, to new: PropertyListDictionary) -> PropertyListDictionary {
        if only.isEmpty, ignored.isEmpty { return new }
        return members(from: old, to: new, at: [], isIncluded: only.isEmpty)
    }

    /// Returns a copy of the second property list in which all parts that are not compared come from the first one. The
    /// roots can have any type. Roots of different types are compared as a whole.
    package func target(from old: PropertyListValue, to new: PropertyListValue) -> PropertyListValue {
        if case (.dictionary(let old), .dictionary(let new)) = (old, new) {
            return .dictionary(target(from: old, to: new))
        }
        if only.isEmpty, ignored.isEmpty { return new }
        // Roots of different types have no parts in common that could be kept.
        if old.type != new.type { return differs(old, new, at: []) ? new : old }
        return target(from: old, to: new, at: [], isIncluded: only.isEmpty) ?? new
    }

    /// Returns the compared parts of a property list, or `nil` if there are none.
    package func selection(of root: PropertyListValue) -> PropertyListValue? {
        guard case .dictionary(let contents) = root else {
            return target(from: nil, to: root, at: [], isIncluded: only.isEmpty)
        }
        let selected = target(from: [:], to: contents)
        return selected.isEmpty ? nil : .dictionary(selected)
    }

    /// Returns the first pattern for paths to compare that matches no path in any of the property lists, or `nil`.
    ///
    /// A pattern that matches only ignored paths is not returned.
    package func unmatched(in roots: [PropertyListValue]) -> PropertyListPathGlob? {
        only.first { pattern in
            let filter = Self(only: [pattern])
            return roots.allSatisfy { filter.selection(of: $0) == nil }
        }
    }

    /// Returns a copy of the new value in which all parts that are not compared come from the old value.
    ///
    /// - Parameter isIncluded: Whether a pattern covers the path.
    private func target(
        from old: PropertyListValue?, to new: PropertyListValue?, at path: [String], isIncluded: Bool
    ) -> PropertyListValue? {
        let place = PropertyListPath(path)
        if ignored.contains(where: { $0.matches(place) }) { return old }
        let isIncluded = isIncluded || only.contains { $0.matches(place) }
        if isIncluded, ignored.isEmpty { return new }
        switch (old, new) {
        case (.dictionary(let old)?, .dictionary(let new)?):
            return .dictionary(members(from: old, to: new, at: path, isIncluded: isIncluded))
        case (_, .dictionary(let members)?):
            return added(members, over: old, at: path, isIncluded: isIncluded)
        case (.dictionary(let members)?, _):
            return removed(members, for: new, at: path, isIncluded: isIncluded)
        case (.array(let old)?, .array(let new)?):
            return elements(from: old, to: new, at: path, isIncluded: isIncluded)
        default:
            return isIncluded || differs(old, new, at: path) ? new : old
        }
    }

    private func members(
        from old: PropertyListDictionary, to new: PropertyListDictionary, at path: [String], isIncluded: Bool
    ) -> PropertyListDictionary {
        let changes = Self.keys(of: old, new).map { key in
            (key, target(from: old[key], to: new[key], at: path + [key], isIncluded: isIncluded))
        }
        return PropertyListDictionary(changes.compactMap { key, value in value.map { (key, $0) } })
    }

    /// Returns the target for a dictionary that is added or replaces a value of another type. A dictionary without
    /// compared members is omitted.
    private func added(
        _ new: PropertyListDictionary, over old: PropertyListValue?, at path: [String], isIncluded: Bool
    ) -> PropertyListValue? {
        let members = members(from: [:], to: new, at: path, isIncluded: isIncluded)
        if members.isEmpty {
            if isIncluded, old == nil, !new.isEmpty { return nil }
            if !isIncluded, !differs(old, nil, at: path) { return old }
        }
        return .dictionary(members)
    }

    /// Returns the target for a dictionary that is removed or replaced by a value of another type. The target is the
    /// new value, or a dictionary of the members that are not compared.
    private func removed(
        _ old: PropertyListDictionary, for new: PropertyListValue?, at path: [String], isIncluded: Bool
    ) -> PropertyListValue? {
        let members = members(from: old, to: [:], at: path, isIncluded: isIncluded)
        if isIncluded { return new != nil || members.isEmpty ? new : .dictionary(members) }
        return differs(nil, new, at: path) ? new : .dictionary(members)
    }

    private func elements(
        from old: [PropertyListValue], to new: [PropertyListValue], at path: [String], isIncluded: Bool
    ) -> PropertyListValue {
        if !isIncluded, old.count != new.count {
            return differs(.array(old), .array(new), at: path) ? .array(new) : .array(old)
        }
        let elements = new.enumerated().map { index, element in
            guard index < old.count else { return element }
            return target(from: old[index], to: element, at: path + [String(index)], isIncluded: isIncluded) ?? element
        }
        return .array(elements)
    }

    /// Returns whether two values differ in any part to compare.
    private func differs(_ old: PropertyListValue?, _ new: PropertyListValue?, at path: [String]) -> Bool {
        let place = PropertyListPath(path)
        if ignored.contains(where: { $0.matches(place) }) { return false }
        if only.contains(where: { $0.matches(place) }) {
            return target(from: old, to: new, at: path, isIncluded: true) != old
        }
        return Self.components(of: old, new).contains { component in
            differs(old?.member(component), new?.member(component), at: path + [component])
        }
    }

    private static func components(of old: PropertyListValue?, _ new: PropertyListValue?) -> [String] {
        let arrays = [old, new].compactMap { value -> Int? in
            if case .array(let elements)? = value { elements.count } else { nil }
        }
        let indexes = (0..<(arrays.max() ?? 0)).map { String($0) }
        let dictionaries = [old, new].map { value -> PropertyListDictionary in
            if case .dictionary(let dictionary)? = value { dictionary } else { [:] }
        }
        return indexes + keys(of: dictionaries[0], dictionaries[1])
    }

    /// Returns the keys of both dictionaries in order.
    private static func keys(of old: PropertyListDictionary, _ new: PropertyListDictionary) -> [String] {
        var all = old
        all.merge(new)
        return all.keys
    }
}
