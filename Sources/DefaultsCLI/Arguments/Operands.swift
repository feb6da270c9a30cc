import DefaultsCore

/// The operands of a verb, taken from left to right.
struct Operands {
    private let words: [String]
    /// The number of words that have been taken.
    private var index = 0
    private let invocation: Invocation
    private let input: Input

    init(of invocation: Invocation, _ input: Input) {
        words = invocation.operands
        self.invocation = invocation
        self.input = input
    }

    /// The next word, nil after the last.
    mutating func next() -> String? {
        guard let word = first else { return nil }
        index += 1
        return word
    }

    /// The next word; without one the invocation is wrong.
    mutating func required() throws(CommandError) -> String {
        guard let word = next() else { throw invocation.misuse }
        return word
    }

    /// The next word as a domain, or the next two as an application's, on the host that the options name.
    ///
    /// A word that begins with a dash is a domain only if that domain exists or the word follows `--`. Otherwise it is a mistyped option.
    mutating func domain() throws(CommandError) -> DomainArgument {
        let isLiteral = isLiteral
        let word = try required()
        if word == "-app", !isLiteral {
            return try domain(named: try domainName(ofApplication: try required()))
        }
        let domain = try domain(named: word)
        if word.hasScalarPrefix("-"), !isLiteral, domain.domain.name != .global, !input.exists(domain.domain) {
            throw invocation.table.unknownOption(word, of: invocation.command)
        }
        return domain
    }

    private func domain(named text: String) throws(CommandError) -> DomainArgument {
        try DomainArgument(text, host: invocation.options.host, in: input.folders)
    }

    /// Whether the next word follows `--`.
    private var isLiteral: Bool { index >= invocation.literalStart }

    private func domainName(ofApplication name: String) throws(CommandError) -> String {
        do {
            return try input.applications.domainName(of: name)
        } catch {
            switch error {
            case .notFound(let name): throw .applicationNotFound(name)
            case .notOpened(let path): throw .applicationNotOpened(path)
            case .withoutDomain(let path): throw .applicationWithoutDomain(path)
            case .notPlainName(let path, let name): throw .applicationDomainNotPlain(path, name)
            }
        }
    }

    /// The next word as a key, or the path of the option in its place, for which no word is taken; nil where there is neither.
    mutating func key() throws(CommandError) -> KeyArgument? {
        if let text = invocation.options.path { return try KeyArgument(path: text) }
        return next().map(KeyArgument.init(key:))
    }

    /// A key or path; without one the invocation is wrong.
    mutating func requiredKey() throws(CommandError) -> KeyArgument {
        guard let key = try key() else { throw invocation.misuse }
        return key
    }

    /// The next word as a key or, where the option makes the first key a path, as a path.
    mutating func requiredNewKey() throws(CommandError) -> KeyArgument {
        let word = try required()
        return hasPath ? try KeyArgument(path: word) : KeyArgument(key: word)
    }

    /// Whether the options give a path in place of a key.
    private var hasPath: Bool { invocation.options.path != nil }

    /// The next word, which is not taken.
    var first: String? { index < words.count ? words[index] : nil }

    var isEmpty: Bool { index == words.count }
    /// Whether one word is left.
    var isLast: Bool { index == words.count - 1 }

    /// The words that are left.
    var rest: [String] { Array(words[index...]) }

    /// The type flag in the place of the next word, where a key is expected; `nil` if there is none or it follows `--`.
    var flagInPlaceOfKey: String? {
        guard !hasPath, !isLiteral, let word = first else { return nil }
        return ValueArguments.isFlag(word) ? word : nil
    }

    /// Ignores the words that are left, as Apple's tool does.
    ///
    /// - Throws: An error if a word was meant as an option, or if the verb's own options are given, which Apple's tool does not have.
    func ignoreRest() throws(CommandError) {
        guard let first else { return }
        let (command, table) = (invocation.command, invocation.table)
        if command.ownOptions.contains(where: invocation.options.contains) {
            throw .surplusOperand(first, verb: command.name)
        }
        for word in words[index...].prefix(max(0, invocation.literalStart - index)) {
            if table.isOption(word) { throw .misplacedOption(word) }
            if word.hasScalarPrefix("-"), table.isOption("-" + word) { throw table.unknownOption(word, of: command) }
        }
    }
}
