import PropertyList

/// The folders in which applications are looked for by name, and what an application says of itself.
public struct ApplicationFolders: Sendable {
    private let folders: [String]

    /// The folders of a user whose home is given, and of everybody.
    public init(home: String) {
        folders = [home.appendingComponent("Applications"), "/Applications", "/System/Applications"]
    }

    /// The domain of an application: the identifier of its bundle or, where that has none, the name of its executable.
    ///
    /// - Parameter name: the path of the bundle, or its name, whatever the case, with or without `.app`.
    /// - Throws: ``ApplicationError``.
    public func domainName(of name: String) throws(ApplicationError) -> String {
        guard let path = bundlePath(of: name) else { throw .notFound(name) }
        for information in ["Contents/Info.plist", "Info.plist"] {
            let file = path.appendingComponent(information)
            guard let bytes = try? InputFile.read(file) else { continue }
            guard case .dictionary(let contents) = (try? PropertyListReader.read(bytes))?.value else {
                throw .notOpened(path)
            }
            for key in ["CFBundleIdentifier", "CFBundleExecutable"] {
                if case .string(let name) = contents[key], !name.isEmpty { return name }
            }
            throw .withoutDomain(path)
        }
        throw .notOpened(path)
    }

    private func bundlePath(of name: String) -> String? {
        if FilePaths.isFolder(name) { return name.droppingTrailingSlashes }
        let bundle = (name.hasSuffix(".app") ? name : name + ".app").lowercased()
        for folder in folders {
            let entries = (try? Folder.names(inPath: folder)) ?? []
            // Sorted, so that of two names that differ in case alone the same is taken everywhere.
            if let entry = entries.sorted(by: { $0.precedesInUTF16($1) }).first(where: { $0.lowercased() == bundle }) {
                return folder.appendingComponent(entry)
            }
        }
        return nil
    }
}

/// Why an application has no domain.
public enum ApplicationError: Error, Hashable, Sendable {
    /// There is no bundle of that path or name.
    case notFound(String)
    /// The bundle at that path has no `Info.plist` that can be read.
    case notOpened(String)
    /// The bundle at that path says neither its identifier nor its executable.
    case withoutDomain(String)
}
