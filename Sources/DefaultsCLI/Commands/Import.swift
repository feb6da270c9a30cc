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
        options: [.replace, .merge, .force],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        plan: { invocation, input in
            try invocation.options.requireOne(of: [.replace, .merge])
            try requireReplace(invocation.options)
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            guard let path = operands.next() else { throw CommandError.noPathToRead }
            try operands.ignoreRest()
            let contents = try ImportedDocument.dictionary(in: try input.read(path), path: path)
            return .change(edits(setting: contents, invocation.options), to: domain)
        })

    /// Refuses `--force` where other keys of the domain are to stay.
    private static func requireReplace(_ options: OptionValues) throws(CommandError) {
        guard options.contains(.force) else { return }
        try options.requireOne(of: [.force, .keyring])
        guard options.contains(.replace) else {
            throw .optionNeedsOption(Option.force.rawValue, Option.replace.rawValue)
        }
    }

    private static func edits(setting contents: PropertyListDictionary, _ options: OptionValues) -> [ChangeSet.Edit] {
        if options.contains(.replace) { return [.removeAll, .merge(contents)] }
        return [options.contains(.merge) ? .mergeDeeply(contents) : .merge(contents)]
    }
}
