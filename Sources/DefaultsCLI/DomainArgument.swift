import DefaultsCore

/// A domain as it was typed.
struct DomainArgument: Sendable {
    let domain: Domain
    private let text: String

    init(_ text: String, host: Domain.Host) throws(CommandError) {
        self.text = text
        do {
            domain = try Domain(text, host: host)
        } catch {
            throw .preferences(error)
        }
    }

    /// What addresses the domain as an operand.
    var operand: String { domain.name == .global ? domain.description : text }

    /// What messages about the whole domain call it.
    var title: String { domain.name == .global ? "Apple Global Domain" : text }

    /// What messages about a key of the domain call it: Apple's tool shows the constant's value here.
    var constant: String { domain.name == .global ? "kCFPreferencesAnyApplication" : text }
}
