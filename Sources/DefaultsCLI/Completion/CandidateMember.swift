import DefaultsSchemas
import ToolSupport

/// A key or an index of a container that completes a word. It is set, or a schema describes it.
struct CandidateMember {
    let component: String
    /// The value, or `nil` if it is not set.
    private let value: PropertyListValue?
    /// The summary in the schema. A schema is large, and an array can have very many members.
    private let summary: String?

    /// The members that are candidates. Missing members are those that are not set and that a schema lists.
    enum Presence {
        case present, missing, all
    }

    /// Whether keys or indices can follow in a path.
    let isContainer: Bool

    private init(_ component: String, _ value: PropertyListValue?, _ described: DescribedKey?, _ presence: Presence) {
        (self.component, self.value, summary) = (component, value, described?.summary.excerpt)
        let canHaveKeys = presence != .present && (value == nil || value?.type == .dictionary)
        isContainer =
            value?.members.isEmpty == false && presence != .missing
            || canHaveKeys && described?.schema.keys.isEmpty == false
    }

    var isPresent: Bool { value != nil }

    /// The summary in the schema or, without a schema, the type.
    var description: String {
        summary ?? value.map { ValueText.name(of: $0.type) } ?? ""
    }

    /// Returns the members of a container. Missing members follow the others. Deprecated members are not candidates if
    /// they are missing.
    ///
    /// If missing members are selected, containers that can have them are included.
    static func all(in container: SchemaContainer, _ presence: Presence) -> [CandidateMember] {
        let keys = container.schema?.properties.map { DescribedKey($0.key, $0.schema) } ?? []
        let described = Dictionary(uniqueKeysWithValues: keys.map { (ExactName($0.name), $0) })
        let members = container.value?.members ?? []
        let present = members.map {
            CandidateMember($0.component, $0.value, described[ExactName($0.component)], presence)
        }
        let selected = presence == .missing ? present.filter(\.isContainer) : present
        // A value of another type has no keys.
        guard presence != .present, container.value?.type ?? .dictionary == .dictionary else { return selected }
        let missing = keys.filter { !$0.schema.isDeprecated && container.value?.member($0.name) == nil }
        return selected + missing.map { CandidateMember($0.name, nil, $0, presence) }
    }
}

/// A container with its schema. A container that is not set is a dictionary that the schema lists.
struct SchemaContainer {
    let value: PropertyListValue?
    let schema: SchemaDocument.Subschema?

    init(_ value: PropertyListValue?, _ schema: SchemaDocument.Subschema?) {
        (self.value, self.schema) = (value, schema)
    }

    /// Returns the value at a path with its schema, or `nil` if a change cannot create a key there.
    ///
    /// A change creates missing containers as dictionaries. So only a dictionary can have a member that is not set.
    func descendant(at path: PropertyListPath) -> SchemaContainer? {
        path.components.reduce(self) { $0?.member($1) }
    }

    private func member(_ component: String) -> SchemaContainer? {
        if let member = value?.member(component) { return SchemaContainer(member, schema?.member(component)) }
        guard value == nil || value?.type == .dictionary,
            let schema = schema?.properties.first(where: { $0.key.hasSameScalars(as: component) })?.schema
        else { return nil }
        return SchemaContainer(nil, schema)
    }
}
