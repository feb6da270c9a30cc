import DefaultsCore
import ToolSupport

/// The keys of a domain with what its schema says about them, and the values in effect.
struct ExplainedKeys {
    let schema: DomainSchemas.Schema
    private let domain: Domain
    private let layers: [ExplainedLayer]

    init(_ schema: DomainSchemas.Schema, of domain: Domain, in layers: [ExplainedLayer]) {
        (self.schema, self.domain, self.layers) = (schema, domain, layers)
    }

    func key(at path: PropertyListPath) -> ExplainedKey {
        key(schema.key(at: path), at: path)
    }

    /// All keys of the schema, and then those that are set but that the schema forbids.
    var all: [ExplainedKey] { listed + forbidden }

    /// The rows of all keys by group, in the order in which the groups appear. Keys without a group come first, and
    /// forbidden keys last.
    var groups: [(title: String?, rows: [ExplainedRow])] {
        var groups: [(title: String?, rows: [ExplainedRow])] = [(nil, [])]
        var indices: [ExactName: Int] = [:]
        for key in listed {
            guard let title = key.group else {
                groups[0].rows.append(key.row)
                continue
            }
            let index = indices[ExactName(title)] ?? groups.count
            if index == groups.count { groups.append((title, [])) }
            indices[ExactName(title)] = index
            groups[index].rows.append(key.row)
        }
        let others = forbidden.map(\.row)
        return groups + (others.isEmpty ? [] : [("Keys that are not in the schema", others)])
    }

    private var listed: [ExplainedKey] { schema.keys.map { key($0, at: .key($0.name)) } }

    /// The keys of the domain, but not of the global domain, that the schema forbids.
    private var forbidden: [ExplainedKey] {
        var contents = PropertyListDictionary()
        for layer in layers where layer.domain.name == domain.name {
            if case .dictionary(let members) = layer.root { contents.merge(members) }
        }
        return contents.map { pair in key(at: .key(pair.key)) }.filter(\.isForbidden)
    }

    private func key(_ described: DescribedKey?, at path: PropertyListPath) -> ExplainedKey {
        let layer = layers.first { layer in
            guard let first = path.components.first else { return layer.hasKey }
            return layer.root.member(first) != nil
        }
        let value = layer == nil ? schema.defaultValue(at: path) : layer?.root[path]
        let findings = schema.document.findings(in: value ?? "", at: path).filter { !$0.isAllowedInDomain }
        return ExplainedKey(
            described, at: path, isSet: layer != nil && value != nil, value: value,
            hidesValue: schema.hidesValue(at: path),
            findings: value == nil && described != nil ? [] : findings)
    }
}
