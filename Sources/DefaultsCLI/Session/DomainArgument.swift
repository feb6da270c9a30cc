import DefaultsCore

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
        do {
            domain = try Domain(text, host: host)
        } catch {
            throw .preferences(error)
        }
    }

    /// The operand that refers to the domain.
    var operand: String { domain.name == .global ? domain.description : text }

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
