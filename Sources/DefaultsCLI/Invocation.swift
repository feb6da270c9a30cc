import DefaultsCore
import PropertyList

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

    /// The words that name the host again.
    var hostWords: [String] {
        if let name = options[.host] { return [Option.host.rawValue, name] }
        return options.contains(.currentHost) ? [Option.currentHost.rawValue] : []
    }

    /// The words that name the root and the host again.
    var placeWords: [String] {
        (options[.root].map { [Option.root.rawValue, $0] } ?? []) + hostWords
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

    /// The next word as a key, or the path of the option in its place, for which no word is taken; nil where there is neither.
    mutating func place() throws(CommandError) -> Place? {
        if let text = invocation.options[.path] { return try Place(path: text) }
        return next().map(Place.init(key:))
    }

    /// A key or path; without one the invocation is wrong.
    mutating func requiredPlace() throws(CommandError) -> Place {
        guard let place = try place() else { throw invocation.command.misuse }
        return place
    }

    /// The next word as a key or, where the option makes the first place a path, as a path.
    mutating func requiredDestination() throws(CommandError) -> Place {
        let word = try required()
        return hasPath ? try Place(path: word) : Place(key: word)
    }

    /// The next word, or two, as something to compare: a folder that is there as a root, anything else as a domain.
    mutating func comparable() throws(CommandError) -> Comparable {
        if let word = words.first, let root = DomainFolders.root(at: word) {
            words.removeFirst()
            return .root(root)
        }
        return .domain(try domain())
    }

    /// What `diff` compares.
    enum Comparable {
        case domain(DomainArgument)
        case root(String)
    }

    /// Whether the options give a path in place of a key.
    var hasPath: Bool { invocation.options.contains(.path) }
    /// Whether the options ask for an element to be inserted.
    var inserts: Bool { invocation.options.contains(.insert) }
    var isEmpty: Bool { words.isEmpty }
    /// Whether one word is left.
    var isLast: Bool { words.count == 1 }

    /// The words that are left.
    var rest: [String] { Array(words) }
}

/// A key or key path as it was typed.
struct Place: Sendable {
    let path: PropertyListPath
    /// What messages call it.
    let text: String

    init(key: String) {
        path = .key(key)
        text = key
    }

    init(path text: String) throws(CommandError) {
        guard let path = PropertyListPath(parsing: text) else { throw .invalidKeyPath(text) }
        self.path = path
        self.text = text
    }
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

    /// What addresses the domain as an operand.
    var operand: String { domain.name == .global ? domain.description : text }

    /// What messages about the whole domain call it.
    var title: String { domain.name == .global ? "Apple Global Domain" : text }

    /// What messages about a key of the domain call it: Apple's tool shows the constant's value here.
    var constant: String { domain.name == .global ? "kCFPreferencesAnyApplication" : text }
}
