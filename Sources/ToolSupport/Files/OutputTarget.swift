import DefaultsCore

/// The destination of the result for an input file.
package struct OutputTarget {
    /// The path of the file, or `nil` for standard output.
    package let path: String?
    /// Whether the output replaces the input file, which is then read while its folder is locked.
    package let isSource: Bool

    package static let standardOutput = OutputTarget("-", from: "-")

    /// Creates the target of the result that replaces an input file. For standard input, `-`, it is standard output.
    package init(inPlaceOf source: String) {
        path = source == "-" ? nil : source
        isSource = path != nil
    }

    /// Creates the target of output to a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `-` for standard output.
    ///   - source: The path of the input file, or `-` for standard input. If the input is not a regular file,
    ///     ``isSource`` is `false`.
    package init(_ path: String, from source: String) {
        self.path = path == "-" ? nil : path
        isSource =
            path != "-" && source != "-" && InputFile.kind(of: source) == .regularFile
            && FilePlace.isOneFile(path, source)
    }

    /// Returns the path of an output file.
    ///
    /// - Parameters:
    ///   - source: The path of the input file.
    ///   - folder: The folder of the output file, or `nil` for the folder of the input file.
    ///   - suffix: The new extension, without a dot, or `nil` to keep the name. It replaces the last extension of the
    ///     name. A dot at the beginning of a name does not begin an extension.
    package static func path(for source: String, inFolder folder: String? = nil, suffix: String?) -> String {
        var (sourceFolder, name) = FilePaths.split(source)
        if let suffix {
            let scalars = name.unicodeScalars
            let dot = scalars.dropFirst().lastIndex(of: ".") ?? scalars.endIndex
            name = String(scalars[..<dot]) + "." + suffix
        }
        let hasFolder = folder != nil || source.utf8.contains(UInt8(ascii: "/"))
        return hasFolder ? (folder ?? sourceFolder).appendingComponent(name) : name
    }
}
