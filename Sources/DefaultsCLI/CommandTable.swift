/// All verbs, in the order of the help. The parser, the help and the tests of the man page read this table.
enum CommandTable {
    static let commands: [Command] = [
        .read, .readType, .write, .rename, .delete, .deleteAll, .import, .export, .migrate, .domains, .find, .diff,
        .check,
        .help,
        .printHostIdentifier,
    ]

    /// The verb of that name, in whatever case.
    static func command(named name: String) -> Command? {
        let name = name.lowercased()
        return commands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The names that a mistyped verb is compared with.
    static var verbs: [String] { commands.filter { !$0.forms.isEmpty }.map(\.name) }
}
