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

/// Why there is no keyring to be used.
public enum KeyringProblem: Error, Hashable, Sendable {
    /// The program that speaks to it, `secret-tool`, is not installed.
    case toolMissing
    /// There is no session bus, over which it is spoken to.
    case noSession
    /// Nothing on the session bus keeps secrets.
    case noService
    /// It is locked. Nobody was asked for the password, or that was in vain.
    case locked
    /// It has no place for secrets yet, and nobody could be asked for the password of one.
    case notSetUp
    /// It did not answer in time; most likely it waits for the user.
    case noAnswer
    /// It refused for a reason of its own.
    case refused(String)
}

extension KeyringProblem {
    /// Whether nothing can have changed after such an answer to a change: the keyring was not reached, or said no.
    var isRefusal: Bool {
        switch self {
        case .toolMissing, .noSession, .noService, .locked, .notSetUp: true
        case .noAnswer, .refused: false
        }
    }
}

extension KeyringProblem: CustomStringConvertible {
    /// What is wrong and what to do about it, as a clause that can follow a colon.
    public var description: String {
        switch self {
        case .toolMissing:
            "secret-tool is not installed; install the package libsecret-tools (Debian) or libsecret"
        case .noSession:
            "there is no D-Bus session to reach one by; run this in a desktop session, or in 'dbus-run-session'"
        case .noService:
            "no program on the D-Bus session keeps secrets; start one, such as GNOME Keyring, KWallet or KeePassXC"
        case .locked:
            "it is locked, and nobody is asked for its password here; unlock it in the desktop session, "
                + "or with 'gnome-keyring-daemon --unlock'"
        case .notSetUp:
            "it has no place for secrets yet, and nobody can be asked for a password here; "
                + "set it up in a desktop session, or with 'gnome-keyring-daemon --unlock'"
        case .noAnswer:
            "it does not answer; see whether it waits for a password, and unlock it first"
        case .refused(let reason):
            "it says '\(reason)'; see whether it is set up and unlocked"
        }
    }
}
