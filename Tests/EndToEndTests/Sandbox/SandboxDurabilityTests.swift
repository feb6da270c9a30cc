import Foundation
import Testing

/// The disk is not waited for in a folder that is removed, and everywhere else as ever.
@Suite(.enabled(if: Strace.isAvailable, "strace is not installed or may not trace"))
struct SandboxDurabilityTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
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
        _ options: String, prefix: String = "", script: String = "sh script $PWD/outside/X"
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

    @Test(
        "a folder that is mounted in a sandbox is not part of it",
        .enabled(if: MountSpace.isPossible, "mounting is not permitted"))
    func mounted() throws {
        let script =
            "sh -c 'mkdir \"$DEFAULTS_ROOT/m\"; mount --bind outside \"$DEFAULTS_ROOT/m\"; "
            + "defaults write m/X k v; umount \"$DEFAULTS_ROOT/m\"'"
        let paths = try synchronized("", prefix: "exec \(MountSpace.prefix)", script: script)
        #expect(paths.contains { $0.hasSuffix("/m/.X.plist.defaults-new") }, "\(paths)")
    }

    @Test("the variable has no effect for a folder with another name")
    func otherFolder() throws {
        let outcome = try scratch.inSandboxes(
            """
            strace -y -q -o trace -e trace=fsync defaults --root ./outside write D k v; grep -q fsync trace && echo yes
            """,
            environment: ["DEFAULTS_SANDBOX": scratch.path])
        #expect(outcome.text == "yes\n", "\(outcome.text)")
    }
}
