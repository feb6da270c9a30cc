import Foundation
import Testing

/// Systems that are older or have less than those on which the command is developed.
@Suite(.waiting, .withoutSanitizer) struct BareSystemTests {
    private let scratch = Scratch()

    /// Lines that need what the root does not have, and the beginnings of their messages.
    private static let refused: [(line: String, status: Int32, error: String)] = [
        ("defaults diff D ./missing", 74, "defaults: './missing.plist' does not exist;"),
        ("defaults sandbox /bin/defaults domains", 74, "defaults: cannot write '/tmp': No such file"),
        ("defaults edit E", 69, "defaults: there is no editor; set the variable VISUAL or EDITOR\n"),
        ("defaults --keyring read D", 69, "defaults: the keyring cannot be used: secret-tool is not installed"),
    ]

    /// Lines with every verb and every option, except for those that start other programs.
    private static let lines = VerbLine.brief.filter { $0.kind != .starts && !$0.words.contains("edit") }

    @Test(
        "in a root that contains only the executable, every verb works or names what is missing",
        .enabled(if: Root.isPossible, "chroot is not possible"), arguments: ["", "/"])
    func emptyRoot(home: String) throws {
        let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home].filter { !$0.value.isEmpty }
        // A program that this process has open for writing cannot be executed, nor one that a child inherits.
        try scratch.bash("cp --remove-destination '\(Executable.defaults)' bin/defaults")
        try scratch.bash("for name in PlistBuddy plutil; do ln -f bin/defaults bin/$name; done")
        try scratch.copyDocuments()
        func outcome(_ line: String) throws -> Outcome {
            try scratch.bash("exec \(Root.prefix) . /bin/\(line)", environment: environment)
        }
        for line in VerbLine.all where line.kind == .setUp { #expect(try outcome(line.text).error == "", "\(line)") }
        try scratch.saveFiles()
        for line in Self.lines {
            let outcome = try outcome(line.text)
            outcome.expect(line.status, error: line.status == 0 ? "" : nil, comment: line.text)
            try scratch.restoreFiles()
        }
        for refused in Self.refused {
            try outcome(refused.line).expect(refused.status, beginning: refused.error, comment: refused.line)
        }
        #expect(Disk.exists(scratch.path + "/.config/E.plist"))
    }

    @Test("without /proc, only what defaults(1) names is missing", MountSpace.condition)
    func withoutProcesses() throws {
        let script = """
            mount -t tmpfs tmpfs /proc || exit 99
            defaults write D k v && defaults read D k
            exec 3<"$DEFAULTS_ROOT"; flock 3; defaults --lock-timeout 0 write D k w 3<&-; echo $?; exec 3<&-
            defaults import D /dev/fd/63 63</dev/null; echo $?
            defaults sandbox -- sh -c "cd \\"\\$DEFAULTS_ROOT\\"; mkdir d; touch f"; echo $?; ls "$TMPDIR"
            defaults sandbox -- sh -c "cd \\"\\$DEFAULTS_ROOT\\"; mkdir d; chmod 0 d"; echo $?; ls "$TMPDIR"/*
            defaults read D k
            """
        try Disk.makeFolder(scratch.path + "/sandboxes")
        let outcome = try scratch.bash("TMPDIR=$PWD/sandboxes exec \(MountSpace.prefix) bash -c '\(script)'")
        #expect(outcome.text == "v\n75\n74\n0\n77\nd\nv\n")
        let errors = outcome.error.split(separator: "\n")
        try #require(errors.count == 3, "\(outcome.error)")
        #expect(errors[0].hasSuffix("its folder is still locked after 0.0 seconds"))
        #expect(errors[1].hasSuffix("cannot read '/dev/fd/63': No such file or directory"))
        #expect(errors[2].hasPrefix("defaults: cannot remove '"))
        #expect(errors[2].contains("/sandboxes/defaults-sandbox-"))
        #expect(errors[2].hasSuffix(": Permission denied"))
    }

    /// System calls that Linux got after version 3.2.
    private static let newCalls = [
        "finit_module", "kcmp", "sched_setattr", "renameat2", "seccomp", "getrandom", "memfd_create", "execveat",
        "membarrier", "userfaultfd", "mlock2", "copy_file_range", "preadv2", "pwritev2", "pkey_mprotect", "statx",
        "rseq", "io_uring_setup", "pidfd_send_signal", "pidfd_open", "clone3", "close_range", "openat2", "faccessat2",
    ]

    @Test("the command does without the system calls that Linux 3.2 does not have", Strace.condition)
    func oldKernel() throws {
        let old = Scratch()
        let trace =
            "exec strace -q -f -o trace --inject=\(Strace.calls(Self.newCalls.joined(separator: ","))):error=ENOSYS"
        for folder in [old, scratch] { try folder.setUpLines() }
        for line in Self.lines {
            let expected = try scratch.bash(line.text, environment: scratch.lineEnvironment)
            let outcome = try old.bash("\(trace) \(line.text)", environment: old.lineEnvironment)
            outcome.expect(expected.status, error: expected.error, comment: line.text)
            // A list of entries contains the time of each entry, and an explanation the paths of files.
            if !line.text.contains(/--list|explain/) { #expect(outcome.output == expected.output, "\(line.text)") }
            #expect(try old.wasInjected())
            for folder in [old, scratch] { try folder.restoreFiles() }
        }
    }
}

/// Roots in which a program sees only a folder.
private enum Root {
    /// The words before the folder and the program.
    static var prefix: String { geteuid() == 0 ? "chroot" : "unshare --map-root-user chroot" }

    static let isPossible: Bool = {
        let scratch = Scratch()
        return (try? scratch.bash("PATH=$PATH:/usr/sbin:/sbin; \(prefix) / true").status) == 0
    }()
}
