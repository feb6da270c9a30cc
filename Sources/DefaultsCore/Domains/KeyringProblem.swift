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
