/// The parts of two property lists that are compared.
///
/// A pattern that matches a path also stands for everything inside the value there. Arrays of the same length are compared element by
/// element, so that a pattern reaches into them; in arrays of different lengths, elements with the same index are.
public struct PropertyListDifferenceFilter: Sendable {
    private let only: [PropertyListPathGlob]
    private let ignored: [PropertyListPathGlob]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - only: Patterns for the paths to compare. All paths are compared if there are no patterns.
    ///   - ignored: Patterns for the paths to leave out. They take precedence.
    public init(only: [PropertyListPathGlob] = [], ignoring ignored: [PropertyListPathGlob] = []) {
        self.only = only
        self.ignored = ignored
    }

    /// Returns the second dictionary with everything that is not compared as it is in the first.
    ///
    /// It differs from the first in exactly what is to be found, and making the first equal to it changes nothing else.
    public func target(from old: PropertyListDictionary, to new: PropertyListDictionary) -> PropertyListDictionary {
        if only.isEmpty, ignored.isEmpty { return new }
        return members(from: old, to: new, at: [], isIncluded: only.isEmpty)
    }

    /// - Parameter isIncluded: Whether the path, or one on the way there, is to be compared.
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

    /// A dictionary in the place of nothing, or of a value of another type. One of which nothing is compared is not there.
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

    /// Nothing, or a value of another type, in the place of a dictionary, of which stays what is not compared.
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

    /// Whether values differ in anything inside them that is to be compared.
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

    /// The keys of either dictionary, in order.
    private static func keys(of old: PropertyListDictionary, _ new: PropertyListDictionary) -> [String] {
        var all = old
        all.merge(new)
        return all.keys
    }
}
