import DefaultsCore
import PropertyList

extension Command {
    /// `write`: sets a key, or replaces a domain.
    static let write = Command(
        "write", operands: OperandPattern(.domain, .key, rest: .value),
        forms: [
            Form("write <domain> <domain_rep>", "writes domain (overwrites existing)"),
            Form(
                "write <domain> <key> <value>", "writes key for domain",
                withPath: "write --path <key path> <domain> <value>"),
        ],
        options: [.path, insert, stdin, valueFile], group: .changing
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        var operands = Operands(of: invocation, input)
        let domain = try operands.domain()
        if let file = options.valueFile {
            if options.storage.keepsSecrets { try refuseValues(in: operands) }
            return try writeInput(operands, domain: domain, path: file, input, inserts: options.inserts)
        }
        if options.storage.keepsSecrets { throw .valueInArguments }
        return try writeWords(operands, domain: domain, options)
    }

    private static let insert = Option(
        "--insert", "inserts before the element at the path",
        "Insert the value into an array, before the element at the index that ends the key path. The number of elements appends.",
        needs: Option.path.name, isRefusedInValue: true
    ) { $0.inserts = true }

    private static let stdin = Option(
        "--stdin", "takes the value from standard input",
        """
        Read the value from standard input: with -string exactly its text, with -data exactly its bytes, with another type flag the operand         of the flag, optionally followed by a newline. Without a flag, the input is a property list in any format, or JSON. Without a key,         it replaces the domain.
        """, excludes: ["--value-file"], isRefusedInValue: true
    ) { $0.valueFile = "-" }

    private static let valueFile = Option(
        "--value-file", .file, "takes the value from a file",
        "Read the value from this file, as with --stdin. ‘-’ is standard input."
    ) { $0.valueFile = $1 }

    /// Refuses arguments after the key that are not a type flag.
    private static func refuseValues(in operands: Operands) throws(CommandError) {
        var operands = operands
        _ = try operands.key()
        let words = operands.rest
        guard words.isEmpty || words.count == 1 && ValueArguments.isFlagOfInput(words[0]) else {
            throw .valueInArguments
        }
    }

    private static func writeWords(
        _ operands: Operands, domain: DomainArgument, _ options: OptionValues
    ) throws(CommandError) -> Effect {
        var operands = operands
        if operands.isLast, options.path == nil {
            return .change(try replacement(of: try operands.required()), to: domain)
        }
        let flag = operands.flagInPlaceOfKey
        let key = try operands.requiredKey()
        let first = try operands.required()
        let edit = try ValueArguments.edit(of: key.path, first: first, operands.rest)
        if let flag { throw .flagInPlaceOfKey(flag) }
        return .change([try inserting(edit, if: options.inserts)], to: domain)
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
        _ operands: Operands, domain: DomainArgument, path: String, _ input: Input, inserts: Bool
    ) throws(CommandError) -> Effect {
        var operands = operands
        guard let key = try operands.key() else {
            let contents = try ImportedDocument.dictionary(in: try input.read(path), path: path)
            return .change([.removeAll, .merge(contents)], to: domain)
        }
        let flag = operands.next()
        if let extra = operands.next() { throw .unexpectedArgument(extra) }
        let value = try ValueArguments.value(
            ofInput: try input.read(path, isDocument: flag == nil), flag: flag, path: path)
        return .change([try inserting(.set(key.path, value), if: inserts)], to: domain)
    }

    private static func inserting(_ edit: ChangeSet.Edit, if inserts: Bool) throws(CommandError) -> ChangeSet.Edit {
        guard inserts else { return edit }
        guard case .set(let path, let value) = edit else { throw .cannotInsert }
        return .insert(value, at: path)
    }
}
