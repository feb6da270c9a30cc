import Foundation
import Testing

/// Systems that are older or have less than those on which the command is developed.
@Suite(.waiting, .withoutSanitizer) struct BareSystemTests {
    private let scratch = Scratch()

    /// A line, and how it ends in a root without any other file.
    struct Line: CustomTestStringConvertible {
        let words: String
        var status: Int32 = 0
        /// The beginning of the message.
        var error = ""

        var testDescription: String { words }
    }

    /// Lines that continue each other, with every verb.
    private static let lines = [
        Line(words: "write D a -int 5"), Line(words: "write D b -dict x 1"), Line(words: "read D"),
        Line(words: "read-type D a"), Line(words: "exists D a"), Line(words: "rename D a c"),
        Line(words: "-currentHost write D h v"), Line(words: "export D copy.plist"),
        Line(words: "export --format json D -"), Line(words: "import E copy.plist"), Line(words: "diff D E"),
        Line(words: "diff D ./missing", status: 74, error: "defaults: './missing.plist' does not exist;"),
        Line(words: "migrate --id m D F new=c"), Line(words: "migrate --rollback m F"), Line(words: "domains"),
        Line(words: "find x"), Line(words: "explain D c"), Line(words: "check"),
        Line(words: "watch --timeout 0 D", status: 1), Line(words: "snapshot -o state.json"),
        Line(words: "apply --id a state.json"), Line(words: "apply --id a --remove"), Line(words: "batch empty"),
        Line(words: "--journal j write D k v"), Line(words: "--journal j history"), Line(words: "--journal j undo"),
        Line(words: "convert --format binary -o other.plist copy.plist"), Line(words: "convert --json other.plist"),
        Line(words: "merge -o merged.plist copy.plist copy.plist other.plist"),
        Line(words: "completions bash"), Line(words: "__complete zsh read D k"), Line(words: "help read"),
        Line(words: "--version"), Line(words: "delete D c"), Line(words: "delete-all D"),
        Line(words: "sandbox /defaults domains", status: 74, error: "defaults: cannot write '/tmp': No such file"),
        Line(words: "edit E", status: 255, error: "defaults: there is no editor; set the variable VISUAL or EDITOR\n"),
        Line(
            words: "--keyring read D", status: 69,
            error: "defaults: the keyring cannot be used: secret-tool is not installed"),
    ]

    @Test(
        "in a root that contains only the executable, every verb works or names what is missing",
        .enabled(if: Root.isPossible, "chroot is not possible"), arguments: ["", "HOME=/"])
    func emptyRoot(variable: String) throws {
        let root = scratch.path + "/alone"
        // A program that this process has open for writing cannot be executed, nor one that a child inherits.
        try scratch.bash("mkdir alone; cp '\(Executable.defaults)' alone/defaults; : >alone/empty")
        for line in Self.lines {
            let command = "exec \(Root.prefix) '\(root)' /defaults \(line.words) <'\(root)/empty'"
            let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
            let outcome = try scratch.bash("env -i \(variable) \(path) bash -c \"\(command)\"")
            #expect(outcome.status == line.status, "\(line.words): \(outcome)")
            #expect(line.error.isEmpty ? outcome.error.isEmpty : outcome.error.hasPrefix(line.error), "\(outcome)")
        }
        let tested = Set(Self.lines.flatMap { $0.words.split(separator: " ").map(String.init) })
        #expect(try tested.isSuperset(of: HelpPage(scratch).verbs))
        #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/.config").contains("E.plist"))
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
        #expect(errors[2].hasPrefix("defaults: cannot remove '") && errors[2].contains("/sandboxes/defaults-sandbox-"))
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
        let fault = Self.newCalls.joined(separator: ",") + ":error=ENOSYS"
        for folder in [old.path, scratch.path] { try Disk.write("", to: folder + "/empty") }
        for line in Self.lines where !["edit E", "--keyring read D"].contains(line.words) {
            let words = line.words.replacingOccurrences(of: "/defaults", with: "defaults").split(separator: " ")
                .map(String.init)
            let expected = try scratch.defaults(words)
            let outcome = try old.defaults(words, injecting: [fault])
            outcome.expect(expected.status, error: expected.error, comment: "\(line.words)")
            // A history contains the time of each entry, and an explanation the paths of files.
            if words.last != "history", words[0] != "explain" { #expect(outcome.output == expected.output) }
            #expect(try old.wasInjected())
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
