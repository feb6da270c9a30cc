import Foundation
import Testing

/// The disk is not waited for in a folder that is removed, and everywhere else as ever.
@Suite(.waiting, Strace.condition)
struct SandboxDurabilityTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/outside")
        let script = """
            defaults write D k v; defaults write new/E k v; defaults write "$1" k v; defaults delete D
            PlistBuddy -c 'Add :k string v' "$DEFAULTS_ROOT/F.plist" >&2
            """
        try Disk.write(script, to: scratch.path + "/script")
    }

    /// Runs the script in a sandbox, and returns the paths of the files and folders that were synchronized.
    private func synchronized(
        _ options: String, prefix: String = "", script: String = "sh script \"$PWD/outside/X\""
    ) throws -> [String] {
        let trace = "strace -f -y -q -o trace -e trace=fsync,fdatasync,syncfs"
        let outcome = try scratch.inSandboxes("\(prefix) \(trace) defaults sandbox \(options) -- \(script)")
        #expect(outcome.status == 0, "\(outcome.error)")
        return try scratch.bash("grep -o 'sync[a-z]*([^>]*' trace | sed 's/.*<//'").text.components(separatedBy: "\n")
    }

    @Test("a sandbox waits for the disk only outside its folder", arguments: ["", "--home"])
    func outside(option: String) throws {
        let paths = try synchronized("\(option) --from state.json --save outside/saved.json")
        #expect(paths.allSatisfy { !$0.contains("defaults-sandbox-") }, "\(paths)")
        #expect(paths.contains { $0.hasSuffix("/outside/.X.plist.defaults-new") }, "\(paths)")
        #expect(paths.contains { $0.hasSuffix("/outside/.saved.json.defaults-new") }, "\(paths)")
        #expect(paths.contains { $0.hasSuffix("/outside") }, "\(paths)")
    }

    @Test("a sandbox that is kept is on the disk when the command ends")
    func kept() throws {
        let paths = try synchronized("--keep")
        #expect(paths.dropLast().last?.contains("defaults-sandbox-") == true, "\(paths)")
    }

    @Test("a folder that is mounted in a sandbox is not part of it", MountSpace.condition)
    func mounted() throws {
        let script =
            "sh -c 'mkdir \"$DEFAULTS_ROOT/m\"; mount --bind outside \"$DEFAULTS_ROOT/m\"; "
            + "defaults write m/X k v; umount \"$DEFAULTS_ROOT/m\"'"
        let paths = try synchronized("", prefix: "exec \(MountSpace.prefix)", script: script)
        #expect(paths.contains { $0.hasSuffix("/m/.X.plist.defaults-new") }, "\(paths)")
    }

    /// A line of the shell that defines a command, which prints whether a change in a folder is synchronized.
    private static let isSynchronized = """
        is-synchronized() {
            strace -q -o trace -e trace=fsync defaults --root "$1" write D k "$RANDOM" && grep -q fsync trace
            echo $?
        }
        """

    /// Folders for which the variable is set, and which no sandbox has made.
    private static let otherFolders: [String: String] = [
        "another name": "s=$PWD/outside",
        "the name of a sandbox": "s=$TMPDIR/defaults-sandbox-1-abcdef; mkdir \"$s\"",
        "a copy of a sandbox": "cp -a \"$DEFAULTS_SANDBOX\" copy; s=$PWD/copy",
        "a copy over the sandbox": """
        s=$DEFAULTS_SANDBOX; cp -a "$s" copy; mv "$s" moved; mv copy "$s"
        """,
        "a marker without a number": "s=$PWD/outside; mkdir \"$s/.defaults\"; : >\"$s/.defaults/sandbox\"",
        "a marker that others can write": "s=$DEFAULTS_SANDBOX; chmod 666 \"$s/.defaults/sandbox\"",
    ]

    @Test("the variable has no effect for a folder that is not a sandbox", arguments: otherFolders.keys.sorted())
    func otherFolder(name: String) throws {
        try expectNoEffect(after: #require(Self.otherFolders[name]))
    }

    @Test("the variable has no effect for a folder that is mounted over a sandbox", MountSpace.condition)
    func mountedOver() throws {
        let mount = "s=$DEFAULTS_SANDBOX; cp -a \"$s\"/. outside; mount --bind outside \"$s\""
        try expectNoEffect(after: mount, prefix: "exec \(MountSpace.prefix)")
    }

    private func expectNoEffect(after command: String, prefix: String = "") throws {
        let script = """
            \(Self.isSynchronized)
            is-synchronized "$DEFAULTS_ROOT"; \(command)
            export DEFAULTS_SANDBOX=$s; is-synchronized "$s"
            """
        try Disk.write(script, to: scratch.path + "/script")
        let outcome = try scratch.inSandboxes("\(prefix) defaults sandbox -- bash script")
        #expect(outcome.text == "1\n0\n", "\(outcome.text)\(outcome.error)")
    }

    @Test("a process that goes on in a sandbox that is kept waits for the disk", arguments: ["", "--home"])
    func afterKeeping(option: String) throws {
        let script = """
            \(Self.isSynchronized)
            is-synchronized "$DEFAULTS_ROOT" >before
            later() { until [ -e go ]; do sleep 0.01; done; is-synchronized "$DEFAULTS_ROOT" >after; : >done; }
            later >/dev/null 2>&1 &
            """
        try Disk.write(script, to: scratch.path + "/script")
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox --keep \(option) -- bash script; : >go
            until [ -e done ]; do sleep 0.01; done; cat before after
            """)
        #expect(outcome.text == "1\n0\n", "\(outcome.text)\(outcome.error)")
    }
}
