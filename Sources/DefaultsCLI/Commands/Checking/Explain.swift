import DefaultsCore
import PropertyList
import ToolSupport

extension Command {
    /// `explain`: prints the layers in which programs look up a key, and marks the layer that takes precedence.
    static let explain = Command(
        "explain", operands: OperandPattern(.domain, .key),
        forms: [
            Form("explain <domain>", "shows the files in which keys are found"),
            Form(
                "explain <domain> <key>", "shows which file decides a value",
                withPath: "explain --path <key path> <domain>"),
        ],
        options: [.path, json, .color], group: .checking, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domain()
        let key = try operands.key()
        guard operands.isEmpty else { throw invocation.misuse }
        return .query { (session) throws(CommandError) in
            let layers = session.layers(of: domain.domain).map { Layer($0, key: key, in: session) }
            session.reportFileMeant(by: domain)
            for layer in layers { if case .failure(let error) = layer.state { session.report(error) } }
            // UserDefaults treats an unreadable file as a file without keys.
            let first = layers.firstIndex { (try? $0.state.get().hasKey) == true }
            let decisive = first.flatMap { layers[$0].value == nil ? nil : $0 }
            try show(layers, of: domain.domain, decisive: key == nil ? nil : decisive, in: session)
            if layers.contains(where: { if case .failure = $0.state { true } else { false } }) { return .invalidData }
            return first == nil || key != nil && decisive == nil ? .negative : .success
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints the layers in which a program looks up keys, in order, with the file and the value of each. Layers \
            without a file are omitted. The layer that decides is marked with '*'.
            """,
            statuses: [Guide.Status(.negative, "no layer has the key")],
            example: Guide.Example(
                "Show which layer decides",
                """
                $ defaults write -g FontSize -int 11
                $ defaults explain com.example.Editor FontSize | cut -f 1-3
                *	com.example.Editor	integer 14
                	NSGlobalDomain	integer 11
                """),
            related: ["read", "defaults-formats(5)"])
    }

    private static let json = Option(
        "--json", "Print JSON that preserves types", "Print all layers as JSON, also those without a file.",
        excludes: [Option.color.name]
    ) { $0.style = .document(.json) }

    private static func show(
        _ layers: [Layer], of domain: Domain, decisive: Int?, in session: Session
    ) throws(CommandError) {
        if case .document = session.options.style {
            let objects = layers.enumerated().map { PropertyListValue.dictionary($1.json(isDecisive: $0 == decisive)) }
            return try session.revealedValues().show(
                ["schema": 1, "layers": .array(objects)], as: session.options.style)
        }
        let shown = layers.enumerated().filter { $1.hasFile || $1.domain == domain }
        let isForTerminal = session.streams.outputIsTerminal
        // The rest of the 80 columns is for the mark and the spaces between the fields.
        let limit = 80 - (decisive == nil ? 2 : 5)
        let fields = isForTerminal ? fitted(shown.map(\.element), toColumns: limit) : shown.map(\.element.fields)
        var table = TextTable()
        for ((index, layer), (name, text)) in zip(shown, fields) {
            table.append(
                [index == decisive ? "*" : "", name, text], detail: layer.path,
                color: index == decisive && session.isColored ? .key : nil)
        }
        try session.revealedValues().write(Array(table.lines(isAligned: isForTerminal).utf8))
    }

    /// Returns the fields of layers, shortened so that the longest name and the longest text together fit into `limit`
    /// columns. Names leave 20 columns to the texts, or fewer if all texts are shorter.
    private static func fitted(_ layers: [Layer], toColumns limit: Int) -> [Layer.Fields] {
        let texts = layers.map { $0.text.escapingControlCharacters() }
        let reserved = min(20, texts.map(\.columnCount).max() ?? 0)
        let names = layers.map { $0.domain.layerName(toColumns: limit - reserved) }
        let rest = limit - (names.map(\.columnCount).max() ?? 0)
        return zip(names, texts).map { ($0, $1.shortened(toColumns: rest)) }
    }
}

/// A domain in which programs look up a key.
private struct Layer {
    /// The facts about the file of a layer.
    struct Contents {
        let fileExists: Bool
        /// The root, which is an empty dictionary if there is no file.
        let root: PropertyListValue
        /// Whether the file has the key. If no key is given, whether the file has any value.
        let hasKey: Bool
        /// The value of the key or path.
        let value: PropertyListValue?
    }

    let domain: Domain
    /// The path of the file, which may be missing.
    let path: String
    let state: Result<Contents, CommandError>
    private let hasKeyOperand: Bool

    init(_ domain: Domain, key: KeyArgument?, in session: Session) {
        self.domain = domain
        path = session.folders.absolutePath(of: domain)
        hasKeyOperand = key != nil
        do throws(CommandError) {
            let root = try session.exactRoot(of: domain)
            let first = key?.path.components.first
            state = .success(
                Contents(
                    fileExists: InputFile.kind(of: path) != .missing, root: root ?? [:],
                    hasKey: first.map { root?.member($0) != nil } ?? (root != nil),
                    value: key.flatMap { root?[$0.path] }))
        } catch {
            state = .failure(error)
        }
    }

    var value: PropertyListValue? { try? state.get().value }

    /// Whether there is a file. The file may be unreadable.
    var hasFile: Bool { (try? state.get().fileExists) ?? true }

    /// The columns of a table.
    typealias Fields = (name: String, text: String)

    var fields: Fields { (domain.layerName, text) }

    /// The value, or a description such as `not set`, in one line.
    var text: String {
        guard case .success(let contents) = state else { return "unreadable" }
        if let value = contents.value { return ValueText.line(for: value) }
        if !contents.fileExists { return "no file" }
        if hasKeyOperand { return "not set" }
        return switch contents.root {
        case .dictionary(let dictionary): counted(dictionary.count, "key")
        case .array(let elements): counted(elements.count, "element")
        case .string, .integer, .real, .boolean, .date, .data, .uid: ValueText.line(for: contents.root)
        }
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    func json(isDecisive: Bool) -> PropertyListDictionary {
        var object: PropertyListDictionary = [
            "domain": .string(domain.description), "path": .string(path),
            "user": domain.user == .any ? "any" : "current",
        ]
        switch domain.host {
        case .any: break
        case .current: object["host"] = "current"
        case .named(let host): object["host"] = .string(host)
        }
        guard case .success(let contents) = state else {
            object["readable"] = false
            return object
        }
        object["exists"] = .boolean(contents.fileExists)
        if hasKeyOperand {
            object["takesPrecedence"] = .boolean(isDecisive)
            object["type"] = contents.value.map { .string(ValueText.name(of: $0.type)) }
            object["value"] = contents.value
        } else {
            switch contents.root {
            case .dictionary(let dictionary): object["keys"] = count(dictionary.count)
            case .array(let elements): object["elements"] = count(elements.count)
            case .string, .integer, .real, .boolean, .date, .data, .uid: object["value"] = contents.root
            }
        }
        return object
    }

    private func count(_ count: Int) -> PropertyListValue { .integer(PropertyListInteger(Int64(count))) }
}
