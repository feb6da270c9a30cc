/// The command of a plutil command line.
enum PlutilCommand: Equatable {
    case help
    /// Checks files.
    case lint
    /// Prints files for people.
    case show
    case convert(PlutilFormat)
    case extract(PlutilKeyPath, PlutilExtractForm, expected: PlutilType?)
    case type(PlutilKeyPath, expected: PlutilType?)
    case edit(PlutilEdit)
    /// Writes empty dictionaries.
    case create(PlutilFormat)

    /// The option that selects a command that only reads, or `nil` for other commands.
    var readingOption: String? {
        switch self {
        case .lint: "-lint"
        case .show: "-p"
        case .help, .convert, .extract, .type, .edit, .create: nil
        }
    }
}
