import DefaultsCore
import ToolSupport

/// The operands of a verb, taken from left to right.
struct Operands {
    /// The number of words that have been taken.
    private var index = 0
    private let invocation: Invocation
    private let input: Input

    init(of invocation: Invocation, _ input: Input) {
        self.invocation = invocation
        self.input = input
    }

    private var words: [String] { invocation.operands }

    /// Returns the next operand, or `nil` after the last one.
    mutating func next() -> String? {
        guard let word = first else { return nil }
        index += 1
        return word
    }

    /// Returns the next operand.
    ///
    /// - Throws: An error that lists the forms of the verb if there is no operand.
    mutating func required() throws(CommandError) -> String {
        guard let word = next() else { throw invocation.misuse }
        return word
    }

    /// Returns the next operand as a domain on the host of the options, or the next two as the domain of an
    /// application.
    ///
    /// An operand that begins with a dash is a domain only if that domain exists or the operand follows `--`. Otherwise
    /// it is a mistyped option.
    mutating func domain() throws(CommandError) -> DomainArgument {
        let isLiteral = isLiteral
        let word = try required()
        if word == "-app", !isLiteral {
            return try domain(named: try input.applications.domainName(of: try required()))
        }
        let domain = try domain(named: word)
        if Domain.isOption(word), !isLiteral, !input.exists(domain.domain) {
            throw invocation.table.unknownOption(word, of: invocation.command)
        }
        return domain
    }

    /// Returns the next operand as a domain that need not exist to be changed.
    ///
    /// - Parameter creates: Whether the change creates a domain that does not exist.
    /// - Throws: An error for a name that ends in `.plist`, if the domain does not exist and a file in the current
    ///   folder has that name. An error for a new domain whose name begins with a dash, which documents could not name.
    mutating func domainToChange(creates: Bool = true) throws(CommandError) -> DomainArgument {
        let domain = try domain()
        if creates, Domain.isOption(domain.operand), !input.exists(domain.domain) {
            throw .preferences(PreferencesError(.invalidName(domain.operand, .noOption)))
        }
        if invocation.options.storage.hasFiles, let ambiguity = domain.ambiguity, !input.exists(domain.domain) {
            throw ambiguity
        }
        return domain
    }

    private func domain(named text: String) throws(CommandError) -> DomainArgument {
        try DomainArgument(text, host: invocation.options.host, in: input.folders)
    }

    /// Whether the next operand follows `--`.
    private var isLiteral: Bool { index >= invocation.literalStart }

    /// Returns the path of the option or, without the option, the next operand as a key; `nil` if there is neither.
    mutating func key() throws(CommandError) -> KeyArgument? {
        if let text = invocation.options.path { return try KeyArgument(path: text) }
        return next().map(KeyArgument.init(key:))
    }

    /// Returns the path of the option or, without the option, the next operand as a key.
    ///
    /// - Throws: An error that lists the forms of the verb if there is neither.
    mutating func requiredKey() throws(CommandError) -> KeyArgument {
        guard let key = try key() else { throw invocation.misuse }
        return key
    }

    /// Returns the next operand as a key or, if the option makes the first key a path, as a path.
    mutating func requiredNewKey() throws(CommandError) -> KeyArgument {
        let word = try required()
        return hasPath ? try KeyArgument(path: word) : KeyArgument(key: word)
    }

    /// Whether the options have a path in place of a key.
    private var hasPath: Bool { invocation.options.path != nil }

    /// The next operand, without taking it.
    var first: String? { index < words.count ? words[index] : nil }

    var isEmpty: Bool { index == words.count }
    /// Whether exactly one operand is left.
    var isLast: Bool { index == words.count - 1 }

    /// The operands that are left.
    var rest: [String] { Array(words.dropFirst(index)) }

    /// The next operand if it is a type flag in the place of a key, and does not follow `--`.
    var flagInPlaceOfKey: String? {
        guard !hasPath, !isLiteral, let word = first else { return nil }
        return ValueArguments.isFlag(word) ? word : nil
    }

    /// Ignores the operands that are left, as Apple's tool does.
    ///
    /// - Throws: An error if an operand was meant as an option, or if options are given that Apple's tool does not
    ///   have.
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

/// The position of the next operand, as far as it decides whether an argument is an option.
struct OperandPosition {
    private var domains = 0
    private var others = 0
    /// Whether the next argument is the name of an application.
    private(set) var isApplicationName = false

    /// The number of operands before the next one. A flag for an application and its name are one operand.
    var count: Int { domains + others }

    /// Whether the next operand is the first after the first domain.
    var isKey: Bool { domains == 1 && others == 0 }

    /// Whether the next operand belongs to the value of `write`: it follows the key or, with a path, the domain.
    func isValue(hasPath: Bool) -> Bool { domains == 1 && (hasPath || others > 0) }

    func takesDomain(of command: Command) -> Bool {
        !isApplicationName && command.operands.isDomain(at: domains)
    }

    mutating func advance(over word: String, isDomain: Bool) {
        if isDomain, word == "-app" {
            isApplicationName = true
        } else if isDomain || isApplicationName {
            isApplicationName = false
            domains += 1
        } else {
            others += 1
        }
    }

    /// The flags that stand for a domain, and their descriptions.
    static let domainFlags = [("-app", "The domain of an application"), ("-globalDomain", "The global domain")]

    /// The flag for a domain, with one dash, if the word is its spelling with two dashes.
    static func domainFlag(_ word: String) -> String? {
        word.hasScalarPrefix("--") ? domainFlags.map(\.0).first { word == "-" + $0 } : nil
    }
}
