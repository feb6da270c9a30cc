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
    /// Parses a command line. The case of the command's name is ignored. No space is needed between the name and a path
    /// that begins with a colon or a quote. Like Apple's tool, it ignores further arguments.
    init(_ line: String) throws(PlistBuddyError) {
        var words = try PlistBuddyWords(line)
        switch words.name().lowercased() {
        case "help", "?": self = .help
        case "exit", "quit", "bye": self = .exit
        case "save": self = .save
        case "revert": self = .revert
        case "clear": self = .clear(type: words.word())
        case "print", "ls": self = .show(words.entry())
        case "set", "=": self = .set(words.entry(), value: words.rest())
        case "add", "+": self = .add(words.entry(), type: words.word(), value: words.rest())
        case "copy", "cp": self = .copy(words.entry(), to: words.entry())
        case "delete", "remove", "rm", "-": self = .delete(words.entry())
        case "merge":
            var file = words.word()
            let isRecursive = file == "-r"
            if isRecursive { file = words.word() }
            self = .merge(file: file, words.entry(), isRecursive: isRecursive)
        case "import": self = .importFile(words.entry(), file: words.word())
        case "cd": self = .changeContainer(words.entry())
        default: throw PlistBuddyError("Unrecognized Command", on: .output)
        }
    }
}
