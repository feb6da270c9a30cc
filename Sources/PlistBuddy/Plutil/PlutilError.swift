import DefaultsCore
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

extension Streams {
    /// Prints an error or a notice on standard error. Control characters in it are escaped.
    func report(_ error: PlutilError) {
        writeError(error.sentence.escapingControlCharacters() + "\n")
    }
}

/// Errors about reading and writing files.
extension PlutilError {
    /// The error for a file that cannot be read. Like Apple's tool, it has the reason in parentheses.
    static func notRead(_ error: PreferencesError) -> PlutilError {
        if let cause = error.systemError { return PlutilError("(\(cause))") }
        return PlutilError("(\(error))")
    }

    /// The error for bytes that are neither a property list nor JSON.
    static func notParsed(_ error: PropertyListError, asJSON json: PropertyListError) -> PlutilError {
        PlutilError("Property List error: \(error) / JSON error: \(json)")
    }

    /// The error of a value that JSON has no type for.
    static var invalidInJSON: PlutilError { PlutilError("Invalid object in plist for JSON format") }

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
