public import DefaultsCore
public import PropertyList
import DefaultsMigration

/// The required contents of domains: values that keys must have, and keys that must not exist.
///
/// A document is a dictionary of domains to their keys, as JSON or a property list. Keys that it does not list keep
/// their values. In JSON, `{"$absent": true}` stands for a key or domain that must not exist, and `{"$merge": {…}}` for
/// a dictionary that is merged recursively instead of replacing the present one. An empty dictionary inside `$merge`
/// requires nothing. `{"$home": "/rest"}` stands for a string that begins with the home folder.
///
/// Applying a document is idempotent: applying it again changes nothing.
public struct StateDocument: Hashable, Sendable {
    /// A value that a document requires.
    public struct Requirement: Hashable, Sendable {
        /// The keys that lead to the value. No component is an index of an array.
        public var path: PropertyListPath
        /// The value, or `nil` if there must be no value.
        public var value: PropertyListValue?

        /// Creates a requirement.
        public init(_ path: PropertyListPath, _ value: PropertyListValue?) {
            self.path = path
            self.value = value
        }
    }

    /// The requirements of one domain.
    public struct DomainState: Hashable, Sendable {
        /// The domain.
        public let domain: Domain
        /// Whether the domain must have no other keys than those of the requirements. This is so for a domain that must
        /// not exist.
        public internal(set) var removesOtherKeys: Bool
        /// The requirements, in the order of their paths. No path begins with another one.
        public internal(set) var requirements: [Requirement]

        /// Creates the state of a domain that has these values, and any others.
        init(domain: Domain, removesOtherKeys: Bool = false, requirements: [Requirement] = []) {
            self.domain = domain
            self.removesOtherKeys = removesOtherKeys
            self.requirements = requirements.sorted { $0.path.precedes($1.path) }
        }
    }

    /// The domains, in the order of their names.
    public private(set) var domains: [DomainState]

    /// Creates a document of the given domains, each of which is listed once.
    init(domains: [DomainState]) {
        self.domains = domains.sorted { $0.domain.spelling.precedesInUTF16($1.domain.spelling) }
    }

    /// Creates a document of one domain.
    package init(of domain: DomainState) {
        self.init(domains: [domain])
    }

    /// Creates a document that requires the contents of domains.
    ///
    /// - Parameter contents: The domains with their contents. Other keys of the domains are not affected.
    public init(_ contents: [Domain: PropertyListDictionary] = [:]) {
        self.init(
            domains: contents.map { domain, contents in
                DomainState(domain: domain, requirements: contents.map { Requirement(.key($0.key), $0.value) })
            })
    }

    /// Returns a document with the requirements of both. If they contradict each other, the other document takes
    /// precedence.
    ///
    /// Applying the result is the same as applying this document and then the other one.
    public func overlaid(with other: StateDocument) -> StateDocument {
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
    ///   - isExact: Whether to remove keys that are not listed. The key that holds records of migrations stays.
    public func contents(from contents: PropertyListDictionary, isExact: Bool = false) -> PropertyListDictionary {
        var changed = contents
        let removals = unlistedKeys(of: contents, isExact: isExact).map { KeyEdit(path: .key($0), value: nil) }
        changed.apply(removals + requirements.map { KeyEdit(path: $0.path, value: $0.value) })
        return changed
    }

    /// Returns the keys to remove because no requirement concerns them.
    func unlistedKeys(of contents: PropertyListDictionary, isExact: Bool) -> [String] {
        guard removesOtherKeys || isExact else { return [] }
        let listed = Set(requirements.compactMap { $0.path.components.first.map { ExactName($0) } })
        return contents.keys.filter { key in
            if listed.contains(ExactName(key)) { return false }
            return removesOtherKeys || !key.hasSameScalars(as: Migration.recordKey)
        }
    }

    /// Adds requirements that take precedence over those that are there.
    fileprivate mutating func overlay(_ other: StateDocument.DomainState) {
        if other.removesOtherKeys {
            self = other
            return
        }
        // One pass over both sorted lists would be linear as well. A tree needs no special cases.
        var tree = RequirementTree(requirements)
        for requirement in other.requirements { tree.add(requirement) }
        requirements = tree.requirements
        guard removesOtherKeys else { return }
        // No present value stays, so requirements inside a value become the requirement of a whole value.
        var contents = PropertyListDictionary()
        contents.apply(requirements.map { KeyEdit(path: $0.path, value: $0.value) })
        requirements = contents.map { StateDocument.Requirement(.key($0.key), $0.value) }
    }
}

/// Requirements by the keys that lead to them.
private struct RequirementTree {
    private indirect enum Node {
        case required(PropertyListValue?)
        case keys([ExactName: Node])
    }

    private var root: [ExactName: Node] = [:]

    init(_ requirements: [StateDocument.Requirement]) {
        for requirement in requirements { add(requirement) }
    }

    /// Adds a requirement. It overrides those of the same path, of paths inside it and of paths around it.
    mutating func add(_ requirement: StateDocument.Requirement) {
        Self.add(requirement, depth: 0, to: &root)
    }

    private static func add(
        _ requirement: StateDocument.Requirement, depth: Int, to nodes: inout [ExactName: Node]
    ) {
        let key = ExactName(requirement.path.components[depth])
        if requirement.path.components.count == depth + 1 {
            nodes[key] = .required(requirement.value)
            return
        }
        // Taken out, so that the node is changed in place.
        switch nodes.removeValue(forKey: key) {
        case .keys(var inner)?:
            add(requirement, depth: depth + 1, to: &inner)
            nodes[key] = .keys(inner)
        case .required(let whole)?:
            // The whole value was required. It still is, with the new value in it.
            nodes[key] = .required(replacing(requirement, depth: depth + 1, in: whole))
        case nil:
            var inner: [ExactName: Node] = [:]
            add(requirement, depth: depth + 1, to: &inner)
            nodes[key] = .keys(inner)
        }
    }

    /// Returns a required value with another required value inside.
    private static func replacing(
        _ requirement: StateDocument.Requirement, depth: Int, in whole: PropertyListValue?
    ) -> PropertyListValue? {
        var dictionary = PropertyListDictionary()
        if case .dictionary(let present)? = whole {
            dictionary = present
        } else if requirement.value == nil {
            return whole
        }
        let rest = PropertyListPath(Array(requirement.path.components[depth...]))
        dictionary.apply([KeyEdit(path: rest, value: requirement.value)])
        return .dictionary(dictionary)
    }

    /// The requirements, in the order of their paths.
    var requirements: [StateDocument.Requirement] { Self.requirements(root, at: PropertyListPath()) }

    private static func requirements(
        _ nodes: [ExactName: Node], at path: PropertyListPath
    ) -> [StateDocument.Requirement] {
        nodes.sorted { $0.key < $1.key }.flatMap { key, node in
            let path = PropertyListPath(path.components + [key.text])
            return switch node {
            case .required(let value): [StateDocument.Requirement(path, value)]
            case .keys(let inner): requirements(inner, at: path)
            }
        }
    }
}
