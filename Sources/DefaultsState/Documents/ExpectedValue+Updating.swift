package import DefaultsCore
package import PropertyList

extension ExpectedValue {
    /// Returns an expectation of the given contents. If a pattern of this expectation matches, it is used instead of
    /// the value.
    ///
    /// - Parameter contents: The actual contents. They contain the JSON object of each ignored pattern that does not
    ///   match, as in ``ExpectationMatch``. Such a pattern is used, too.
    package func updated(to contents: PropertyListDictionary) -> ExpectedValue {
        updated(to: .dictionary(contents))
    }

    private func updated(to value: PropertyListValue) -> ExpectedValue {
        switch (node, value) {
        case (.pattern(let pattern), _) where pattern.matches(value) || value == .dictionary(pattern.json):
            self
        case (.array(let elements), .array(let values)):
            ExpectedValue(
                elements: values.enumerated().map { index, value in
                    index < elements.count ? elements[index].updated(to: value) : ExpectedValue(value)
                })
        case (.dictionary(let members, let isPartial), .dictionary(let dictionary)):
            ExpectedValue(members: Self.updated(members, to: dictionary, isPartial), isPartial: isPartial)
        case (.dictionary(_, isPartial: true), _) where acceptsAnything:
            self
        case (.value, _), (.pattern, _), (.absent, _), (.array, _), (.dictionary, _):
            ExpectedValue(value)
        }
    }

    private static func updated(
        _ members: [Member], to dictionary: PropertyListDictionary, _ isPartial: Bool
    ) -> [Member] {
        var updated = members.compactMap { member -> Member? in
            if let value = dictionary[member.key] { return Member(member.key, member.value.updated(to: value)) }
            if member.value.node == .absent || isPartial && member.value.acceptsAnything { return member }
            return isPartial ? Member(member.key, .absent) : nil
        }
        guard !isPartial else { return updated }
        let listed = Set(members.map(\.name))
        updated += dictionary.filter { !listed.contains(ExactName($0.key)) }.map {
            Member($0.key, ExpectedValue($0.value))
        }
        return updated
    }
}

extension StateExpectation {
    /// Returns the expectation as JSON, which can be read again.
    ///
    /// - Parameters:
    ///   - folders: The folders that contain the domains.
    ///   - home: The home folder. Strings that begin with it become `$home` tags. If it is `nil`, strings are not
    ///     changed.
    package func json(folders: DomainFolders = DomainFolders(), home: String? = nil) -> [UInt8] {
        var document = TaggedValue(home: home.map(HomeTag.init))
        var contents = PropertyListDictionary()
        for (domain, expected) in domains where expected != [:] {
            let text = folders.spelling(of: domain)
            contents[text] = document.inside(text) { $0.value(of: expected, isMerged: false) }
        }
        return JSONWriter().bytes(of: .dictionary(contents), keepingTags: document.tagged) + [UInt8(ascii: "\n")]
    }
}

/// Converts an expectation to a value in which tags are dictionaries, and records the paths of the tags.
private struct TaggedValue {
    private(set) var tagged: Set<PropertyListPath> = []
    private var path = PropertyListPath()
    private let home: HomeTag?

    init(home: HomeTag?) {
        self.home = home
    }

    /// - Parameter isMerged: Whether the value is inside `$merge`, so that its dictionaries are merged without further
    ///   tags.
    mutating func value(of expected: ExpectedValue, isMerged: Bool) -> PropertyListValue {
        switch expected.node {
        case .value(let value):
            guard let home else { return value }
            return taggingHome(home, in: value)
        case .absent:
            tagged.insert(path)
            return [DocumentTag.absent.rawValue: true]
        case .pattern(let pattern):
            tagged.insert(path)
            return .dictionary(pattern.json)
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    inside(String(index)) { $0.value(of: element, isMerged: false) }
                })
        case .dictionary(let members, let isPartial):
            guard isPartial, !isMerged else { return self.members(members, isMerged: isPartial) }
            tagged.insert(path)
            let content = inside(DocumentTag.merge.rawValue) { $0.members(members, isMerged: true) }
            return [DocumentTag.merge.rawValue: content]
        }
    }

    private mutating func taggingHome(_ home: HomeTag, in value: PropertyListValue) -> PropertyListValue {
        guard case .string(let text) = value else {
            return value.mappingMembers { key, member in inside(key) { $0.taggingHome(home, in: member) } }
        }
        guard let tag = home.tag(of: text) else { return value }
        tagged.insert(path)
        return tag
    }

    private mutating func members(_ members: [ExpectedValue.Member], isMerged: Bool) -> PropertyListValue {
        var values: [(String, PropertyListValue)] = []
        for member in members {
            values.append((member.key, inside(member.key) { $0.value(of: member.value, isMerged: isMerged) }))
        }
        return .dictionary(PropertyListDictionary(values))
    }

    mutating func inside<Result>(_ component: String, _ body: (inout Self) -> Result) -> Result {
        path.components.append(component)
        defer { path.components.removeLast() }
        return body(&self)
    }
}
