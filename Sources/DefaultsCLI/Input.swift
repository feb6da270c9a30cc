import DefaultsCore

/// Where a verb's input comes from: files, or standard input, which goes by the name of `-`.
struct Input: Sendable {
    let streams: Streams
    /// Where the bundles are that `-app` names.
    let applications: ApplicationFolders

    /// Everything that a file or standard input holds.
    func read(_ path: String) throws(CommandError) -> [UInt8] {
        do {
            return path == "-" ? try readStandardInput() : try InputFile.read(path)
        } catch {
            throw .inputNotRead(path: path, error)
        }
    }

    private func readStandardInput() throws(PreferencesError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try streams.readInput(InputFile.sizeLimit)
        } catch {
            throw .system(.read, path: "-", error)
        }
        guard bytes.count <= InputFile.sizeLimit else { throw .tooLarge(path: "-", limit: InputFile.sizeLimit) }
        return bytes
    }
}
