import DefaultsCore
import DefaultsState
import ToolSupport

/// The input of a verb: files and standard input, which has the name `-`.
///
/// It is a class, because a batch passes it on for each line.
final class Input: Sendable {
    let streams: Streams
    let folders: DomainFolders
    /// The maximum size of the input, in bytes.
    let sizeLimit: Int
    /// Returns whether a domain has keys or cannot be read.
    let exists: @Sendable (Domain) -> Bool

    init(
        streams: Streams, folders: DomainFolders, sizeLimit: Int, exists: @escaping @Sendable (Domain) -> Bool
    ) {
        (self.streams, self.folders, self.sizeLimit, self.exists) = (streams, folders, sizeLimit, exists)
    }

    /// Reads a file or standard input.
    ///
    /// - Parameter isDocument: Whether the caller accepts only property lists and JSON. If so, the result for other
    ///   input may contain only the first bytes.
    func read(_ path: String, isDocument: Bool = true) throws(CommandError) -> [UInt8] {
        streams.progress?.noteInput(path)
        do {
            return try streams.bytes(of: folders.redirected(path), sizeLimit: sizeLimit, isDocument: isDocument)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }
}

extension Input {
    /// Reads a state document or an expectation.
    ///
    /// - Parameters:
    ///   - read: The initializer of ``StateDocument`` or ``StateExpectation``.
    ///   - bytes: The bytes. They are read from the path if they are omitted.
    ///   - folders: The folders that determine the domains and the home folder. They default to those of the input.
    func state<State>(
        as read: ([UInt8], DomainFolders) throws(StateDocument.ReadingError) -> State, _ bytes: [UInt8]? = nil,
        at path: String, in folders: DomainFolders? = nil
    ) throws(CommandError) -> State {
        let bytes = if let bytes { bytes } else { try self.read(path) }
        do {
            return try read(bytes, folders ?? self.folders)
        } catch {
            throw .stateDocument(path: path, error)
        }
    }
}
