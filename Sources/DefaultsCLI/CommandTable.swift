/// All verbs, in the order of the help. The parser, the help and the tests of the man page read this table.
enum CommandTable {
    static let commands: [Command] = [
        .read, .readType, .write, .delete, .import, .export, .domains, .help,
    ]

    /// The verb of that name, in whatever case.
    static func command(named name: String) -> Command? {
        let name = name.lowercased()
        return commands.first { $0.name == name }
    }

    static var verbs: [String] { commands.map(\.name) }
}
