import Foundation
import Glibc
import TestExtent
import Testing

/// Only the folder that was created is used, emptied and removed, and nothing that gets its path.
@Suite(.waiting) struct SandboxObstacleTests {
    let scratch = Scratch()
    private static let expected = #"{"x":{"k":"1"}}"#

    init() throws {
        try scratch.prepareSandboxes()
        try Disk.makeFolder(scratch.path + "/outside")
        try Disk.write("{a=1;}", to: scratch.path + "/outside/F.plist")
        chmod(scratch.path + "/outside", 0o750)
        try Disk.write(Self.expected, to: scratch.path + "/expected.json")
    }

    /// The uses of a sandbox after the command.
    private static let uses =
        ["", "--keep", "--home --keep"]
        + ["-o out.json", "--expect expected.json", "--expect expected.json --update"].flatMap { purpose in
            ["", "--keep ", "--home ", "--home --keep "].map { $0 + purpose }
        }

    @Test(
        "what has the path of a sandbox is kept and named, and is neither saved, compared nor accepted",
        arguments: SandboxObstacle.all, Extent.sample(uses, short: 5))
    func sandbox(obstacle: SandboxObstacle, use: String) throws {
        let isKept = use.contains("--keep")
        let end = isKept ? obstacle.use : use.contains("--home") ? obstacle.inside ?? obstacle.use : obstacle.removal
        for status in [0, 4] {
            let listing = try expect(
                end, of: "defaults sandbox \(use) -- bash command", status: status == 0 ? 74 : status,
                command:
                    "S=$DEFAULTS_SANDBOX R=$DEFAULTS_ROOT; defaults write x k 2; \(obstacle.command); exit \(status)")
            if !use.contains("--home") { #expect(listing == left(by: obstacle, isKept ? "x.plist" : nil)) }
            #expect(!Disk.exists(scratch.path + "/out.json"))
            #expect(try Disk.bytes(scratch.path + "/expected.json") == Array(Self.expected.utf8))
        }
    }

    @Test("a text is not taken from what has the path of an editor's folder", arguments: SandboxObstacle.all)
    func editor(obstacle: SandboxObstacle) throws {
        let editor = "f() { S=$(dirname \"$1\"); R=$S; sed -i s/decoy/new/ \"$1\"; . ./command; }; f"
        let listing = try expect(
            obstacle.use.replacing("command", with: "editor"), of: "EDITOR='\(editor)' defaults edit D", status: 74,
            command: obstacle.command)
        #expect(listing == left(by: obstacle, "preferences.json"))
        #expect(try scratch.defaults("read", "D", "k").text == "decoy\n")
    }

    @Test("a folder that is mounted over it has no effect on what is mounted", MountSpace.condition)
    func mounts() throws {
        for use in Self.uses { try sandbox(obstacle: .mount, use: use) }
        try editor(obstacle: .mount)
    }

    /// Runs a command line beside a command, expects its status and the end of its error, and returns what is left.
    private func expect(_ end: String, of line: String, status: Int, command: String) throws -> String {
        try Disk.write(command, to: scratch.path + "/command")
        let script = """
            cp -rp outside copy
            \(line)
            echo $?; umount tmp/* tmp/*/.config 2>/dev/null
            { find tmp -mindepth 1 -printf '%p %y%m\\n'; find outside x -printf '%p %y%m\\n' 2>/dev/null; } |
                sed 's,defaults-[^-]*-[^/ ]*,S,' | sort | tr '\\n' ' '
            rm -rf outside x tmp/*; mv copy outside
            """
        let outcome =
            try command.contains("mount ")
            ? scratch.bashInMountSpace(script, environment: scratch.sandboxEnvironment) : scratch.inSandboxes(script)
        outcome.expect(complaints: 1, containing: "'\(scratch.sandboxes)/defaults-", comment: line)
        #expect(outcome.error.hasSuffix(end.replacing("PWD", with: scratch.path) + "\n"), "\(outcome.error)")
        let lines = outcome.text.components(separatedBy: "\n")
        #expect(lines[0] == "\(status)")
        return lines[1]
    }

    /// The paths that an obstacle leaves, with a file in the folder that was created.
    private func left(by obstacle: SandboxObstacle, _ file: String?) -> String {
        guard let place = obstacle.place else { return obstacle.left }
        return obstacle.left + "\(place) d700 " + (file.map { "\(place)/\($0) f600 " } ?? "")
    }

    @Test("a command that removes its preferences leaves none", arguments: ["", "--home"], ["ROOT", "SANDBOX"])
    func removed(options: String, variable: String) throws {
        let sandbox = "-- sh -c 'rm -rf \"$DEFAULTS_\(variable)\"'"
        let outcome = try scratch.inSandboxes("defaults sandbox \(options) --from state.json -o - \(sandbox)")
        #expect(outcome == Outcome(status: 0, output: Array("{}\n".utf8), error: ""), "\(outcome)")
        let kept = try scratch.inSandboxes("defaults sandbox \(options) --keep \(sandbox)")
        kept.expect(74, complaints: 1, containing: "' was removed while the command ran; there is nothing to keep\n")
    }

    /// The process is stopped after the first file that it publishes.
    @Test(
        "a folder that is moved or removed while it is filled is not used",
        Strace.condition,
        arguments: [
            ("mv $d x", "/x' while the sandbox was filled\n"),
            ("mv $d x; mv outside $d", "/x' while the sandbox was filled\n"),
            ("rm -r $d; mv outside $d", "' is not the folder that was created there; its contents are not used\n"),
            ("rm -r $d", "' was removed while the sandbox was filled\n"),
        ])
    func filling(change: String, ending: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            strace -f -q -o trace --inject=renameat:signal=STOP:when=1 \
                bash -c 'echo $$ >pid; exec defaults sandbox --from D=outside/F.plist -- touch ran' &
            while ! [ -e tmp/*/D.plist ] && kill -0 $!; do sleep 0.01; done
            d=$(echo tmp/*); \(change)
            # Until it ends: a signal to continue that comes before the stop has no effect.
            while kill -CONT $(cat pid) 2>/dev/null; do sleep 0.01; done
            wait $!; echo $?; [ ! -e ran ] || echo ran
            """)
        outcome.expect(text: "74\n", complaints: 1)
        #expect(outcome.error.hasSuffix(ending), "\(outcome)")
    }

    // MARK: - Mounts inside

    @Test(
        "nothing that is mounted inside is entered, whichever calls the kernel has, and the rest is removed",
        MountSpace.condition, Strace.condition,
        arguments: [
            "", "openat2:error=ENOSYS", "openat2:error=EPERM", "openat2:error=E2BIG", "openat2,statx:error=ENOSYS",
            "openat2,statx,name_to_handle_at:error=ENOSYS",
        ], ["-t tmpfs none", "--bind \"$OLDPWD/outside\""])
    func mountedInside(fault: String, mount: String) throws {
        // The status of a command that fails precedes that of the removal.
        let status = fault.isEmpty ? 3 : 0
        try Disk.write(
            """
            cd "$DEFAULTS_ROOT"; seq -f x/%g/d 20 | xargs mkdir -p; touch x/7/d/f
            mount \(mount) x/13; touch x/13/mine; exit \(status)
            """, to: scratch.path + "/command")
        let calls = Strace.calls("openat2,statx,name_to_handle_at")
        let injection = "strace -q -o /dev/null -e 'trace=\(calls)' -e 'inject=\(Strace.calls(fault))'"
        let outcome = try scratch.bashInMountSpace(
            "\(fault.isEmpty ? "" : injection) defaults sandbox -- bash command; echo $?; cd tmp/*; find . | sort",
            environment: scratch.sandboxEnvironment)
        let file = mount.hasPrefix("--bind") ? "./x/13/F.plist\n" : ""
        outcome.expect(
            text: "\(status == 0 ? 74 : status)\n.\n./x\n./x/13\n\(file)./x/13/mine\n", complaints: 1,
            containing: "/x/13': a file system is or may be mounted there\n")
    }

    @Test("a sandbox that was moved and cannot be emptied is named as well", MountSpace.condition)
    func movedWithMount() throws {
        let command = #"mv "$DEFAULTS_ROOT" x; mkdir x/m; mount -t tmpfs t x/m"#
        let outcome = try scratch.bashInMountSpace(
            "defaults sandbox -- sh -c '\(command)'; echo $?", environment: scratch.sandboxEnvironment)
        outcome.expect(text: "74\n", complaints: 1, containing: "/x', where some of its contents remain\n")
    }

    @Test(
        "if the folder of an editor stays, the status is 74, and the message says whether there was a change",
        MountSpace.condition,
        arguments: [
            ("", ":", "decoy", 2), ("", "sed -i s/decoy/new/ \"$1\"", "new", 1),
            ("-n", "sed -i s/decoy/new/ \"$1\"", "decoy", 1),
        ])
    func editedText(option: String, editor: String, value: String, lines: Int) throws {
        let outcome = try scratch.inSandboxes(
            """
            export EDITOR='f() { d=$(dirname "$1")/m; mkdir "$d"; mount -t tmpfs none "$d"; \(editor); }; f'
            \(MountSpace.prefix) defaults edit \(option) D >/dev/null
            echo $?; defaults read D k; ls "$TMPDIR"/*
            """)
        let change = value == "new" ? "; the change has been made" : ""
        outcome.expect(
            text: "74\n\(value)\nm\n", complaints: lines,
            containing: "/m': a file system is or may be mounted there\(change)\n")
    }
}
