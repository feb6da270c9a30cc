/// A command of PlistBuddy with its arguments.
enum PlistBuddyCommand: Equatable {
    case help
    case exit
    case save
    case revert
    case clear(type: String)
    case show(EntryPath)
    case set(EntryPath, value: String)
    case add(EntryPath, type: String, value: String)
    case copy(EntryPath, to: EntryPath)
    case delete(EntryPath)
    case merge(file: String, EntryPath, isRecursive: Bool)
    case importFile(EntryPath, file: String)
    case changeContainer(EntryPath)

    /// Whether the command can change the file.
    var isChanging: Bool {
        switch self {
        case .help, .exit, .revert, .show, .changeContainer: false
        case .save, .clear, .set, .add, .copy, .delete, .merge, .importFile: true
        }
    }
}

extension PlistBuddyCommand {
    /// The names of a command, and the function that parses its arguments. Like Apple's tool, it ignores further
    /// arguments.
    private struct Syntax: Sendable {
        let names: [String]
        let read: @Sendable (inout PlistBuddyWords) throws(PlistBuddyError) -> PlistBuddyCommand

        init(
            _ names: String...,
            read: @escaping @Sendable (inout PlistBuddyWords) throws(PlistBuddyError) -> PlistBuddyCommand
        ) {
            (self.names, self.read) = (names, read)
        }
    }

    private static let table = [
        Syntax("help", "?") { (_) throws(PlistBuddyError) in .help },
        Syntax("exit", "quit", "bye") { (_) throws(PlistBuddyError) in .exit },
        Syntax("save") { (_) throws(PlistBuddyError) in .save },
        Syntax("revert") { (_) throws(PlistBuddyError) in .revert },
        Syntax("clear") { (words) throws(PlistBuddyError) in .clear(type: try words.word()) },
        Syntax("print", "ls") { (words) throws(PlistBuddyError) in .show(try words.entry()) },
        Syntax("set", "=") { (words) throws(PlistBuddyError) in .set(try words.entry(), value: try words.rest()) },
        Syntax("add", "+") { (words) throws(PlistBuddyError) in
            .add(try words.entry(), type: try words.word(), value: try words.rest())
        },
        Syntax("copy", "cp") { (words) throws(PlistBuddyError) in .copy(try words.entry(), to: try words.entry()) },
        Syntax("delete", "remove", "rm", "-") { (words) throws(PlistBuddyError) in .delete(try words.entry()) },
        Syntax("merge", read: merge),
        Syntax("import") { (words) throws(PlistBuddyError) in
            .importFile(try words.entry(), file: try words.word())
        },
        Syntax("cd") { (words) throws(PlistBuddyError) in .changeContainer(try words.entry()) },
    ]

    @Sendable private static func merge(
        _ words: inout PlistBuddyWords
    ) throws(PlistBuddyError) -> PlistBuddyCommand {
        var file = try words.word()
        let isRecursive = file == "-r"
        if isRecursive { file = try words.word() }
        return .merge(file: file, try words.entry(), isRecursive: isRecursive)
    }

    /// Parses a command line. The case of the command's name is ignored. No space is needed between the name and a path
    /// that begins with a colon or a quote.
    init(_ line: String) throws(PlistBuddyError) {
        var words = PlistBuddyWords(line)
        try words.requireClosedQuotes()
        let name = words.name().lowercased()
        guard let syntax = Self.table.first(where: { $0.names.contains(name) }) else {
            throw PlistBuddyError("Unrecognized Command", on: .output)
        }
        self = try syntax.read(&words)
    }
}
