import DefaultsCore
import PropertyList
import ToolSupport

/// A domain of the command line.
///
/// It is a class because a batch keeps one for the messages of each line.
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
    /// - Parameter acceptingFolder: Whether to return the path of a folder, too.
    func pathInCurrentFolder(acceptingFolder: Bool = false) -> String? {
        guard case .named = domain.name else { return nil }
        let path = "./" + text
        return switch InputFile.kind(of: path) {
        case .regularFile, .stream: path
        case .folder: acceptingFolder ? path : nil
        case .missing, .brokenLink: nil
        }
    }

    /// The error of a name that ends in `.plist` and that a file in the current folder has, too; `nil` for other names.
    var ambiguity: CommandError? {
        guard text.hasScalarSuffix(".plist"), let path = pathInCurrentFolder(),
            !domain.description.hasSameScalars(as: text)
        else { return nil }
        return .fileOrDomain(text, path: path, domain: domain.description)
    }

    /// The name of the domain in messages about all of it. For a path, the path of the file that was tried.
    var title: String { title(ofGlobal: "Apple Global Domain") }

    /// The name of the domain in messages about one of its keys, in which Apple's tool uses the constant of
    /// CFPreferences.
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

    /// Creates the argument of a key, or of a path with several components.
    init(path: PropertyListPath) {
        self.path = path
        text = path.components.count == 1 ? path.components[0] : path.description
    }

    init(path text: String) throws(CommandError) {
        guard let path = PropertyListPath(parsing: text) else { throw .invalidKeyPath(text) }
        self.path = path
        self.text = text
    }
}
