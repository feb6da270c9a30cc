import DefaultsCore
import PropertyList

extension Streams {
    /// Reads a file, or standard input if the path is `-`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - shownPath: The path in the error. Defaults to `path`.
    ///   - sizeLimit: The maximum size of the input, in bytes.
    ///   - isDocument: Whether the caller accepts only property lists and JSON. If so, the result for other input may
    ///     contain only the first bytes.
    package func read(
        _ path: String, shownAs shownPath: String? = nil, sizeLimit: Int = FileDomainStore.defaultSizeLimit,
        isDocument: Bool
    ) throws(CommandError) -> [UInt8] {
        do {
            return path == "-"
                ? try readStandardInput(sizeLimit, isDocument: isDocument)
                : try InputFile.read(path, sizeLimit: sizeLimit, isDocument: isDocument)
        } catch {
            throw .inputNotRead(path: shownPath ?? path, error)
        }
    }

    private func readStandardInput(_ sizeLimit: Int, isDocument: Bool) throws(PreferencesError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try readInput(sizeLimit) { isDocument && PropertyListReader.refusesAll(beginningWith: $0) }
        } catch {
            throw PreferencesError(FileAccess.read("-").error(error))
        }
        guard bytes.count <= sizeLimit else {
            throw PreferencesError(FileAccess.read("-").error(.tooLarge(limit: sizeLimit)))
        }
        return bytes
    }
}
