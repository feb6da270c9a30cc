/// A reason why the keyring cannot be used.
package enum KeyringProblem: Error, Hashable, Sendable {
    /// The program `secret-tool`, which gives access to the keyring, is not installed.
    case toolMissing
    /// There is no D-Bus session bus.
    case noSession
    /// No program on the session bus provides the Secret Service.
    case noService
    /// The keyring is locked, or the user dismissed its prompt.
    case locked
    /// The keyring has no default collection yet, and none could be created without asking for a password.
    case notSetUp
    /// The keyring did not answer in time. Most likely, it waits for the user.
    case noAnswer
    /// The keyring reported another error.
    case refused(String)
    /// The file that replaces the keyring contains something other than secrets.
    case damagedFile(path: String)
}

extension KeyringProblem: CustomStringConvertible {
    /// The problem and its solution, as a clause that can follow a colon.
    package var description: String {
        switch self {
        case .toolMissing:
            "secret-tool is not installed; install the package libsecret-tools (Debian) or libsecret"
        case .noSession:
            "there is no D-Bus session; run the command in a desktop session, or with 'dbus-run-session'"
        case .noService:
            "no program on the D-Bus session provides the Secret Service; "
                + "start one, such as GNOME Keyring, KWallet or KeePassXC"
        case .locked:
            "locked; unlock the keyring in the desktop session, or with 'gnome-keyring-daemon --unlock'"
        case .notSetUp:
            "not set up; set up the keyring in a desktop session, or with 'gnome-keyring-daemon --unlock'"
        case .noAnswer:
            "no answer; check whether the keyring waits for a password, and unlock the keyring first"
        case .refused(let reason):
            "the keyring reports '\(reason)'; check whether the keyring is set up and unlocked"
        case .damagedFile(let path):
            "the file of secrets '\(path)' is damaged; restore the file, or remove it to start afresh"
        }
    }
}
