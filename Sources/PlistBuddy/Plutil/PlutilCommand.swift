import PropertyList
import ToolSupport

/// The command of a plutil command line.
enum PlutilCommand: Equatable {
    case help
    /// Checks files.
    case lint
    /// Prints files for people.
    case show
    case convert(DocumentFormat)
    case extract(PlutilKeyPath, PlutilExtractForm, expected: PropertyListType?)
    case type(PlutilKeyPath, expected: PropertyListType?)
    case edit(PlutilEdit)
    /// Writes empty dictionaries.
    case create(DocumentFormat)

    /// The command in messages, with the format that decides which options it has.
    var name: String {
        switch self {
        case .help: "-help"
        case .lint: "-lint"
        case .show: "-p"
        case .convert: "-convert"
        case .extract(_, .raw, _): "-extract raw"
        case .extract(_, .document(let format), _): "-extract \(format.plutilName)"
        case .type: "-type"
        case .edit(let edit): edit.option
        case .create: "-create"
        }
    }

    /// Whether the command has a result that `-o` and `-e` write to another file.
    var hasResult: Bool {
        switch self {
        case .help, .lint, .show, .create: false
        case .convert, .extract, .type, .edit: true
        }
    }

    /// Whether the result is a document, which `-r` indents if it is JSON.
    var writesDocument: Bool {
        switch self {
        case .convert, .extract(_, .document, _), .edit, .create: true
        case .help, .lint, .show, .extract(_, .raw, _), .type: false
        }
    }

    /// Whether the result is a text, whose final newline `-n` omits.
    var printsText: Bool {
        switch self {
        case .extract(_, .raw, _), .type: true
        case .help, .lint, .show, .convert, .extract(_, .document, _), .edit, .create: false
        }
    }
}

/// The form of an extracted value.
enum PlutilExtractForm: Equatable {
    /// A scalar as text, the number of elements of an array, or the keys of a dictionary.
    case raw
    case document(DocumentFormat)
}
