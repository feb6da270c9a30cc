import Testing

/// Commands that give the path of a folder, which was created for preferences or for a text, to something else.
struct SandboxObstacle: CustomTestStringConvertible {
    /// The commands. `S` is the folder that was created, and `R` that of the preferences, which is the same or in it.
    let command: String
    /// The paths that are left, with types and modes, without the folder that was created.
    let left: String
    /// The path at which the folder that was created is now.
    var place: String?
    /// The end of the error if the folder is removed.
    var removal = "' is kept: it is not the folder that was created there"
    /// The end of the error if its contents are used.
    var use = "' is not the folder that was created there; its contents are not used"
    /// The end of the error if the contents of a folder in it are used, and it is removed.
    var inside: String?

    var testDescription: String { command }

    static let all = [
        SandboxObstacle(
            command: #"mv "$R" x"#, left: outside, place: "x",
            removal: "': the folder was moved to 'PWD/x', where its contents were removed", use: moved),
        SandboxObstacle(
            command: #"mv "$R" x; mv outside "$R""#, left: "tmp/S d750 tmp/S/F.plist f644 ", place: "x", use: moved),
        SandboxObstacle(
            command: #"mv "$R" x; ln -s "$PWD/outside" "$R""#, left: outside + "tmp/S l777 ", place: "x", use: moved),
        SandboxObstacle(
            command: #"mv "$S" x; mkdir -p "$R"; cp outside/* "$R""#,
            left: outside + "tmp/S d755 tmp/S/F.plist f644 ", place: "x", use: moved,
            inside: "' is kept: it is not the folder that was created there"),
        SandboxObstacle(command: #"rm -rf "$R"; mv outside "$R""#, left: "tmp/S d750 tmp/S/F.plist f644 "),
        SandboxObstacle(command: #"rm -rf "$R"; mkdir "$R""#, left: outside + "tmp/S d755 "),
        SandboxObstacle(command: #"rm -rf "$R"; : >"$R""#, left: outside + "tmp/S f644 "),
    ]
    static let mount = SandboxObstacle(
        command: #"mount --bind outside "$R""#, left: outside, place: "tmp/S",
        inside: "': a file system is or may be mounted there")

    private static let outside = "outside d750 outside/F.plist f644 "
    private static let moved = "' was moved to 'PWD/x' while the command ran"
}
