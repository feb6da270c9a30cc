import DefaultsCore
import ToolSupport

/// The layers in which programs look up a key or all keys, and what the schema of the domain says about them.
struct Explanation {
    private let domain: Domain
    private let key: KeyArgument?
    private let layers: [ExplainedLayer]
    /// The index of the first layer with the key or, if no key is given, with any value.
    private let first: Int?
    /// The keys in the schema, or `nil` if there is no schema.
    private let keys: ExplainedKeys?
    /// What the schema says about the key, or `nil` if no key is given or there is no schema.
    private let explainedKey: ExplainedKey?

    /// - Parameter key: The key, or `nil` for all keys.
    init(of domain: Domain, _ key: KeyArgument?, schema: DomainSchemas.Schema?, in session: Session) {
        (self.domain, self.key) = (domain, key)
        let hidesValue = schema?.hidesValue(at: key?.path ?? PropertyListPath()) ?? false
        let layers = session.layers(of: domain).map {
            ExplainedLayer($0, key: key, hidesValue: hidesValue, in: session)
        }
        self.layers = layers
        first = layers.firstIndex(where: \.hasKey)
        keys = schema.map { ExplainedKeys($0, of: domain, in: layers) }
        explainedKey = key.flatMap { [keys] key in keys?.key(at: key.path) }
    }

    /// The errors of layers that cannot be read.
    var errors: [CommandError] { layers.compactMap(\.error) }

    var status: ExitStatus {
        if let status = errors.status { return status }
        return (key == nil ? first : decisive) != nil || schemaDecides ? .success : .negative
    }

    /// The index of the layer whose value takes precedence. No later layer matters if the first one with the key does
    /// not have the whole path.
    private var decisive: Int? {
        key == nil ? nil : first.flatMap { layers[$0].value == nil ? nil : $0 }
    }

    /// The default of the key.
    private var defaultValue: PropertyListValue? {
        key.flatMap { keys?.schema.defaultValue(at: $0.path) }
    }

    /// Whether the value in effect is the default of the key.
    private var schemaDecides: Bool { first == nil && defaultValue != nil }

    func show(in session: Session) throws(CommandError) {
        let writer = try session.revealedValues()
        if case .document = session.options.style { return try writer.show(json, as: session.options.style) }
        let sections = [ExplainedRow.lines(of: [(nil, rows)], in: session)] + schemaSections(in: session)
        try writer.write(Array(sections.filter { !$0.isEmpty }.joined(separator: "\n").utf8))
    }

    private func schemaSections(in session: Session) -> [String] {
        if let explainedKey { return [explainedKey.lines.map { $0.escapingControlCharacters() + "\n" }.joined()] }
        return (keys?.groups).map { [ExplainedRow.lines(of: $0, in: session)] } ?? []
    }

    private var rows: [ExplainedRow] {
        let rows = layers.enumerated().filter { $1.hasFile || $1.domain == domain }.map { index, layer in
            ExplainedRow(
                isMarked: index == decisive, name: layer.domain.layerName, text: layer.text, detail: layer.path
            ) { layer.domain.layerName(toColumns: $0) }
        }
        guard let keys, let value = defaultValue else { return rows }
        let text = ValueText.line(for: value)
        return rows + [ExplainedRow(isMarked: schemaDecides, name: "schema", text: text, detail: keys.schema.path)]
    }

    private var json: PropertyListValue {
        let objects = layers.enumerated().map { PropertyListValue.dictionary($1.json(isDecisive: $0 == decisive)) }
        var object: PropertyListDictionary = ["schema": 1, "layers": .array(objects)]
        guard let keys else { return .dictionary(object) }
        object["schemaFile"] = .string(keys.schema.path)
        if let explainedKey {
            object["key"] = .dictionary(explainedKey.json)
        } else {
            object["keys"] = .array(keys.all.map { .dictionary($0.json) })
        }
        return .dictionary(object)
    }
}
