package import DefaultsCore

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
            contents[text] = document.value(of: expected, at: PropertyListPath([text]))
        }
        return JSONWriter().bytes(of: .dictionary(contents), keepingTags: document.tagged) + [UInt8(ascii: "\n")]
    }
}

/// Converts an expectation to a value in which tags are dictionaries, and records the paths of the tags.
///
/// Unlike the values of ``ExpectationMatch``, it contains the tags of missing values and of partial dictionaries.
private struct TaggedValue {
    var tagged: Set<PropertyListPath> = []
    let home: HomeTag?

    /// - Parameter isMerged: Whether the value is inside `$merge`, so that its dictionaries are merged without further
    ///   tags.
    mutating func value(
        of expected: ExpectedValue, at path: PropertyListPath, isMerged: Bool = false
    ) -> PropertyListValue {
        switch expected.node {
        case .value(let value):
            return taggingHome(in: value, at: path)
        case .absent:
            tagged.insert(path)
            return [DocumentTag.absent.rawValue: true]
        case .pattern(let pattern):
            tagged.insert(path)
            return .dictionary(pattern.json)
        case .array(let elements):
            return .array(elements.enumerated().map { value(of: $1, at: path.appending(String($0))) })
        case .dictionary(let members, let isPartial):
            guard isPartial, !isMerged else { return self.members(members, at: path, isMerged: isPartial) }
            tagged.insert(path)
            let tag = DocumentTag.merge.rawValue
            return [tag: self.members(members, at: path.appending(tag), isMerged: true)]
        }
    }

    private mutating func taggingHome(in value: PropertyListValue, at path: PropertyListPath) -> PropertyListValue {
        guard let home else { return value }
        guard case .string(let text) = value else {
            return value.mappingMembers { taggingHome(in: $1, at: path.appending($0)) }
        }
        guard let tag = home.tag(of: text) else { return value }
        tagged.insert(path)
        return tag
    }

    private mutating func members(
        _ members: [ExpectedValue.Member], at path: PropertyListPath, isMerged: Bool
    ) -> PropertyListValue {
        let values = members.map { ($0.key, value(of: $0.value, at: path.appending($0.key), isMerged: isMerged)) }
        return .dictionary(PropertyListDictionary(values))
    }
}
