import PropertyList

/// The folders that contain applications, and the domain names of applications.
package struct ApplicationFolders: Sendable {
    private let folders: [String]

    /// Creates the application folders of a user and of all users.
    ///
    /// - Parameter home: The home folder of the user.
    package init(home: String) {
        folders = [home.appendingComponent("Applications"), "/Applications", "/System/Applications"]
    }

    /// Returns the domain name of an application: the identifier of its bundle or, if the bundle has none, the name of
    /// its executable.
    ///
    /// The name comes from a file of any origin, so it must be that of a plain domain: it is not a path or a spelling of
    /// the global domain, and does not begin with a dash, a dot or a tilde.
    ///
    /// - Parameter name: The path of the bundle, or its name in any case, with or without `.app`.
    /// - Throws: ``ApplicationError``.
    package func domainName(of name: String) throws(ApplicationError) -> String {
        guard let path = bundlePath(of: name) else { throw .notFound(name) }
        for information in ["Contents/Info.plist", "Info.plist"] {
            guard let bytes = try Self.information(at: path.appendingComponent(information), of: path) else { continue }
            guard case .dictionary(let contents) = (try? PropertyListReader.read(bytes))?.value else {
                throw .notOpened(path)
            }
            return try Self.domainName(in: contents, of: path)
        }
        throw .notOpened(path)
    }

    /// The maximum size of an `Info.plist`, in bytes.
    private static let informationLimit = 16 << 20

    /// Returns the bytes of an `Info.plist`, or `nil` if it does not exist. Does not wait for a FIFO.
    private static func information(at file: String, of bundle: String) throws(ApplicationError) -> [UInt8]? {
        do {
            return try InputFile.readRegularFile(file, sizeLimit: informationLimit)
        } catch {
            throw .notOpened(bundle)
        }
    }

    private static func domainName(
        in contents: PropertyListDictionary, of bundle: String
    ) throws(ApplicationError) -> String {
        for key in ["CFBundleIdentifier", "CFBundleExecutable"] {
            guard case .string(let name) = contents[key], !name.isEmpty else { continue }
            guard Domain.isPlainName(name) else { throw .notPlainName(bundle, name) }
            return name
        }
        throw .withoutDomain(bundle)
    }

    private func bundlePath(of name: String) -> String? {
        if FilePaths.isFolder(name) { return name.droppingTrailingSlashes }
        let bundle = (name.hasSuffix(".app") ? name : name + ".app").lowercased()
        for folder in folders {
            let entries = (try? Folder.names(inPath: folder)) ?? []
            // Sorted, so that the result is the same everywhere if two names differ only in case.
            if let entry = entries.sorted(by: { $0.precedesInUTF16($1) }).first(where: { $0.lowercased() == bundle }) {
                return folder.appendingComponent(entry)
            }
        }
        return nil
    }
}

/// An error that occurs when finding the domain of an application.
package enum ApplicationError: Error, Hashable, Sendable {
    /// No bundle has the path or name.
    case notFound(String)
    /// The bundle at the path has no valid `Info.plist`, which is a property list in a regular file of at most 16 MiB.
    case notOpened(String)
    /// The bundle at the path has neither an identifier nor an executable.
    case withoutDomain(String)
    /// The identifier or executable name of the bundle at the path is not the name of a plain domain.
    case notPlainName(String, String)
}
