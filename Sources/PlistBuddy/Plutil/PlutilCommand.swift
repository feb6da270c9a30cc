import PropertyList
import ToolSupport

/// The command of a plutil command line.
enum PlutilCommand: Equatable {
    case help
    case version
    /// Checks files.
    case lint
    /// Prints files for people.
    case show
    case convert(DocumentFormat)
    /// Writes a value as a document or, without a format, as text: a scalar, the number of elements of an array, or the
    /// keys of a dictionary.
    case extract(PlutilKeyPath, DocumentFormat?, expected: PropertyListType?)
    case type(PlutilKeyPath, expected: PropertyListType?)
    case edit(PlutilEdit)
    /// Writes empty dictionaries.
    case create(DocumentFormat)

    /// The options that have an effect on the result. `-r` indents JSON, and `-n` omits the newline after text.
    var options: [String] {
        switch self {
        case .help, .version, .lint, .show: []
        case .create: ["-r"]
        case .convert, .extract(_, _?, _), .edit: ["-o", "-e", "-r"]
        case .extract(_, nil, _), .type: ["-o", "-e", "-n"]
        }
    }
}
