/// A kind of storage for domains, and its capabilities.
///
/// Code asks for a capability, never for a particular storage.
struct DomainStorage: Sendable {
    /// Whether each domain is a file, whose path, folder and permissions matter.
    let hasFiles: Bool
    /// Whether values are secrets. Secret values are shown only on request and never pass through arguments. Files to
    /// which they are exported are private.
    let keepsSecrets: Bool
    /// The words of a command line that select the storage.
    let words: [String]

    /// A property list file for each domain.
    static let files = DomainStorage(hasFiles: true, keepsSecrets: false, words: [])
    /// An item for each domain in the keyring of the user's session.
    static let keyring = DomainStorage(hasFiles: false, keepsSecrets: true, words: ["--keyring"])
}
