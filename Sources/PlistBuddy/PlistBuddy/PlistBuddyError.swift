import DefaultsCore

/// An error of a PlistBuddy command: the sentence of Apple's tool, and the stream on which Apple's tool prints it.
///
/// Scripts match on these sentences. Some sentences are not from Apple's tool, but from this project.
struct PlistBuddyError: Error, Equatable {
    let sentence: String
    let stream: StandardStreams.Output

    private init(_ sentence: String, on stream: StandardStreams.Output = .error) {
        (self.sentence, self.stream) = (sentence, stream)
    }
}

/// Errors about command lines and values. They are printed on standard output.
extension PlistBuddyError {
    static let unclosedQuotes = PlistBuddyError("Parse Error: Unclosed Quotes", on: .output)
    static let unrecognizedCommand = PlistBuddyError("Unrecognized Command", on: .output)

    static func unrecognizedType(_ name: String) -> PlistBuddyError {
        PlistBuddyError("Unrecognized Type: \(name)", on: .output)
    }

    /// The error for a text that is not a valid value of the type. Apple's tool has no such sentence for booleans.
    static func unrecognizedFormat(_ type: EntryType) -> PlistBuddyError {
        PlistBuddyError("Unrecognized \(type.rawValue.capitalized) Format", on: .output)
    }
}

/// Errors about entries. They are printed on standard error.
extension PlistBuddyError {
    static func doesNotExist(_ command: String, _ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("\(command): Entry, \"\(entry.text)\", Does Not Exist")
    }

    static func alreadyExists(_ command: String, _ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("\(command): \"\(entry.text)\" Entry Already Exists")
    }

    static func cannotAdd(_ command: String, _ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("\(command): Can't Add Entry, \"\(entry.text)\", to Parent")
    }

    static let cannotSetContainer = PlistBuddyError("Set: Cannot Perform Set On Containers")
    static let cannotImportIntoContainer = PlistBuddyError("Import: Specified Entry Must Not Be a Container")

    static func notAContainer(_ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("CD: Entry, \"\(entry.text)\", Is Not A Container")
    }

    /// The root can be cleared, but not removed.
    static let cannotDeleteRoot = PlistBuddyError("Delete: Cannot Delete The Root; Use Clear")

    static func mergeTargetDoesNotExist(_ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("Merge: \"\(entry.text)\" Entry Does Not Exist")
    }

    static func cannotMerge(_ source: EntryType, into target: EntryType) -> PlistBuddyError {
        PlistBuddyError("Merge: Can't Add \(source.rawValue) Entries to \(target.rawValue)")
    }

    static func notRead(_ command: String, _ path: String) -> PlistBuddyError {
        PlistBuddyError("\(command): Error Reading File: \(path)")
    }

    static func notImportedAsText(_ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("Import: The File Is Not A Value For Entry, \"\(entry.text)\"")
    }

    static func notExactInXML(_ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("Print: Entry, \"\(entry.text)\", Cannot Be Represented In XML")
    }
}
