package import PropertyList

/// The comparison of two contents of a domain. Both can contain patterns.
///
/// A pattern that matches is replaced by the value of the other side. A pattern that does not match is replaced by its
/// JSON object, and its path is listed.
package struct ExpectationMatch {
    /// The first root, in which all patterns are replaced. It is an empty dictionary if there must be none.
    package private(set) var old: PropertyListValue = [:]
    /// The second root, in which all patterns are replaced. It is an empty dictionary if there must be none.
    package private(set) var new: PropertyListValue = [:]
    /// The texts of the patterns in the first contents that match nothing in the second contents, by their paths.
    package private(set) var oldPatterns: [PropertyListPath: String] = [:]
    /// The texts of the patterns in the second contents that match nothing in the first contents, by their paths.
    package private(set) var newPatterns: [PropertyListPath: String] = [:]

    private typealias Pair = (old: PropertyListValue?, new: PropertyListValue?)
    /// The patterns of one side that match nothing.
    private typealias Side = WritableKeyPath<Self, [PropertyListPath: String]>

    /// Compares two contents.
    package init(of old: ExpectedValue, with new: ExpectedValue) {
        let roots = pair(old, new, at: PropertyListPath())
        (self.old, self.new) = (roots.old ?? [:], roots.new ?? [:])
    }

    /// Returns the differences between the first contents and a target.
    ///
    /// - Parameter target: The second contents, in which a filter may have replaced ignored parts.
    package func differences(to target: PropertyListValue) -> [PropertyListDifference] {
        if oldPatterns.isEmpty, newPatterns.isEmpty { return PropertyListDifference.between(old, target) }
        let differences = PropertyListDifference.between(old, target) {
            oldPatterns[$0] != nil || newPatterns[$0] != nil
        }
        return differences.map { difference in
            var difference = difference
            difference.oldPattern = oldPatterns[difference.path]
            difference.newPattern = newPatterns[difference.path]
            return difference
        }
    }

    private mutating func pair(_ old: ExpectedValue, _ new: ExpectedValue, at path: PropertyListPath) -> Pair {
        switch (old.node, new.node) {
        case (.value(let old), .value(let new)):
            return (old, new)
        case (.pattern(let pattern), .pattern(let other)) where pattern == other:
            return (.dictionary(pattern.json), .dictionary(other.json))
        case (.pattern(let pattern), .value(let value)) where pattern.matches(value),
            (.value(let value), .pattern(let pattern)) where pattern.matches(value):
            return (value, value)
        case (.array(let elements), .value(.array(let values))):
            return pair(elements, values.map { ExpectedValue($0) }, at: path)
        case (.value(.array(let values)), .array(let elements)):
            return pair(values.map { ExpectedValue($0) }, elements, at: path)
        case (.array(let elements), .array(let others)):
            return pair(elements, others, at: path)
        default:
            break
        }
        if let members = old.members, let others = new.members {
            return pair(members, others, missing: (old.missingMember, new.missingMember), at: path)
        }
        // A partial dictionary that requires no value matches any value and a missing value, because merging it changes
        // nothing.
        if old.acceptsAnything {
            let value = value(of: new, \.newPatterns, at: path)
            return (value, value)
        }
        if new.acceptsAnything {
            let value = value(of: old, \.oldPatterns, at: path)
            return (value, value)
        }
        return (value(of: old, \.oldPatterns, at: path), value(of: new, \.newPatterns, at: path))
    }

    private mutating func pair(_ old: [ExpectedValue], _ new: [ExpectedValue], at path: PropertyListPath) -> Pair {
        let pairs = (0..<max(old.count, new.count)).map { index in
            pair(
                index < old.count ? old[index] : .absent, index < new.count ? new[index] : .absent,
                at: path.appending(String(index)))
        }
        return (.array(pairs.compactMap(\.old)), .array(pairs.compactMap(\.new)))
    }

    private mutating func pair(
        _ old: [ExpectedValue.Member], _ new: [ExpectedValue.Member],
        missing: (old: ExpectedValue, new: ExpectedValue), at path: PropertyListPath
    ) -> Pair {
        var pairs: (old: [(String, PropertyListValue)], new: [(String, PropertyListValue)]) = ([], [])
        var (left, right) = (old[...], new[...])
        while let key = [left.first?.name, right.first?.name].compactMap({ $0 }).min() {
            let first = left.first?.name == key ? left.removeFirst().value : missing.old
            let second = right.first?.name == key ? right.removeFirst().value : missing.new
            let pair = pair(first, second, at: path.appending(key.text))
            if let value = pair.old { pairs.old.append((key.text, value)) }
            if let value = pair.new { pairs.new.append((key.text, value)) }
        }
        return (.dictionary(PropertyListDictionary(pairs.old)), .dictionary(PropertyListDictionary(pairs.new)))
    }

    /// Converts an expectation to a value, and records all patterns in it as patterns that do not match.
    private mutating func value(
        of expected: ExpectedValue, _ side: Side, at path: PropertyListPath
    ) -> PropertyListValue? {
        switch expected.node {
        case .value(let value):
            return value
        case .absent:
            return nil
        case .pattern(let pattern):
            self[keyPath: side][path] = pattern.text
            return .dictionary(pattern.json)
        case .array(let elements):
            return .array(elements.enumerated().compactMap { value(of: $1, side, at: path.appending(String($0))) })
        case .dictionary(let members, _):
            let pairs = members.compactMap { member in
                value(of: member.value, side, at: path.appending(member.key)).map { (member.key, $0) }
            }
            return .dictionary(PropertyListDictionary(pairs))
        }
    }
}

extension ExpectedValue {
    /// The members of a dictionary, or `nil` for another value.
    var members: [Member]? {
        switch node {
        case .value(.dictionary(let dictionary)):
            dictionary.map { Member($0.key, ExpectedValue($0.value)) }
        case .dictionary(let members, _):
            members
        case .value, .pattern, .absent, .array:
            nil
        }
    }

    var isPartial: Bool {
        if case .dictionary(_, isPartial: true) = node { true } else { false }
    }

    /// The expectation of a member that the dictionary does not list.
    var missingMember: ExpectedValue { isPartial ? .containing([:]) : .absent }

    /// Whether the expectation is a partial dictionary that requires no value.
    var acceptsAnything: Bool {
        guard case .dictionary(let members, isPartial: true) = node else { return false }
        return members.allSatisfy { $0.value.node == .absent || $0.value.acceptsAnything }
    }
}
