import DefaultsCore
import PropertyList

extension Command {
    /// `write`: sets a key, or replaces a domain.
    static let write = Command(
        name: "write",
        forms: [
            Form(synopsis: "write <domain> <domain_rep>", summary: "writes domain (overwrites existing)"),
            Form(
                synopsis: "write <domain> <key> <value>", summary: "writes key for domain",
                pathSynopsis: "write --path <key path> <domain> <value>"),
        ],
        options: [.path, .insert, .stdin, .valueFile],
        commonOptions: Option.ofWriters,
        domainCount: 1,
        takesValue: true,
        plan: { invocation, input in
            let options = invocation.options
            try options.requireOne(of: [.stdin, .valueFile])
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            if options.contains(.stdin) || options.contains(.valueFile) {
                if invocation.usesKeyring { try refuseValues(in: operands) }
                return try writeInput(operands, domain: domain, path: options[.valueFile] ?? "-", input)
            }
            if invocation.usesKeyring { throw CommandError.valueInArguments }
            return try writeWords(operands, domain: domain)
        })

    /// Refuses words after the key that are something else than a flag.
    private static func refuseValues(in operands: Operands) throws {
        var operands = operands
        _ = try operands.place()
        let words = operands.rest
        guard words.isEmpty || words.count == 1 && ValueArguments.isFlagOfInput(words[0]) else {
            throw CommandError.valueInArguments
        }
    }

    private static func writeWords(_ operands: Operands, domain: DomainArgument) throws -> Effect {
        var operands = operands
        if operands.isLast, !operands.hasPath {
            return .change(try replacement(of: try operands.required()), to: domain)
        }
        let flag = operands.flagInPlaceOfKey
        let place = try operands.requiredPlace()
        let first = try operands.required()
        let edit = try ValueArguments.edit(of: place.path, first: first, operands.rest)
        if let flag { throw CommandError.flagInPlaceOfKey(flag) }
        return .change([try inserting(edit, if: operands.inserts)], to: domain)
    }

    /// The edits that leave what a literal says and nothing else.
    private static func replacement(of word: String) throws(CommandError) -> [ChangeSet.Edit] {
        let value: PropertyListValue
        do {
            value = try ValueArguments.literal(word)
        } catch {
            throw .domainNotParsed(word)
        }
        guard case .dictionary(let contents) = value else { throw .representationNotADictionary }
        return [.removeAll, .merge(contents)]
    }

    /// The value is the whole of a file or of standard input, as the flag says, or any property list.
    private static func writeInput(
        _ operands: Operands, domain: DomainArgument, path: String, _ input: Input
    ) throws -> Effect {
        var operands = operands
        guard let place = try operands.place() else {
            let contents = try ImportedDocument.dictionary(in: try input.read(path), path: path)
            return .change([.removeAll, .merge(contents)], to: domain)
        }
        let flag = operands.next()
        if let extra = operands.next() { throw CommandError.unexpectedArgument(extra) }
        let value = try ValueArguments.value(
            ofInput: try input.read(path, isDocument: flag == nil), flag: flag, path: path)
        return .change([try inserting(.set(place.path, value), if: operands.inserts)], to: domain)
    }

    private static func inserting(_ edit: ChangeSet.Edit, if inserts: Bool) throws(CommandError) -> ChangeSet.Edit {
        guard inserts else { return edit }
        guard case .set(let path, let value) = edit else { throw .cannotInsert }
        return .insert(value, at: path)
    }
}
