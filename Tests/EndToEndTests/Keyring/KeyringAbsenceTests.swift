import Foundation
import Glibc
import Testing

/// What the command says where there is no keyring. Nothing is written anywhere then.
@Suite(.waiting) struct KeyringAbsenceTests {
    let scratch = Scratch()

    init() throws {
        try scratch.fake("secret-tool", "exit 0")
    }

    private static let commands = [
        ["read", "D", "k"], ["write", "--stdin", "D", "k", "-string"], ["domains"], ["delete", "D"],
        ["import", "D", "-"],
        ["migrate", "--id", "m", "Plain", "D", "k=k"],
    ]

    /// Runs each of the commands, which must end with 69 and a sentence and leave everything as it was.
    private func expectNoKeyring(_ environment: [String: String], _ sentence: String) throws {
        for words in Self.commands { try expectError(sentence, of: words, Attempt(words, scratch, environment)) }
    }

    /// A running command, and what there was before it.
    private struct Attempt {
        let scratch: Scratch
        let before: TreeState
        let process: ChildProcess

        init(_ words: [String], _ scratch: Scratch, _ environment: [String: String]) throws {
            self.scratch = scratch
            try scratch.defaults("write", "Plain", "k", "plain")
            before = try TreeState(scratch.path)
            let arguments = [Executable.defaults, "--keyring"] + words
            process = try scratch.start(arguments, input: Array("{}".utf8), environment: environment)
        }
    }

    private func expectError(_ sentence: String, of words: [String], _ attempt: Attempt) throws {
        let outcome = try attempt.process.outcome()
        outcome.expect(69, text: "", comment: "\(words)")
        #expect(outcome.error.hasPrefix("defaults: "), "\(words): \(outcome.error)")
        #expect(outcome.error.hasSuffix("the keyring cannot be used: \(sentence)\n"), "\(words): \(outcome.error)")
        #expect(try TreeState(attempt.scratch.path).differences(from: attempt.before) == [], "\(words)")
    }

    @Test("secret-tool is missing", arguments: ["/nonexistent", "", "relative:."])
    func toolMissing(path: String) throws {
        var environment = scratch.fakeEnvironment
        environment["PATH"] = path
        try expectNoKeyring(environment, Sentence.missing)
    }

    @Test(
        "there is no D-Bus session, and none is started",
        arguments: [
            [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["XDG_RUNTIME_DIR": "/nonexistent"], ["XDG_RUNTIME_DIR": "run"],
        ])
    func noSession(variables: [String: String]) throws {
        try scratch.fake("secret-tool", "echo started >&2; exit 1")
        try scratch.fake("dbus-launch", "touch '\(scratch.path)/launched'")
        var environment = scratch.fakeEnvironment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["DISPLAY"] = ":99"
        try expectNoKeyring(environment.merging(variables) { $1 }, Sentence.noSession)
    }

    @Test(
        "what secret-tool says is put into words",
        arguments: [
            ("Could not connect: No such file or directory", Sentence.noSession),
            ("The name org.freedesktop.secrets was not provided by any .service files", Sentence.noService),
            ("Cannot create an item in a locked collection", Sentence.locked),
            ("Object does not exist at path “/org/freedesktop/secrets/collection/login”", Sentence.notSetUp),
            (
                "The collection was unlocked, but then nothing",
                "the keyring reports 'The collection was unlocked, but then nothing'; "
                    + "check whether the keyring is set up and unlocked"
            ),
            ("bad weather", "the keyring reports 'bad weather'; check whether the keyring is set up and unlocked"),
        ])
    func words(said: String, sentence: String) throws {
        try scratch.fake("secret-tool", "echo 'secret-tool: \(said)' >&2; exit 1")
        try expectNoKeyring(scratch.fakeEnvironment, sentence)
    }

    @Test("an item is there and locked: it is not taken for one that is absent")
    func lockedItem() throws {
        try scratch.fake(
            "secret-tool",
            """
            case $1 in
                search) printf '[/1]\\nlabel = L\\ncreated = \\n'; echo 'attribute.domain = D' >&2;;
                *) exit 1;;
            esac
            """)
        try expectNoKeyring(scratch.fakeEnvironment, Sentence.locked)
    }

    @Test("a secret-tool that never ends is ended", arguments: ["exec sleep 1000", "exec >&- 2>&-; exec sleep 1000"])
    func hanging(script: String) throws {
        // The commands wait at the same time, each in a folder of its own.
        let attempts = try Self.commands.map { words in
            let scratch = Scratch()
            try scratch.fake("secret-tool", script)
            return (words, try Attempt(words, scratch, scratch.fakeEnvironment))
        }
        for (words, attempt) in attempts { try expectError(Sentence.noAnswer, of: words, attempt) }
    }

    @Test("a keyring that waits for a password when something is to be stored is given up, and nothing is left")
    func waitingForPassword() throws {
        try scratch.fake("secret-tool", "case $1 in store) exec sleep 1000;; *) exit 1;; esac")
        let words = [Executable.defaults, "--keyring", "write", "--stdin", "D", "k", "-string"]
        let before = try TreeState(scratch.path)
        let outcome = try scratch.run(words, input: [0x61], environment: scratch.fakeEnvironment)
        outcome.expect(69, text: "")
        #expect(outcome.error.hasSuffix("the keyring cannot be used: \(Sentence.noAnswer)\n"), "\(outcome.error)")
        #expect(try TreeState(scratch.path).differences(from: before).filter { $0 != "." } == [])
    }

    @Test("a writer that is killed keeps others out until its secret-tool has ended")
    func orphan() throws {
        try scratch.fake(
            "secret-tool",
            """
            case $1 in
                store) echo >'\(scratch.path)/begun'; exec 0<&-; read -r line <'\(scratch.path)/go';;
                *) exit 1;;
            esac
            """)
        var ends = ["begun", "go"].map { name in
            mkfifo("\(scratch.path)/\(name)", 0o600)
            return pollfd(fd: open("\(scratch.path)/\(name)", O_RDWR | O_CLOEXEC), events: Int16(POLLIN), revents: 0)
        }
        defer { for end in ends { close(end.fd) } }
        let words = ["--keyring", "write", "--stdin", "D", "k", "-string"]
        let writer = try scratch.start(
            [Executable.defaults] + words, input: [0x61], environment: scratch.fakeEnvironment)
        #expect(poll(&ends[0], 1, 600_000) == 1, "nothing was stored")
        writer.send(signal: SIGKILL)
        #expect(try writer.outcome().status == 128 + SIGKILL)
        let other = ["--keyring", "--lock-timeout", "0"] + words.dropFirst()
        let outcome = try scratch.defaults(other, input: [0x61], environment: scratch.fakeEnvironment)
        #expect(outcome.status == 75, "\(outcome.error)")
        #expect(write(ends[1].fd, "\n", 1) == 1)
    }

    @Test(
        "a keyring that is locked, or was never set up, is one that cannot be used; nobody is asked for a password",
        Executable.condition("dbus-run-session", "gnome-keyring-daemon", "secret-tool"),
        .enabled(if: getpwuid(geteuid()) != nil, "D-Bus refuses an account that is not in the user database"),
        arguments: [true, false])
    func realKeyring(isSetUp: Bool) throws {
        let script = """
            export XDG_DATA_HOME=$HOME/data
            mkdir -m 700 -p "$HOME/data" "$HOME/first" "$HOME/second"
            if \(isSetUp); then
                XDG_RUNTIME_DIR=$HOME/first dbus-run-session -- bash -c '
                    printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null
                    printf x | defaults --keyring write --stdin D k -string'
            fi
            # A keyring that has just been started may be too slow to answer.
            answered() {
                local status
                for _ in {1..30}; do
                    status=0
                    "$@" 2>"$HOME/error" || status=$?
                    grep -qF "\(Sentence.noAnswer)" "$HOME/error" || break
                done
                cat "$HOME/error" >&2 && rm "$HOME/error"
                echo "$1: $status"
            }
            read() { defaults --keyring read D k; }
            write() { printf x | defaults --keyring write --stdin D k -string; }
            export -f answered read write
            XDG_RUNTIME_DIR=$HOME/second dbus-run-session -- bash -c 'answered read && answered write'
            """
        let outcome = try scratch.bash(script)
        let expected = isSetUp ? "read: 69\nwrite: 69\n" : "read: 1\nwrite: 69\n"
        let sentence = isSetUp ? Sentence.locked : Sentence.notSetUp
        outcome.expect(text: expected, containing: "the keyring cannot be used: \(sentence)\n")
        #expect(
            try TreeState(scratch.root).differences(from: TreeState(scratch.path + "/none")) == (isSetUp ? ["."] : []))
    }
}

/// What is said of each kind of absence.
private enum Sentence {
    static let missing =
        "secret-tool is not installed; install the package libsecret-tools (Debian) or libsecret"
    static let noSession =
        "there is no D-Bus session; run the command in a desktop session, or with 'dbus-run-session'"
    static let noService =
        "no program on the D-Bus session provides the Secret Service; "
        + "start one, such as GNOME Keyring, KWallet or KeePassXC"
    static let locked =
        "locked; unlock the keyring in the desktop session, or with 'gnome-keyring-daemon --unlock'"
    static let notSetUp =
        "not set up; set up the keyring in a desktop session, or with 'gnome-keyring-daemon --unlock'"
    static let noAnswer = "no answer; check whether the keyring waits for a password, and unlock the keyring first"
}
