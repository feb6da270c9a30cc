import DefaultsCore
import ToolSupport

/// A domain of the command line.
///
/// It is a class, because a batch keeps an instance for the messages of each line.
final class DomainArgument: Sendable {
    let domain: Domain
    private let text: String
    private let folders: DomainFolders

    init(_ text: String, host: Domain.Host, in folders: DomainFolders) throws(CommandError) {
        self.text = text
        self.folders = folders
        domain = try CommandError.mapping(try Domain(text, host: host))
    }

    /// The operand that refers to the domain.
    var operand: String { domain.name == .global ? domain.description : text }

    /// Returns the path of a file in the current folder that has the name of the domain, or `nil` if there is none.
    ///
    /// - Parameter acceptingFolder: Whether a folder is accepted in place of a file.
    func pathInCurrentFolder(acceptingFolder: Bool = false) -> String? {
        guard case .named = domain.name else { return nil }
        let path = "./" + text
        return switch InputFile.kind(of: path) {
        case .regularFile, .stream: path
        case .folder: acceptingFolder ? path : nil
        case .missing, .brokenLink: nil
        }
    }

    /// The name of the domain that has this path on macOS, such as `com.example.Editor` for
    /// `~/Library/Preferences/com.example.Editor`. `nil` for other paths, and for names.
    var nameOnMac: String? {
        guard case .path(let path) = domain.name else { return nil }
        let (folder, name) = FilePaths.split(path)
        guard folder.hasScalarSuffix("/Library/Preferences"), let domain = try? Domain(name) else { return nil }
        return domain.description == ".GlobalPreferences" ? Domain.global.description : domain.description
    }

    /// The error for a name that ends in `.plist` and is also the name of a file in the current folder. For other
    /// names, `nil`.
    var ambiguity: CommandError? {
        guard text.hasScalarSuffix(".plist"), let path = pathInCurrentFolder(),
            !domain.description.hasSameScalars(as: text)
        else { return nil }
        return CommandError(
            .usage,
            """
            '\(shown: text)' is ambiguous; write '\(shown: path)' for the file in the current folder, \
            or '\(shown: domain)' for the domain
            """)
    }

    /// The name of the domain in messages about the whole domain. For a domain given by a path, the path of its file.
    var title: String { title(ofGlobal: "Apple Global Domain") }

    /// The name of the domain in messages about one of its keys. For the global domain, Apple's tool prints a constant
    /// of CFPreferences.
    var constant: String { title(ofGlobal: "kCFPreferencesAnyApplication") }

    private func title(ofGlobal name: String) -> String {
        switch domain.name {
        case .global: name
        case .named: text
        case .path: folders.location(of: domain)
        }
    }
}

/// A key or key path of the command line.
struct KeyArgument: Sendable {
    let path: PropertyListPath
    /// The text of the command line, for messages.
    let text: String

    init(key: String) {
        path = .key(key)
        text = key
    }

    /// Creates the argument of a path. If the path has one component, its text is the key.
    init(path: PropertyListPath) {
        self.path = path
        text = path.components.count == 1 ? path.components[0] : path.description
    }

    /// Creates the argument of a path in the notation of plutil. The empty text is the root. The empty key can be given
    /// only as a key.
    init(path text: String) throws(CommandError) {
        guard let path = PropertyListPath(parsing: text) else {
            throw CommandError(
                .usage, "'\(shown: text)' is not a key path: a backslash must precede a dot or another backslash")
        }
        self.path = text.isEmpty ? PropertyListPath() : path
        self.text = text.isEmpty ? self.path.title : text
    }
}
