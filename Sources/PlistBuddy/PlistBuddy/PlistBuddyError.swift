import DefaultsCore

/// An error of a PlistBuddy command: the sentence of Apple's tool, and the stream on which Apple's tool prints it.
///
/// Errors about command lines and values are printed on standard output, and errors about entries on standard error.
/// Scripts match on these sentences. Some sentences are not from Apple's tool, but from this project.
struct PlistBuddyError: Error, Equatable {
    let sentence: String
    let stream: StandardStreams.Output

    init(_ sentence: String, on stream: StandardStreams.Output = .error) {
        (self.sentence, self.stream) = (sentence, stream)
    }

    static func alreadyExists(_ command: String, _ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("\(command): \"\(entry.text)\" Entry Already Exists")
    }

    static func cannotAdd(_ command: String, _ entry: EntryPath) -> PlistBuddyError {
        PlistBuddyError("\(command): Can't Add Entry, \"\(entry.text)\", to Parent")
    }
}
