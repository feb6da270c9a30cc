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
    static let editNeedsArguments = PlutilError("'Insert' and 'Replace' require a key path, a type, and a value.")

    static func unusedOption(_ option: String, with command: String) -> PlutilError {
        PlutilError("\(option) is not used with \(command).")
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

    /// The error for a key that occurs several times in its dictionary.
    ///
    /// - Parameter positions: The positions of two occurrences, if they are known.
    static func duplicateKey(_ path: PropertyListPath, _ positions: [PropertyListError.Position]) -> PlutilError {
        let places = positions.isEmpty ? "" : ", " + positions.map(\.description).joined(separator: " and ")
        return PlutilError(
            "The file contains the key '\(path.description.excerpt)' more than once\(places), "
                + "and only one of its values can be written")
    }

    static let inputHasNoName = PlutilError("-e requires the name of a file, and standard input has none")

    static func sameResult(_ first: String, _ second: String, _ path: String) -> PlutilError {
        PlutilError("'\(first)' and '\(second)' would both be written to '\(path)'")
    }

    static func outputIsInput(_ path: String) -> PlutilError {
        PlutilError("The results of several files would be written to '\(path)', which is one of the files")
    }
}

/// Errors about key paths.
extension PlutilError {
    static func notInserted(_ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Unable to insert value at key path \(path.text)")
    }

    static func outOfBounds(_ index: String, _ path: PlutilKeyPath) -> PlutilError {
        PlutilError("Index \(index) out of bounds in array at key path \(path.text)")
    }
}
