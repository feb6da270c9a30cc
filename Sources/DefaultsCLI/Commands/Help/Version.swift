/// The version of the command.
enum Version {
    /// The text that `--version` prints. Scripts/support/version reads the number from this file for man pages and
    /// packages.
    static let text = "defaults 0.3.0"
}
