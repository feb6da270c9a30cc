import DefaultsCore

/// What a command line asks for: a verb, its options and its operands, read but not yet looked into.
struct Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [String]

    /// The host whose preferences are meant.
    var host: Domain.Host {
        if let name = options[.host] { return .named(name) }
        return options.contains(.currentHost) ? .current : .any
    }

    /// How long to wait for a lock.
    var lockTimeout: Duration {
        get throws(CommandError) {
            guard let text = options[.lockTimeout] else { return .seconds(10) }
            guard let seconds = Double(text), (0...1e9).contains(seconds) else { throw .invalidLockTimeout(text) }
            return .seconds(seconds)
        }
    }
}

/// The operands of a verb, taken from left to right.
struct Operands {
    private var words: ArraySlice<String>
    private let invocation: Invocation
    private let applications: ApplicationFolders

    init(of invocation: Invocation, _ input: Input) {
        words = invocation.operands[...]
        self.invocation = invocation
        applications = input.applications
    }

    /// The next word, nil after the last.
    mutating func next() -> String? {
        words.popFirst()
    }

    /// The next word; without one the invocation is wrong.
    mutating func required() throws(CommandError) -> String {
        guard let word = words.popFirst() else { throw invocation.command.misuse }
        return word
    }

    /// The next word as a domain, or the next two as an application's, on the host that the options name.
    mutating func domain() throws(CommandError) -> DomainArgument {
        let word = try required()
        let text = word == "-app" ? try domainName(ofApplication: try required()) : word
        return try DomainArgument(text, host: invocation.host)
    }

    private func domainName(ofApplication name: String) throws(CommandError) -> String {
        do {
            return try applications.domainName(of: name)
        } catch {
            switch error {
            case .notFound(let name): throw .applicationNotFound(name)
            case .notOpened(let path): throw .applicationNotOpened(path)
            case .withoutDomain(let path): throw .applicationWithoutDomain(path)
            }
        }
    }

    var isEmpty: Bool { words.isEmpty }
    var count: Int { words.count }

    /// The words that are left.
    var rest: [String] { Array(words) }
}

/// A domain as it was typed.
struct DomainArgument: Sendable {
    let domain: Domain
    private let text: String

    init(_ text: String, host: Domain.Host) throws(CommandError) {
        self.text = text
        do {
            domain = try Domain(text, host: host)
        } catch {
            throw .preferences(error)
        }
    }

    /// What messages about the whole domain call it.
    var title: String { domain.name == .global ? "Apple Global Domain" : text }

    /// What messages about a key of the domain call it: Apple's tool shows the constant's value here.
    var constant: String { domain.name == .global ? "kCFPreferencesAnyApplication" : text }
}
