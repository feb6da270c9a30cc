import DefaultsCore
import ToolSupport

/// The folders in which applications are searched by name.
struct ApplicationFolders: Sendable {
    private let folders: [String]

    /// Uses the folders of a user, followed by the folders that all users share.
    init(home: String) {
        folders = ["\(home)/Applications", "/Applications", "/System/Applications"]
    }

    /// Returns the domain name of an application: the identifier of its bundle or, if the bundle has none, the name of
    /// its executable.
    ///
    /// The file is not trusted, so the name must be plain. A plain name is not a path or a spelling of the global
    /// domain, and does not begin with a dash, a dot or a tilde.
    ///
    /// - Parameter name: The path of the bundle, or its name in any case, with or without `.app`.
    /// - Throws: An error if the bundle does not exist, has no readable `Info.plist`, or has no plain name.
    func domainName(of name: String) throws(CommandError) -> String {
        guard let bundle = bundle(named: name) else {
            throw CommandError(
                .negative, "Couldn't find an application named \"\(shown: name)\"; defaults unchanged")
        }
        guard let contents = try? Self.information(in: bundle) else {
            throw CommandError(.negative, "Couldn't open application \(shown: bundle); defaults unchanged")
        }
        for key in ["CFBundleIdentifier", "CFBundleExecutable"] {
            guard case .string(let name) = contents[key], !name.isEmpty else { continue }
            guard Domain.isPlainName(name) else {
                throw CommandError(
                    .invalidData,
                    """
                    Application \(shown: bundle) has the domain '\(shown: name.excerpt)', which is not a plain name; \
                    use the name of the domain instead. Defaults have not been changed.
                    """)
            }
            return name
        }
        throw CommandError(
            .negative, "Can't determine domain name for application \(shown: bundle); defaults unchanged")
    }

    /// The maximum size of an `Info.plist`, in bytes.
    private static let sizeLimit = 16 << 20

    /// Returns the contents of the `Info.plist` of a bundle, or `nil` if the file is missing or its root is not a
    /// dictionary. Does not wait for the other end of a FIFO.
    private static func information(in bundle: String) throws -> PropertyListDictionary? {
        for file in ["Contents/Info.plist", "Info.plist"] {
            guard let bytes = try InputFile.readRegularFile("\(bundle)/\(file)", sizeLimit: sizeLimit) else { continue }
            guard case .dictionary(let contents) = try PropertyListReader.read(bytes).value else { return nil }
            return contents
        }
        return nil
    }

    private func bundle(named name: String) -> String? {
        if InputFile.kind(of: name) == .folder { return name.droppingTrailingSlashes }
        let bundle = (name.hasScalarSuffix(".app") ? name : name + ".app").lowercased()
        for folder in folders {
            // If two names differ only in case, the sorted order makes the result the same on every system.
            let names = InputFile.names(inFolder: folder)
            if let entry = names.first(where: { $0.lowercased().hasSameScalars(as: bundle) }) {
                return "\(folder)/\(entry)"
            }
        }
        return nil
    }
}
