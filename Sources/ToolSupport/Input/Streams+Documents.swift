package import DefaultsCore

extension Streams {
    /// Reads a file, or standard input if the path is `-`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - sizeLimit: The maximum size of the input, in bytes.
    ///   - isDocument: Whether the caller accepts only property lists and JSON. If so, the result for other input may
    ///     contain only the first bytes.
    package func bytes(
        of path: String, sizeLimit: Int = FileDomainStore.defaultSizeLimit, isDocument: Bool
    ) throws(PreferencesError) -> [UInt8] {
        if path != "-" { return try InputFile.read(path, sizeLimit: sizeLimit, isDocument: isDocument) }
        let bytes = try PreferencesError.mapping(
            try FileAccess.read("-").mapping(
                try readInput(sizeLimit) { isDocument && PropertyListReader.refusesAll(beginningWith: $0) }))
        guard bytes.count <= sizeLimit else { throw .tooLarge("-", limit: sizeLimit) }
        return bytes
    }
}
