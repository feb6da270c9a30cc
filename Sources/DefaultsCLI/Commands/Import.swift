import DefaultsCore
import PropertyList

extension Command {
    /// `import`: sets the keys that a property list holds.
    static let `import` = Command(
        name: "import",
        forms: [
            Form(synopsis: "import <domain> <path to plist>", summary: "writes the plist at path to domain"),
            Form(synopsis: "import <domain> -", summary: "writes a plist from stdin to domain"),
        ],
        options: [.replace, .merge],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: { invocation, input in
            try invocation.options.requireOne(of: [.replace, .merge])
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            guard let path = operands.next() else { throw CommandError.noPathToRead }
            try operands.ignoreRest()
            let contents = try ImportedDocument.dictionary(in: try input.read(path), path: path)
            return .change(edits(setting: contents, invocation.options), to: domain)
        })

    private static func edits(setting contents: PropertyListDictionary, _ options: OptionValues) -> [ChangeSet.Edit] {
        if options.contains(.replace) { return [.removeAll, .merge(contents)] }
        return [options.contains(.merge) ? .mergeDeeply(contents) : .merge(contents)]
    }
}
