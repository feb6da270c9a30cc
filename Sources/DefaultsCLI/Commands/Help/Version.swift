/// The version of the command.
enum Version {
    /// What `--version` prints. Scripts/support/version reads the number here for man pages and packages.
    static let text = "defaults 0.2.0"
}
