import DefaultsCore
import ToolSupport

extension Command {
    /// `write`: sets a key, or replaces a domain.
    static let write = Command(
        "write", summary: "sets a value, or replaces a domain", operands: OperandPattern(.domain, .key, rest: .value),
        forms: [
            Form("write <domain> <domain_rep>", "writes domain (overwrites existing)"),
            Form(
                "write <domain> <key> <value>", "writes key for domain",
                withPath: "write --path <key path> <domain> <value>"),
        ],
        options: [.path, insert, unique, stdin, valueFile], schemas: .alwaysForTypedValues, group: .changing,
        guide: guide
    ) { (invocation, input) throws(CommandError) in
        let options = invocation.options
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToChange()
        if let file = options.valueFile {
            if options.storage.keepsSecrets { try refuseValues(in: operands) }
            return try writeInput(&operands, domain: domain, path: file, input, inserts: options.inserts)
        }
        if options.storage.keepsSecrets { throw .valueInArguments }
        return try writeWords(&operands, domain: domain, options)
    }

    private static var guide: Guide {
        Guide(
            """
            Sets a key to a value, or replaces a whole domain with a dictionary. A value without a type flag is a \
            string, or an array or dictionary in the old style. All other keys of the domain keep their values.
            """,
            details: [
                """
                With a dictionary in place of the key and the value, all other keys of the domain are removed. VALUE \
                TYPES in defaults(1) lists the type flags.
                """
            ],
            statuses: [
                Guide.Status(
                    .negative,
                    "a value cannot be parsed, or cannot be added to the present one"
                )
            ],
            example: Guide.Example(
                "Set a number and a boolean, not strings",
                """
                $ defaults write com.example.Editor FontSize -int 16
                $ defaults write com.example.Editor AutoSave -bool yes
                """),
            related: ["read", "delete", "import", "defaults-formats(5)"])
    }

    private static let insert = Option(
        "--insert", "Insert before the element at the path",
        """
        Insert the value into an array, before the element at the last index of the path. An index equal to the number \
        of elements appends the value.
        """,
        needs: Option.path.name, isRefusedInValue: true
    ) { $0.inserts = true }

    private static let unique = Option(
        "--unique", "With -array-add, add only new elements",
        """
        With -array-add, append only values that the array does not contain, each once. Values of different types are \
        different.
        """,
        excludes: [insert.name, "--stdin", "--value-file"], isRefusedInValue: true
    ) { $0.addsOnlyMissing = true }

    private static let stdin = Option(
        "--stdin", "Read the value from standard input",
        """
        Read the value from standard input. With -string, the value is exactly the text of the input; with -data, \
        exactly its bytes. With the flag of another single value, the input is the text that would follow the flag; a \
        trailing newline is ignored. Without a flag, the input is any document that import accepts, and the value may \
        have any type. Without a key, the value must be a dictionary.
        """, excludes: ["--value-file"], isRefusedInValue: true
    ) { $0.valueFile = "-" }

    private static let valueFile = Option(
        "--value-file", .file, "Read the value from a file",
        "Read the value from a file, in the same way. '-' means standard input."
    ) { $0.valueFile = $1 }

    /// Refuses arguments after the key, except for a single type flag.
    private static func refuseValues(in operands: Operands) throws(CommandError) {
        var operands = operands
        _ = try operands.key()
        let words = operands.rest
        guard words.isEmpty || words.count == 1 && ValueArguments.Flag(dashedWord: words[0]) != nil else {
            throw .valueInArguments
        }
    }

    private static func writeWords(
        _ operands: inout Operands, domain: DomainArgument, _ options: OptionValues
    ) throws(CommandError) -> Effect {
        let flag = operands.flagInPlaceOfKey
        if operands.isLast, options.path == nil {
            if options.addsOnlyMissing { throw .uniqueWithoutArray }
            return .change(try replacement(of: try operands.required(), flag: flag), to: domain)
        }
        let key = try operands.requiredKey()
        let first = try operands.required()
        let edit: ChangeSet.Edit
        do {
            edit = try ValueArguments.edit(
                of: key.path, first: first, operands.rest, addsOnlyMissing: options.addsOnlyMissing)
        } catch {
            guard let flag, error.status == .negative else { throw error }
            throw error.preceded(by: missingKey(flag))
        }
        try requireKey(flag)
        if case .removeElements = edit {
            if options.inserts { throw .cannotInsert }
            return .change(ChangeSet([edit]), to: domain) { error in
                guard case .edit(.notAnArray) = error.reason else { return .refused(error, domain: domain) }
                return CommandError(
                    .negative,
                    """
                    Value for key \(shown: key.text) is not an array; cannot remove elements. \
                    Leaving defaults unchanged.
                    """)
            }
        }
        let change = try inserting(edit, if: options.inserts)
        // A word such as `--int` is a value if it is alone.
        let flagWord = operands.isEmpty ? first : ValueArguments.singleDashed(first)
        guard case .set(_, .string) = change, ValueArguments.Flag(word: flagWord) == nil else {
            return .change([change], to: domain)
        }
        return .change([change], to: domain, notice: stringNotice(of: first, for: key, in: domain))
    }

    /// Throws an error if a type flag stands in the place of the key.
    private static func requireKey(_ flag: String?) throws(CommandError) {
        guard let flag else { return }
        throw CommandError(.usage, missingKey(flag))
            .followed(by: "to use '\(shown: flag)' as a key, put '--' before it")
    }

    private static func missingKey(_ flag: String) -> Message {
        "the key before the type flag '\(shown: flag)' is missing"
    }

    /// Returns the edits that replace the domain with the dictionary of a literal.
    ///
    /// - Parameter flag: The literal if it is a type flag.
    private static func replacement(of word: String, flag: String?) throws(CommandError) -> [ChangeSet.Edit] {
        let value: PropertyListValue
        do {
            value = try Literal.value(of: word)
        } catch {
            throw .notParsed(word, reason: error.reason, remedy: "Write a dictionary as { key = value; }.")
        }
        if case .dictionary(let contents) = value { return [.removeAll, .merge(contents)] }
        let error = CommandError(
            .negative, "Rep argument is not a dictionary. Defaults have not been changed.")
        guard case .string = value else { throw error }
        throw error.preceded(by: flag.map(missingKey) ?? missingValue(after: word))
    }

    /// Returns the sentence for a key without a value. If the key contains `=`, or if it is a number or a boolean,
    /// words were probably joined.
    private static func missingValue(after key: String) -> Message {
        let isJoined = key.utf8.contains(UInt8(ascii: "=")) || ValueArguments.Flag(ofText: key) != nil
        let advice = isJoined ? "; separate the domain, the key and the value with spaces" : ""
        return "the value is missing after key '\(shown: key)'\(shown: advice)"
    }

    /// Plans a change whose value is the content of a file or of standard input.
    private static func writeInput(
        _ operands: inout Operands, domain: DomainArgument, path: String, _ input: Input, inserts: Bool
    ) throws(CommandError) -> Effect {
        try requireKey(operands.flagInPlaceOfKey)
        guard let key = try operands.key() else {
            let contents = try ValueReader.dictionary(in: try input.read(path), path: path)
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
