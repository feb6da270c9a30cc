import PropertyList

/// Paths of output files that are derived from those of input files.
package enum OutputPath {
    /// Returns the path of an output file.
    ///
    /// - Parameters:
    ///   - source: The path of the input file.
    ///   - folder: The folder of the output file, or `nil` for the folder of the input file.
    ///   - suffix: The new extension, without a dot, or `nil` to keep the name. It replaces the last extension of the
    ///     name. A dot at the beginning of a name does not begin an extension.
    package static func path(for source: String, inFolder folder: String?, suffix: String?) -> String {
        let (sourceFolder, sourceName) = FilePaths.split(source)
        let hasFolder = source.utf8.contains(UInt8(ascii: "/"))
        let name = suffix.map { named(sourceName, suffix: $0) } ?? sourceName
        guard let folder else { return hasFolder ? sourceFolder.appendingComponent(name) : name }
        return folder.appendingComponent(name)
    }

    private static func named(_ name: String, suffix: String) -> String {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return "\(name).\(suffix)" }
        return String(scalars[..<dot]) + "." + suffix
    }

    /// Returns whether output to a path replaces the regular file at another path. Different hard links of a file are
    /// different files.
    package static func replaces(_ source: String, output path: String) -> Bool {
        InputFile.kind(of: source) == .regularFile && FilePlace.isOneFile(path, source)
    }
}
