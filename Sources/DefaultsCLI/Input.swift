import DefaultsCore

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
    func read(_ path: String) throws(CommandError) -> [UInt8] {
        do {
            return path == "-" ? try readStandardInput() : try InputFile.read(path, sizeLimit: sizeLimit)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }

    private func readStandardInput() throws(PreferencesError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try streams.readInput(sizeLimit)
        } catch {
            throw .system(.read, path: "-", error)
        }
        guard bytes.count <= sizeLimit else { throw .tooLarge(path: "-", limit: sizeLimit) }
        return bytes
    }
}
