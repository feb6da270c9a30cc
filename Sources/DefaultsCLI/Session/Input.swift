import DefaultsCore
import PropertyList

/// Where a verb's input comes from: files, or standard input, which goes by the name of `-`.
struct Input: Sendable {
    let streams: Streams
    /// Where the bundles are that `-app` names.
    let applications: ApplicationFolders
    /// Where domains are.
    let folders: DomainFolders
    /// The largest input, in bytes.
    let sizeLimit: Int
    /// Whether a domain has keys, or cannot be read.
    let exists: @Sendable (Domain) -> Bool

    /// Everything that a file or standard input holds.
    ///
    /// - Parameter isDocument: Whether only a property list or JSON is of use. The result may then be the beginning of what is neither.
    func read(_ path: String, isDocument: Bool = true) throws(CommandError) -> [UInt8] {
        do {
            return path == "-"
                ? try readStandardInput(isDocument: isDocument)
                : try InputFile.read(path, sizeLimit: sizeLimit, isDocument: isDocument)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }

    private func readStandardInput(isDocument: Bool) throws(PreferencesError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try streams.readInput(sizeLimit) { isDocument && PropertyListReader.refusesAll(beginningWith: $0) }
        } catch {
            throw .system(.read, path: "-", error)
        }
        guard bytes.count <= sizeLimit else { throw .tooLarge(path: "-", limit: sizeLimit) }
        return bytes
    }
}
