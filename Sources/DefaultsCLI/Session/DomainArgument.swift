import DefaultsCore

/// A domain as it was typed.
struct DomainArgument: Sendable {
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

    /// What addresses the domain as an operand.
    var operand: String { domain.name == .global ? domain.description : text }

    /// What messages about the whole domain call it; of a path, the file that was tried.
    var title: String { title(ofGlobal: "Apple Global Domain") }

    /// What messages about a key of the domain call it: Apple's tool shows the constant's value here.
    var constant: String { title(ofGlobal: "kCFPreferencesAnyApplication") }

    private func title(ofGlobal name: String) -> String {
        switch domain.name {
        case .global: name
        case .named: text
        case .path: folders.location(of: domain)
        }
    }
}
