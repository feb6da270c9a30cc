extension CommandTable {
    /// The verbs of the command.
    static let standard = CommandTable(
        commands: [
            .read, .readType, .exists, .write, .rename, .delete, .deleteAll, .import, .export, .migrate, .domains,
            .find, .diff, .merge, .explain, .watch, .check, .batch, .snapshot, .apply, .undo, .history, .sandbox,
            .convert, .edit, .completions, .help, .printHostIdentifier, .answerCompletion,
        ],
        help: .help, version: .version)
}
