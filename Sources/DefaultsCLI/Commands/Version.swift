/// The version of the command.
enum Version {
    static let text = "defaults 0.1.0"
}
