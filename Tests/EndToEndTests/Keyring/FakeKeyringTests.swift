import Foundation
import Glibc
import TestExtent
import Testing

/// The command over a `secret-tool` that keeps one item in a file, and stops working when a test wants it to.
@Suite(.waiting) struct FakeKeyringTests {
    let scratch = Scratch()

    init() throws {
        try scratch.fake(
            "secret-tool",
            """
            cd '\(scratch.path)' || exit 9
            silent() { [ -e stopped ] && { echo >>asked; [ "$(wc -l <asked)" -gt "$(cat stopped)" ] || \
                exec sleep 1000; }; }
            case $1 in
                search) silent; [ ! -e item ] || { printf '[/1]\\nlabel = L\\nsecret = '; cat item; };;
                lookup) silent; cat item;;
                store) \(Self.store);;
                clear) \(Self.store); rm -f item;;
            esac
            """)
    }

    /// Before or after the change, the tool is told to answer nothing any more, to so many questions.
    private static let store = """
        [ ! -e plan ] || mv plan stopped
            [ ! -e lose ] || exec sleep 1000
            [ "$1" = clear ] || cat >item.new; [ "$1" = clear ] || mv item.new item
            [ ! -e hang ] || { [ "$1" = store ] || rm -f item; exec sleep 1000; }
        """

    private func keyring(_ words: String..., input: String = "") throws -> Outcome {
        try start(words, input: input).outcome()
    }

    private func start(_ words: [String], input: String = "") throws -> ChildProcess {
        let words = [Executable.defaults, "--keyring"] + words
        return try scratch.start(words, input: Array(input.utf8), environment: scratch.fakeEnvironment)
    }

    private func write(_ value: String) throws -> Outcome { try startWrite(value).outcome() }

    private func startWrite(_ value: String) throws -> ChildProcess {
        try start(["write", "--stdin", "D", "k", "-string"], input: value)
    }

    private func recover() throws {
        for name in ["stopped", "asked", "hang", "lose"] {
            try? FileManager.default.removeItem(atPath: "\(scratch.path)/\(name)")
        }
    }

    // MARK: a service that stops

    /// Starts a change of a keyring that stops during it.
    ///
    /// - Parameters:
    ///   - manner: The file that tells the tool what happens to the change.
    ///   - silence: The number of questions that the tool does not answer afterwards.
    private func startChange(_ verb: String, manner: String, silence: Int) throws -> ChildProcess {
        #expect(try write("old") == .silence)
        try Disk.write("\(silence)", to: scratch.path + "/plan")
        if manner != "none" { try Disk.write("", to: "\(scratch.path)/\(manner)") }
        return verb == "write" ? try startWrite("new") : try start(["delete", "D"])
    }

    // In these two tests, the commands wait at the same time, each for a keyring of its own.

    @Test("of a keyring that stops for good during a change, the command says that the outcome is not known")
    func unknown() throws {
        let changes = try ["hang", "lose", "none"].flatMap { manner in
            try ["write", "delete"].map { verb in
                let test = try FakeKeyringTests()
                return (manner, verb, test, try test.startChange(verb, manner: manner, silence: 1000))
            }
        }
        for (manner, verb, test, change) in changes { try test.expectUnknown(change.outcome(), verb, manner: manner) }
    }

    private func expectUnknown(_ outcome: Outcome, _ verb: String, manner: String) throws {
        outcome.expect(74, text: "", comment: "\(verb) \(manner)")
        #expect(
            outcome.error == """
                defaults: Could not write domain D; exiting: 'D in the keyring' may or may not have changed, \
                since the keyring stopped answering during the change: no answer; check whether the keyring waits for \
                a password, and unlock the keyring first; read the domain when the keyring answers again, or run the \
                command again

                """)
        try recover()
        let now = try keyring("read", "D", "k")
        switch (manner, verb) {
        case ("lose", _): #expect(now.text == "old\n", "\(verb) \(manner)")
        case (_, "write"): #expect(now.text == "new\n", "\(verb) \(manner)")
        default: #expect(now.status == 1, "\(verb) \(manner)")
        }
        #expect(try write("newer") == .silence)
    }

    @Test("a keyring that answers again in time is asked what it has, and the command ends with that")
    func recovers() throws {
        let changes = try ["hang", "lose"].map { manner in
            let test = try FakeKeyringTests()
            return (manner, test, try test.startChange("write", manner: manner, silence: 1))
        }
        for (manner, test, change) in changes {
            let outcome = try change.outcome()
            #expect(outcome.status == (manner == "hang" ? 0 : 69), "\(manner): \(outcome.error)")
            try test.recover()
            let now = try test.keyring("read", "D", "k").text
            #expect(now == (manner == "hang" ? "new\n" : "old\n"), "\(manner)")
        }
    }

    // MARK: secrets in files

    private var copy: String { scratch.path + "/copy.plist" }

    /// Exports over what is there, and expects a file that is the user's alone.
    private func expectPrivateCopy(at path: String? = nil) throws {
        #expect(try write("hunter2") == .silence)
        #expect(try keyring("export", "--reveal", "D", copy) == .silence)
        let facts = try FileFacts(path ?? copy)
        #expect(facts.permissions == 0o600)
        #expect(facts.owner == geteuid())
        #expect(!facts.isLink)
        #expect(try Foreign.stored(copy) == ["k": "hunter2"])
    }

    @Test("an export of secrets over a file narrows its mode", arguments: ["644", "666", "600", "4755", "640"])
    func narrows(mode: String) throws {
        try expectNarrowing(of: mode)
    }

    @Test("so does that of the superuser over a file without permission to write", OtherAccount.superuserCondition)
    func narrowsForSuperuser() throws {
        try expectNarrowing(of: "440")
    }

    private func expectNarrowing(of mode: String) throws {
        try Disk.write("old", to: copy)
        #expect(try scratch.bash("chmod \(mode) copy.plist").status == 0)
        try expectPrivateCopy()
    }

    @Test("a new file of secrets is the user's alone, whatever the mask", arguments: ["000", "022", "077"])
    func newFile(mask: String) throws {
        #expect(try write("hunter2") == .silence)
        let script = "umask \(mask); exec defaults --keyring export --reveal D copy.plist"
        #expect(try scratch.bash(script, environment: fakeShell) == .silence)
        #expect(try FileFacts(copy).permissions == 0o600)
    }

    @Test("through a link, the file that it leads to is narrowed")
    func link() throws {
        try Disk.makeFolder(scratch.path + "/public")
        try Disk.write("old", to: scratch.path + "/public/real")
        try Disk.link(copy, to: "public/real")
        try expectPrivateCopy(at: scratch.path + "/public/real")
        #expect(try FileFacts(copy).isLink)
    }

    private static let hasAccessControlLists: Bool = {
        guard Executable.isInstalled("setfacl") else { return false }
        let scratch = Scratch()
        return (try? scratch.bash("setfacl -m u:65501:rw .").status) == 0
    }()

    @Test(
        "an access control list of the old file lets nobody in",
        .enabled(if: hasAccessControlLists, "acl is not installed, or the file system has no lists"))
    func accessControlList() throws {
        try Disk.write("old", to: copy)
        let lists = "setfacl -m u:65501:rw copy.plist && setfacl -d -m u:65501:rw ."
        #expect(try scratch.bash(lists).status == 0)
        try expectPrivateCopy()
        #expect(try !scratch.bash("getfacl -p copy.plist").text.contains("#effective:r"))
        let found = try scratch.bash("getfacl -cp copy.plist | grep 65501 | grep -v 'effective:---'")
        #expect(found.text == "")
    }

    @Test("another user's file becomes the superuser's", OtherAccount.condition, arguments: [true, false])
    func owner(isThere: Bool) throws {
        try scratch.giveToOther(scratch.path)
        if isThere {
            try Disk.write("old", to: copy)
            try scratch.giveToOther(copy)
        }
        try expectPrivateCopy()
    }

    @Test("a FIFO that others can read gets no secrets; the user's own does")
    func pipes() throws {
        #expect(try write("hunter2") == .silence)
        let script = """
            mkfifo -m 644 open; mkfifo -m 600 own
            timeout 600 defaults --keyring export --reveal D open
            echo $?
            timeout 600 cat own >read & defaults --keyring export --reveal D own && wait && grep -c hunter2 read
            defaults --keyring export --reveal --format json D /dev/stdout | grep -c hunter2
            """
        let outcome = try scratch.bash(script, environment: fakeShell)
        #expect(outcome.text == "77\n1\n1\n", "\(outcome.error)")
        #expect(
            outcome.error == """
                defaults: Could not export domain D to open due to an error: cannot write 'open': other users could \
                read the file; use a file system that supports permissions, or '-' for standard output

                """)
    }

    @Test("on a file system without modes, secrets are in no file", MountSpace.withoutModesCondition)
    func withoutModes() throws {
        #expect(try write("hunter2") == .silence)
        let script = """
            \(MountSpace.mountWithoutModes)
            defaults --keyring export --reveal D fat/copy.plist
            echo $? $(ls -A fat)
            """
        let outcome = try scratch.bashInMountSpace(script, environment: fakeShell)
        #expect(outcome.text == "77\n", "\(outcome.error)")
    }

    /// The fake programs, and the command, for a shell.
    private var fakeShell: [String: String] { scratch.fakeEnvironment }

    // MARK: memory

    @Test(
        "with a keyring the memory is in no core dump and open to no other program, and streams still work",
        OtherAccount.ordinaryCondition)
    func memory() throws {
        let spy = """
            { cat /proc/$PPID/environ >/dev/null 2>&1 && echo open || echo closed; ulimit -Sc; } \
                >>'\(scratch.path)/seen'
            [ "$1" != store ] || cat >'\(scratch.path)/item'
            [ "$1" != lookup ] || cat '\(scratch.path)/item'
            [ "$1" != search ] || [ ! -e '\(scratch.path)/item' ] || printf '[/1]\\nlabel = L\\nsecret = x\\n'
            """
        try scratch.fake("secret-tool", spy)
        let account = OtherAccount.number
        let prefix =
            OtherAccount.isSuperuser ? "setpriv --reuid=\(account) --regid=\(account) --clear-groups" : "env"
        let script = """
            cp "$(readlink -f bin/defaults)" command; chmod 755 command; chmod -R a+rX .; chmod 777 .
            ulimit -Sc unlimited 2>/dev/null
            exec \(prefix) /bin/bash -c '
                d() { ./command --keyring "$@"; }
                printf x | d write --value-file /dev/stdin D k -string || exit 1
                d write --value-file /dev/fd/5 D l -string 5<<<y || exit 2
                d import D <(echo "{ m = z; }") || exit 3
                d read D m | cat || exit 4
                d export --reveal --format json D /dev/stdout | tr -d " \\n" || exit 5
                d export --reveal D /dev/fd/6 6>seen.plist || exit 6'
            """
        let outcome = try scratch.bash(script, environment: fakeShell)
        outcome.expect(0, text: "z\n{\"k\":\"x\",\"l\":\"y\\n\",\"m\":\"z\"}", error: "")
        let seen = Set(try String(contentsOfFile: scratch.path + "/seen", encoding: .utf8).split(separator: "\n"))
        #expect(seen == ["closed", "0"])
    }
}
