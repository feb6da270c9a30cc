import DefaultsCore
import ToolSupport

/// The operands of a verb, taken from left to right.
struct Operands {
    /// The number of operands that have been taken.
    private var index = 0
    private let invocation: Invocation
    private let input: Input

    init(of invocation: Invocation, _ input: Input) {
        self.invocation = invocation
        self.input = input
    }

    private var operands: [Operand] { invocation.operands }

    private mutating func take() -> Operand? {
        guard let operand = first else { return nil }
        index += 1
        return operand
    }

    /// Returns the text of the next operand, or `nil` after the last one.
    mutating func next() -> String? {
        take()?.text
    }

    /// Returns the text of the next operand.
    ///
    /// - Throws: An error that lists the forms of the verb if there is no operand.
    mutating func required() throws(CommandError) -> String {
        guard let word = next() else { throw invocation.misuse }
        return word
    }

    /// Returns the next operand as a domain on the host that the options select.
    ///
    /// An operand that begins with a dash is a domain only if that domain exists or the operand follows `--`. Otherwise
    /// it is a mistyped option.
    mutating func domain() throws(CommandError) -> DomainArgument {
        guard let operand = take(), operand.kind != .applicationFlag else { throw invocation.misuse }
        if operand.kind == .application {
            return try domain(named: try ApplicationFolders(home: input.folders.home).domainName(of: operand.text))
        }
        let domain = try domain(named: operand.text)
        if operand.kind != .literal, Domain.isOption(operand.text), !input.exists(domain.domain) {
            throw invocation.table.unknownOption(operand.text, of: invocation.command)
        }
        return domain
    }

    /// Returns the next operand as a domain that need not exist to be changed.
    ///
    /// - Parameter creates: Whether the change creates a domain that does not exist.
    /// - Throws: An error for a name that ends in `.plist`, if the domain does not exist and a file in the current
    ///   folder has that name. An error for a new domain whose name begins with a dash, since documents cannot name
    ///   such a domain.
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

    /// Returns the path in option `--path` or, without the option, the next operand as a key. Returns `nil` if there is
    /// neither.
    mutating func key() throws(CommandError) -> KeyArgument? {
        if let text = invocation.options.path { return try KeyArgument(path: text) }
        if first?.kind == .application { throw invocation.misuse }
        return next().map(KeyArgument.init(key:))
    }

    /// Returns the path in option `--path` or, without the option, the next operand as a key.
    ///
    /// - Throws: An error that lists the forms of the verb if there is neither.
    mutating func requiredKey() throws(CommandError) -> KeyArgument {
        guard let key = try key() else { throw invocation.misuse }
        return key
    }

    /// Whether option `--paths` makes all operands paths.
    var readsPaths: Bool { invocation.options.readsPaths }

    /// Returns the path of a file or folder, with the home folder in place of `~`.
    func redirected(_ path: String) -> String {
        input.folders.expandingHome(path)
    }

    /// The next operand, without taking it.
    var first: Operand? { index < operands.count ? operands[index] : nil }

    var isEmpty: Bool { index == operands.count }
    /// Whether exactly one operand is left.
    var isLast: Bool { index == operands.count - 1 }

    /// The operands that are left, as arguments of a command line.
    var rest: [String] { operands.dropFirst(index).words }

    /// The next operand if it is a type flag in the position of a key. `nil` with option `--path`, and for an operand
    /// after `--`.
    var flagInPlaceOfKey: String? {
        guard invocation.options.path == nil, let first, first.kind != .literal else { return nil }
        return ValueArguments.Flag(dashedWord: first.text).map { _ in first.text }
    }

    /// Ignores the operands that are left, as Apple's tool does.
    ///
    /// - Throws: An error if an operand was meant as an option, or if options are given that Apple's tool does not
    ///   have.
    func ignoreRest() throws(CommandError) {
        guard let first else { return }
        let (command, table) = (invocation.command, invocation.table)
        if command.ownOptions.contains(where: invocation.options.contains) {
            throw .surplusOperand(first.text, verb: command.name)
        }
        for word in operands.dropFirst(index).filter({ $0.kind != .literal }).words {
            if word.hasScalarPrefix("-"), table.isOption("-" + word) { throw table.unknownOption(word, of: command) }
        }
    }
}
