import DefaultsPreferences
import ToolSupport

/// Parses the steps of a migration: operands `NEW=OLD` and `NEW=OLD:TYPE`, or a dictionary in a file.
struct MigrationMap {
    let options: OptionValues

    /// Returns whether an operand is the path of a file, not a step. The path of a file with an equals sign must begin
    /// with `./` or `../`, since a key can begin with a slash.
    static func isFile(_ word: String) -> Bool {
        ArgumentReader.split(word).value == nil || ["./", "../"].contains(where: word.hasScalarPrefix)
    }

    /// Parses an operand. The text after the last colon is the type. If the old key contains a colon and there is no
    /// type, a colon must follow the key.
    func step(_ word: String) throws(CommandError) -> MigrationStep {
        let (key, value) = ArgumentReader.split(word)
        guard var old = value, !Self.isFile(word) else {
            throw CommandError(.usage, "'\(shown: word)' is not a mapping; write NEW=OLD")
        }
        let new = try path(key)
        var type: PropertyListType?
        if let colon = old.utf8.lastIndex(of: UInt8(ascii: ":")) {
            let name = String(old[old.utf8.index(after: colon)...])
            type = ValueText.type(named: name)
            guard type != nil || name.isEmpty else {
                throw CommandError(
                    .usage,
                    "'\(shown: name)' is not a type; after an old key that contains a colon, add another colon")
            }
            old = String(old[..<colon])
        }
        return step(from: try path(old), to: new, as: type)
    }

    /// Parses a dictionary. Each key in it is a new key. Each value is an old key, or a dictionary that describes the
    /// step.
    func steps(in map: PropertyListDictionary, file: String) throws(CommandError) -> [MigrationStep] {
        var steps: [MigrationStep] = []
        for (key, entry) in map {
            let new = try path(key)
            switch entry {
            case .string(let old): steps.append(step(from: try path(old), to: new, as: nil))
            case .dictionary(let entry): steps.append(try step(entry, to: new, key: key, file: file))
            default: throw .malformedMap(path: file, key: key, problem: "is \(entry.type.withArticle)")
            }
        }
        return steps
    }

    private static let fields = ["from", "domain", "type", "convert", "default"]

    private func step(
        _ entry: PropertyListDictionary, to new: PropertyListPath, key: String, file: String
    ) throws(CommandError) -> MigrationStep {
        func malformed(_ problem: String) -> CommandError { .malformedMap(path: file, key: key, problem: problem) }
        func text(_ field: String) throws(CommandError) -> String? {
            switch entry[field] {
            case nil: nil
            case .string(let text): text
            case let value?: throw malformed("has \(value.type.withArticle) for '\(field)'")
            }
        }
        if let field = entry.keys.first(where: { !Self.fields.contains($0) }) {
            throw malformed("has the unknown key '\(field)'")
        }
        guard let old = try text("from") else {
            guard let value = entry["default"] else { throw malformed("lacks 'from' and 'default'") }
            guard entry.count == 1 else { throw malformed("lacks 'from'") }
            return .setDefault(value, at: new)
        }
        let typeName = try text("type")
        let type = typeName.flatMap(ValueText.type)
        if let typeName, type == nil { throw malformed("names the unknown type '\(typeName)'") }
        var step = step(from: try path(old), to: new, as: type)
        if let value = entry["default"] { step = step.defaulting(to: value) }
        if let domain = try text("domain") {
            do {
                step = step.from(try Domain(spelling: domain, host: options.host))
            } catch {
                throw malformed("has an invalid domain: \(error)")
            }
        }
        if case .boolean(let converts)? = entry["convert"] {
            step = step.converting(converts ? .lossless : nil)
        } else if let name = try text("convert") {
            guard let conversion = MigrationStep.Conversion.named(name) else {
                throw malformed("names the unknown conversion '\(name)'")
            }
            step = step.converting(conversion)
        }
        return step
    }

    private func step(
        from old: PropertyListPath, to new: PropertyListPath, as type: PropertyListType?
    ) -> MigrationStep {
        let step: MigrationStep = options.copiesValues ? .copy(old, to: new) : .move(old, to: new)
        return step.expecting(type).converting(options.convertsValues && type != nil ? .lossless : nil)
    }

    private func path(_ text: String) throws(CommandError) -> PropertyListPath {
        options.mapsKeyPaths ? try KeyArgument(path: text).path : .key(text)
    }
}
