import PropertyList

/// What a keyring does for ``SecretDomainStore``: secrets under attributes, which are texts that are themselves no secrets.
///
/// What is asked for by some attributes is any secret that has these, whatever else it has. Nothing asks the user for anything.
protocol SecretService: Sendable {
    /// How many bytes a secret can have.
    var sizeLimit: Int { get }

    /// The secret with the attributes; nil where there is none.
    ///
    /// - Throws: ``KeyringProblem/locked`` where there is one that cannot be read now, which is not the same.
    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]?

    /// Stores a secret in the place of the one with the same attributes, in one step. It may have happened even where an error is thrown;
    /// it does not happen once the lock is free, however this process ends.
    func store(
        _ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock
    ) throws(KeyringProblem)

    /// Removes all secrets with the attributes; nothing where there are none. The lock is what it is for storing.
    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem)

    /// The texts of one attribute that the secrets with some others have, in no order.
    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String]
}

/// Attributes by name. Their values name domains and folders, and are compared as these are.
typealias SecretAttributes = [String: ExactName]
