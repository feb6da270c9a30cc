import DefaultsCore
import PropertyList
import ToolSupport

/// An error of plutil. Its sentence is that of Apple's tool if that tool has one, because scripts match on it.
///
/// An error about arguments is printed alone. An error about a file is printed after the name of the file.
struct PlutilError: Error, Equatable {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// Creates the error for an error of another part of the program.
    init(_ error: any Error) {
        self = error as? PlutilError ?? PlutilError(CommandError.editing(error).message ?? "the reason is not known")
    }

    /// Evaluates an expression, and maps the error that it throws.
    static func mapping<Result>(_ expression: @autoclosure () throws -> Result) throws(PlutilError) -> Result {
        do {
            return try expression()
        } catch {
            throw PlutilError(error)
        }
    }
}

/// Errors about arguments.
extension PlutilError {
    static let noFiles = PlutilError("No files specified.")
    static let missingFormat = PlutilError("Missing format specifier for command.")
    static let createNeedsFormat = PlutilError("'Create' requires a plist format.")
    static let extractNeedsArguments = PlutilError("'Extract' requires a key path and a plist format.")
    static let typeNeedsKeyPath = PlutilError("'Type' requires a key path.")
    static let removeNeedsKeyPath = PlutilError("'Remove' requires a key path.")
    static let editNeedsArguments = PlutilError("'Insert' and 'Replace' require a key path, a type, and a value.")
    static let expectNeedsType = PlutilError("-expect requires a type argument.")
    static let inputTwice = PlutilError("Standard input can be specified only once.")

    static func unknownFormat(_ name: String) -> PlutilError {
        PlutilError("Unknown format specifier: \(name)")
    }

    /// The error for a format that Apple's tool writes as source code.
    static func sourceCode(_ name: String) -> PlutilError {
        PlutilError("The format \(name) is not supported. Use xml1, binary1, json or openstep.")
    }

    static func unknownOption(_ option: String) -> PlutilError {
        PlutilError("unrecognized option: \(option)")
    }

    static func missingArgument(of option: String) -> PlutilError {
        PlutilError("Missing argument for \(option).")
    }

    static func unusedOption(_ option: String, with command: String) -> PlutilError {
        PlutilError("\(option) is not used with \(command).")
    }

    static func repeatedOption(_ option: String) -> PlutilError {
        PlutilError("\(option) can be specified only once.")
    }

    static let outputAndExtension = PlutilError("-o and -e cannot be used together.")

    static func invalidExpectedType(_ name: String) -> PlutilError {
        PlutilError("-expect type [\(name)] not valid.")
    }

    static func unknownValueType(_ name: String) -> PlutilError {
        PlutilError("Unknown insert or replace type \(name)")
    }
}

/// Errors about the value of `-insert` and `-replace`. They are printed without the name of a file.
extension PlutilError {
    static let invalidBase64 = PlutilError("Invalid base64 data in argument")

    static func invalidInteger(_ text: String) -> PlutilError {
        PlutilError("Invalid integer in argument: \(text.excerpt)")
    }

    static func invalidFloat(_ text: String) -> PlutilError {
        PlutilError("Invalid float in argument: \(text.excerpt)")
    }

    static func invalidDate(_ text: String) -> PlutilError {
        PlutilError("Failed to parse value \(text.excerpt) with type -date")
    }

    static func invalidXML(_ reason: String) -> PlutilError {
        PlutilError("Unable to parse xml property list: \(reason)")
    }

    static func invalidJSON(_ reason: String) -> PlutilError {
        PlutilError("Unable to parse JSON: \(reason)")
    }
}

/// Errors about reading and writing files.
extension PlutilError {
    /// The error for a file that cannot be read. Like Apple's tool, it has the reason in parentheses.
    static func notRead(_ error: PreferencesError) -> PlutilError {
        if let cause = error.fileError?.reason.cause { return PlutilError("(\(cause))") }
        return PlutilError("(\(error))")
    }

    /// The error for bytes that are neither a property list nor JSON.
    static func notParsed(_ error: PropertyListError, asJSON json: PropertyListError) -> PlutilError {
        PlutilError("Property List error: \(error) / JSON error: \(json)")
    }

    /// The error of `-lint`.
    static func notValid(_ reason: String) -> PlutilError {
        PlutilError("(\(reason))")
    }

    /// The error for contents that a value cannot represent, such as null.
    static func notRepresentable(_ substitutions: [PropertyListSubstitution]) -> PlutilError {
        PlutilError("The file contains \(substitutions.summary), which cannot be written")
    }

    /// The error for a value that must not be printed, because it stands for invalid contents.
    static func notShown(_ substitutions: [PropertyListSubstitution]) -> PlutilError {
        PlutilError("The file contains \(substitutions.summary)")
    }

    /// The error for a key that occurs several times in its dictionary.
    ///
    /// - Parameter positions: The positions of two occurrences, if they are known.
    static func duplicateKey(_ path: PropertyListPath, _ positions: [PropertyListError.Position]) -> PlutilError {
        let places = positions.isEmpty ? "" : ", " + positions.map(\.description).joined(separator: " and ")
        return PlutilError(
            "The file contains the key '\(path.description.excerpt)' more than once\(places), "
                + "and only one of its values can be written")
    }

    static let invalidForJSON = PlutilError("Invalid object in plist for JSON format")
    static let oldStyleNotWritten = PlutilError("Conversion to OpenStep format is not supported")
    static let inputHasNoName = PlutilError("-e requires the name of a file, and standard input has none")

    /// The notice that a new file does not contain the comments of its source.
    static func commentsNotWritten(_ name: String, to path: String) -> PlutilError {
        PlutilError("'\(name)' has comments, which '\(path)' does not contain")
    }

    static func sameResult(_ first: String, _ second: String, _ path: String) -> PlutilError {
        PlutilError("'\(first)' and '\(second)' would both be written to '\(path)'")
    }

    static func outputIsInput(_ path: String) -> PlutilError {
        PlutilError("The results of several files would be written to '\(path)', which is one of the files")
    }
}

/// Errors about key paths.
extension PlutilError {
    static func noValue(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError(
            "Could not extract value, error: No value at that key path or invalid key path: \(path.text)")
    }

    static func unexpectedType(_ path: PlutilKeyPath, expected: PropertyListType, found: String) -> PlutilError {
        PlutilError("Value at [\(path.text)] expected to be \(expected.plutilName) but is \(found)")
    }

    static func alreadyExists(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Value already exists at key path \(path.text)")
    }

    static func nothingToRemove(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("No value to remove at key path \(path.text)")
    }

    static func notInserted(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Unable to insert value at key path \(path.text)")
    }

    static func notFound(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Key path not found \(path.text)")
    }

    static func outOfBounds(_ index: String, _ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Index \(index) out of bounds in array at key path \(path.text)")
    }

    static func notAnIndex(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Unable to index into array with key path \(path.text)")
    }

    static func notAnArray(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Appending to a non-array at key path \(path.text)")
    }

    static func elementNotAnArray(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Attempt to append value to non-array at key path \(path.text)")
    }
}
