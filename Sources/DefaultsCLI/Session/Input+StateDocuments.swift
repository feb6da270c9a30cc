import DefaultsCore
import DefaultsState
import PropertyList
import ToolSupport

/// Functions that read state documents and expectations. Expectations may also contain patterns.
///
/// The folders determine the domains and the home folder in a document. They default to the folders of the input.
extension Input {
    func stateDocument(at path: String) throws(CommandError) -> StateDocument {
        try stateDocument(try read(path), at: path)
    }

    func stateDocument(
        _ bytes: [UInt8], at path: String, in folders: DomainFolders? = nil
    ) throws(CommandError) -> StateDocument {
        do {
            return try StateDocument(bytes, folders: folders ?? self.folders)
        } catch {
            throw .stateDocument(path: path, error)
        }
    }

    func expectation(at path: String) throws(CommandError) -> StateExpectation {
        try expectation(try read(path), at: path)
    }

    func expectation(
        _ bytes: [UInt8], at path: String, in folders: DomainFolders? = nil
    ) throws(CommandError) -> StateExpectation {
        do {
            return try StateExpectation(bytes, folders: folders ?? self.folders)
        } catch {
            throw .stateDocument(path: path, error)
        }
    }
}
