package import DefaultsCore

/// The required contents of domains: values that keys must have, and keys that must not exist.
///
/// A document is a dictionary of domains to their keys, as JSON or a property list. Keys that it does not list keep
/// their values.
///
/// JSON can contain tags. `{"$absent": true}` stands for a key or domain that must not exist. `{"$merge": {…}}` stands
/// for a dictionary that is merged recursively and does not replace the present dictionary. An empty dictionary inside
/// `$merge` requires nothing. `{"$home": "/rest"}` stands for a string that begins with the home folder.
///
/// Applying a document is idempotent: applying it again changes nothing.
package struct StateDocument: Hashable, Sendable {
    /// The requirements of one domain.
    package struct DomainState: Hashable, Sendable {
        /// The domain.
        package let domain: Domain
        /// The required contents: a partial or an exact dictionary, or `absent` if the domain must not exist. They
        /// contain no patterns.
        private var contents: ExpectedValue

        /// Creates the requirements from the contents of a domain in a document. Keys that are not listed keep their
        /// values, unless the domain must not exist.
        init(_ domain: Domain, _ contents: ExpectedValue) {
            self.domain = domain
            self.contents =
                contents == .absent ? .absent : ExpectedValue(members: contents.members ?? [], isPartial: true)
        }

        /// Whether keys without a requirement are removed, as in a domain that must not exist.
        var removesOtherKeys: Bool { !contents.isPartial }

        /// The requirements, in the order of their paths. No path begins with another one.
        var requirements: [KeyEdit] { contents.requirements() }

        /// Adds requirements that take precedence over the present ones.
        fileprivate mutating func overlay(_ other: DomainState) {
            contents = contents.overlaid(with: other.contents)
        }
    }

    /// The domains, in the order of their names.
    package private(set) var domains: [DomainState]

    /// Creates a document of the given domains. Each domain must be listed once.
    init(domains: [DomainState]) {
        self.domains = domains.sorted { $0.domain.spelling.precedesInUTF16($1.domain.spelling) }
    }

    /// Creates a document that requires the contents of domains.
    ///
    /// - Parameter contents: The domains with their contents. Other keys of the domains are not affected.
    package init(_ contents: [Domain: PropertyListDictionary] = [:]) {
        self.init(domains: contents.map { DomainState($0, ExpectedValue($1)) })
    }

    /// Reads a document. The content decides whether it is JSON or a property list.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - folders: The folders that contain the domains. They determine whether two names in the document mean the
    ///     same domain. Their home folder replaces the tag `$home`.
    /// - Throws: ``StateDocument/ReadingError`` if the document is invalid or contains a pattern. Only
    ///   ``StateExpectation`` accepts patterns.
    package init(
        _ bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, about: .setDomains, home: folders.home)
        var states: [DomainState] = []
        for (domain, text, contents) in try document.domains(in: folders) {
            states.append(DomainState(domain, try document.contents(contents, at: PropertyListPath([text]))))
        }
        self.init(domains: states)
    }

    /// Returns a dictionary that maps the name of each domain to its contents.
    ///
    /// Written as lossless JSON, the dictionary is a state document. Equal contents give an equal dictionary.
    ///
    /// - Parameters:
    ///   - contents: The domains with their contents. Domains without keys are omitted.
    ///   - folders: The folders that contain the domains.
    package static func dictionary(
        of contents: [(domain: Domain, contents: PropertyListDictionary)], folders: DomainFolders = DomainFolders()
    ) -> PropertyListDictionary {
        PropertyListDictionary(
            contents.lazy.filter { !$0.contents.isEmpty }.map {
                (folders.spelling(of: $0.domain), .dictionary($0.contents))
            })
    }

    /// Returns a document with the requirements of this document and another one. If they contradict each other, the
    /// other document takes precedence.
    ///
    /// Applying the result is the same as applying this document and then the other one.
    package func overlaid(with other: StateDocument) -> StateDocument {
        var states = domains
        var indices = Dictionary(states.enumerated().map { ($1.domain, $0) }) { first, _ in first }
        for state in other.domains {
            if let index = indices[state.domain] {
                states[index].overlay(state)
            } else {
                indices[state.domain] = states.count
                states.append(state)
            }
        }
        return StateDocument(domains: states)
    }
}

extension StateDocument.DomainState {
    /// Returns the contents of a domain after the requirements are applied.
    ///
    /// - Parameters:
    ///   - contents: The contents before.
    ///   - isExact: Whether to remove keys that are not listed, as in ``requirements(of:isExact:owned:)``.
    package func contents(from contents: PropertyListDictionary, isExact: Bool = false) -> PropertyListDictionary {
        var changed = contents
        changed.apply(requirements(of: contents, isExact: isExact))
        return changed
    }

    /// Returns the requirements in order. If other keys are to be removed, the result includes their removal.
    ///
    /// - Parameters:
    ///   - contents: The contents to which the requirements will be applied.
    ///   - isExact: Whether to remove keys that are not listed. The key that holds records of migrations is not
    ///     removed, unless the domain must not exist.
    ///   - owned: Paths that other identifiers own. Their keys are not removed, unless the domain must not exist.
    func requirements(
        of contents: PropertyListDictionary, isExact: Bool, owned: [PropertyListPath] = []
    ) -> [KeyEdit] {
        let requirements = requirements
        guard removesOtherKeys || isExact else { return requirements }
        var kept = requirements.map(\.path)
        if !removesOtherKeys { kept += owned + [.key(Domain.migrationsKey)] }
        let names = Set(kept.compactMap { $0.components.first.map { ExactName($0) } })
        let removals = contents.keys.filter { !names.contains(ExactName($0)) }.map { KeyEdit(.key($0), nil) }
        return removals.isEmpty ? requirements : (requirements + removals).sorted { $0.path.precedes($1.path) }
    }
}

extension ExpectedValue {
    /// Returns the requirements of this expectation.
    ///
    /// - Parameter path: The path of the expected value in the contents of a domain.
    fileprivate func requirements(at path: PropertyListPath = PropertyListPath()) -> [KeyEdit] {
        switch node {
        case .dictionary(let members, isPartial: true):
            members.flatMap { $0.value.requirements(at: path.appending($0.key)) }
        case .value(.dictionary(let contents)) where path.components.isEmpty:
            contents.map { KeyEdit(.key($0.key), $0.value) }
        case .value(let value): [KeyEdit(path, value)]
        case .absent: path.components.isEmpty ? [] : [KeyEdit(path, nil)]
        // A document that sets values contains no patterns, and no tags inside other values.
        case .pattern, .array, .dictionary: []
        }
    }

    /// Returns an expectation that has the effect of applying this expectation and then another. Neither may contain
    /// patterns.
    fileprivate func overlaid(with other: ExpectedValue) -> ExpectedValue {
        guard case .dictionary(let changes, isPartial: true) = other.node else { return other }
        if case .dictionary(let members, isPartial: true) = node {
            let present = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
            let changed = changes.map { Member($0.key, present[$0.name]?.overlaid(with: $0.value) ?? $0.value) }
            return ExpectedValue(members: members + changed, isPartial: true)
        }
        // An exact value was required. The result is exact, too, and contains the new values.
        var contents = PropertyListDictionary()
        if case .value(.dictionary(let present)) = node {
            contents = present
        } else if other.acceptsAnything {
            return self
        }
        contents.apply(other.requirements())
        return ExpectedValue(contents)
    }
}
