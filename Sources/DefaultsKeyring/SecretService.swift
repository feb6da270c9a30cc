/// A keyring, which stores secrets under attributes that are not secret.
///
/// A query by attributes matches every secret that has them, whatever its other attributes are. Where possible, no
/// function prompts the user.
protocol SecretService: Sendable {
    /// The maximum size of a secret in bytes.
    var sizeLimit: Int { get }

    /// Returns the secret with the attributes, or `nil` if there is none.
    ///
    /// - Throws: ``KeyringProblem/locked`` if the secret exists but cannot be read.
    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]?

    /// Stores a secret. If a secret with the same attributes exists, it is replaced atomically.
    ///
    /// The secret may be stored even if an error is thrown. It is not stored after the lock is released, even if this
    /// process is killed.
    func store(
        _ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock
    ) throws(KeyringProblem)

    /// Removes all secrets with the attributes, if any. No secret is removed after the lock is released.
    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem)

    /// Returns the values of an attribute of all secrets with the given attributes, in no particular order.
    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String]
}

/// Attributes by name. The values are names of domains and folders and are compared by Unicode scalars.
typealias SecretAttributes = [String: ExactName]
