/// The version of the command.
package enum Version {
    /// The text that `--version` prints. Scripts/support/version reads the number from this file for man pages and
    /// packages.
    package static let text = "defaults 0.3.0"
}
