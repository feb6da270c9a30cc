import DefaultsCore

/// The operands of a verb, taken from left to right.
struct Operands {
    private var words: ArraySlice<String>
    private let invocation: Invocation
    private let applications: ApplicationFolders
    private let folders: DomainFolders

    init(of invocation: Invocation, _ input: Input) {
        words = invocation.operands[...]
        self.invocation = invocation
        applications = input.applications
        folders = input.folders
    }

    /// The next word, nil after the last.
    mutating func next() -> String? {
        words.popFirst()
    }

    /// The next word; without one the invocation is wrong.
    mutating func required() throws(CommandError) -> String {
        guard let word = words.popFirst() else { throw invocation.misuse }
        return word
    }

    /// The next word as a domain, or the next two as an application's, on the host that the options name.
    mutating func domain() throws(CommandError) -> DomainArgument {
        let word = try required()
        let text = word == "-app" ? try domainName(ofApplication: try required()) : word
        return try DomainArgument(text, host: invocation.host, in: folders)
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
        guard let place = try place() else { throw invocation.misuse }
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
