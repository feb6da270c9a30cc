import Foundation
import Testing

/// A command gets preferences of its own.
@Suite(.waiting) struct SandboxTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
    }

    private func expect(
        _ script: String, status: Int32 = 0, output: String = "", error: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try scratch.inSandboxes(script)
        #expect(
            outcome == Outcome(status: status, output: Array(output.utf8), error: error), "\(script)\n\(outcome.text)",
            sourceLocation: sourceLocation)
        #expect(try scratch.leftSandboxes().isEmpty, "\(script)", sourceLocation: sourceLocation)
    }

    @Test("the command starts without preferences, and what it writes is gone after it")
    func isolation() throws {
        let before = try TreeState(scratch.root)
        try expect(
            """
            defaults sandbox -- sh -c 'defaults read; defaults domains; defaults write D k new; defaults read D k'
            """, output: "{\n}\n\nnew\n")
        #expect(try TreeState(scratch.root) == before)
        #expect(!Disk.exists(scratch.path + "/journal"))
    }

    @Test("the variables name a folder that says what it is, and the journal is not set")
    func variables() throws {
        let outcome = try scratch.inSandboxes(
            """
            defaults sandbox sh -c 'stat -c %a "$DEFAULTS_ROOT"; echo "${DEFAULTS_JOURNAL-unset} $HOME"
                [ "$DEFAULTS_ROOT" = "$XDG_CONFIG_HOME" ] && echo "$DEFAULTS_ROOT"'
            """)
        let lines = outcome.text.components(separatedBy: "\n")
        #expect(lines[0] == "700")
        #expect(lines[1] == "unset \(scratch.home)")
        #expect(lines[2].hasPrefix(scratch.sandboxes + "/defaults-sandbox-"))
    }

    @Test("all arguments from the first operand or from '--' on belong to the command, whatever bytes they have")
    func arguments() throws {
        for start in ["", "--"] {
            try expect(
                #"defaults sandbox \#(start) printf '[%s]' --keep -- -x --version "" "a b""#,
                output: "[--keep][--][-x][--version][][a b]")
        }
        let outcome = try scratch.inSandboxes(#"defaults sandbox printf %s "$(printf 'a\377')""#)
        #expect(outcome.output == [0x61, 0xFF])
        try expect(
            #"defaults sandbox --from "$(printf 'a\377')" true"#, status: 255,
            error: "defaults: argument 3 is not valid UTF-8\n")
    }

    @Test("variables, streams, folder and descriptors are those of the caller")
    func inheritance() throws {
        try Disk.makeFolder(scratch.path + "/inner")
        try expect(
            """
            cd inner; exec 7<../state.json
            export BYTES=$'\\377'
            echo input | defaults sandbox sh -c '
                cat; basename "$PWD"; head -n 1 <&7; printf %s "$BYTES" | od -An -tx1; umask; echo e >&2'
            """, output: "input\ninner\n{\n ff\n0022\n", error: "e\n")
    }

    @Test("sources are read in order: state documents, folders, and property lists of one domain")
    func sources() throws {
        try Disk.write("{ k = 2; list = (x); }", to: scratch.path + "/list")
        try scratch.defaults("--root", "folder", "write", "sub/E", "e", "-float", "1")
        try scratch.defaults("--root", "folder", "-host", "h", "write", "D", "n", "-int", "3")
        let sources = "--from state.json --from D=list --from folder --from '-currentHost D=list' --from -g=list"
        try expect(
            "defaults sandbox \(sources) -- sh -c 'defaults snapshot | tr -d \" \\n\"'",
            output: #"{"-currentHostD":{"host":true,"k":"2","list":["x"]},"#
                + #""ByHost/D.h":{"n":3},"D":{"Recent":["a","b"],"k":"2","list":["x"]},"#
                + #""NSGlobalDomain":{"Language":"en","k":"2","list":["x"]},"sub/E":{"e":{"$real":"1.0"}}}"#)
    }

    /// Options and commands that are refused, with their status and a part of the sentence.
    private static let refusals: [(status: Int32, part: String, lines: [String])] = [
        (74, "cannot read 'missing': No such file or directory", ["--from missing touch ran"]),
        (74, "Could not read data from ", ["--from D=state.json= touch ran", "--from ../D=state.json touch ran"]),
        (74, "'missing' does not exist", ["--expect missing touch ran"]),
        (65, "Could not parse property list from broken", ["--from broken touch ran", "--from D=broken touch ran"]),
        (65, "Could not parse property list from /dev/null", ["--expect /dev/null touch ran"]),
        (65, "is not a state document", ["--expect array.json touch ran"]),
        (
            65, ".plist' is a path; a sandbox has only domains with names",
            ["--from outside.json touch ran", "--expect outside.json touch ran"]
        ),
        (
            255, "option '--from' cannot read standard input, which belongs to the command; use a file",
            ["--from - touch ran"]
        ),
        (
            255, "defaults: ",
            [
                "", "--", "--keep", "--update touch ran", "--ignore k touch ran", "--color always touch ran",
                "--expect state.json --update --color always touch ran", "--print-environment touch ran",
                "--print-environment --keep", "--print-environment --save f",
                "--print-environment --expect state.json", "--expect state.json --expect state.json touch ran",
                "--save a --save b touch ran", "--expect - touch ran", "--root r touch ran", "--dry-run touch ran",
                "-x touch ran", "--kep touch ran", "--from '' touch ran", "--from", "--expect=",
                "--update=yes touch ran", "--from a//b=state.json touch ran",
                "--update --expect <(cat state.json) touch ran",
            ]
        ),
    ]

    @Test("what cannot be used or makes no sense is an error before the command runs", arguments: refusals)
    func refused(status: Int32, part: String, lines: [String]) throws {
        try Disk.write(#"{"/etc/D": {}, "/etc/E": {"k": 1}}"#, to: scratch.path + "/outside.json")
        try Disk.write("[]", to: scratch.path + "/array.json")
        try Disk.write("{ k = ", to: scratch.path + "/broken")
        for line in lines {
            let outcome = try scratch.inSandboxes("defaults sandbox \(line)")
            outcome.expect(status, text: "", complaints: 1, containing: part, comment: line)
            #expect(!Disk.exists(scratch.path + "/ran"))
            #expect(try scratch.leftSandboxes().isEmpty)
        }
    }

    @Test("the status is that of the command, or 128 and the number of its signal")
    func statuses() throws {
        for status: Int32 in [0, 1, 2, 65, 126, 200, 255] {
            try expect("defaults sandbox -- sh -c 'exit \(status)'", status: status)
        }
        for signal in [SIGKILL, SIGTERM, SIGINT, SIGSEGV, SIGABRT] {
            try expect("ulimit -c 0; defaults sandbox -- sh -c 'kill -\(signal) $$'", status: 128 + signal)
        }
    }

    @Test("a command that cannot be run gives the statuses of shells")
    func notRun() throws {
        try Disk.write("echo \"no interpreter $1\"\n", to: scratch.path + "/script")
        try expect(
            "defaults sandbox nothing", status: 127,
            error: "defaults: could not run 'nothing': No such file or directory\n")
        try expect(
            "defaults sandbox ./nothing", status: 127,
            error: "defaults: could not run './nothing': No such file or directory\n")
        try expect(
            "defaults sandbox ''", status: 127, error: "defaults: could not run '': No such file or directory\n")
        try expect(
            "defaults sandbox ./script", status: 126, error: "defaults: could not run './script': Permission denied\n")
        try expect(
            "defaults sandbox ./home", status: 126, error: "defaults: could not run './home': Permission denied\n")
        try expect("chmod +x script; defaults sandbox ./script x", output: "no interpreter x\n")
        try expect("PATH=/nowhere:.:$PATH defaults sandbox script y", output: "no interpreter y\n")
    }

    @Test("a home of its own has the other folders, too")
    func home() throws {
        let script = """
            defaults sandbox --home --from state.json -- bash -c 'cd; pwd
                for v in XDG_CONFIG_HOME DEFAULTS_ROOT XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME CFFIXED_USER_HOME
                do echo "${!v#~}"; done
                unset DEFAULTS_ROOT XDG_CONFIG_HOME; defaults read D k; touch file'
            """
        let lines = try scratch.inSandboxes(script).text.components(separatedBy: "\n")
        #expect(lines[0].hasPrefix(scratch.sandboxes + "/defaults-sandbox-"))
        #expect(
            lines.dropFirst() == ["/.config", "/.config", "/.cache", "/.local/share", "/.local/state", "", "1", ""])
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("the environment can be printed for a shell, which then uses the sandbox")
    func environmentForShell() throws {
        let folder = scratch.sandboxes + "/it's $a `folder`"
        try Disk.makeFolder(folder)
        let outcome = try scratch.inSandboxes(
            """
            set -eu
            eval "$(defaults sandbox --print-environment --from state.json)"
            echo "${DEFAULTS_JOURNAL-unset}"; defaults read D k; [ "$DEFAULTS_ROOT" = "$XDG_CONFIG_HOME" ]
            ls "$TMPDIR"; rm -r "$DEFAULTS_SANDBOX"; ls "$TMPDIR"
            """, environment: ["TMPDIR": folder])
        let lines = outcome.text.components(separatedBy: "\n")
        outcome.expect(0, error: "")
        #expect(lines.count == 4)
        #expect(lines[0] == "unset")
        #expect(lines[1] == "1")
        #expect(lines[2].hasPrefix("defaults-sandbox-"))
    }

    @Test("one variable names what to remove after the environment was printed", arguments: ["", "--home"])
    func folderToRemove(option: String) throws {
        let outcome = try scratch.inSandboxes(
            """
            set -eu
            eval "$(defaults sandbox --print-environment \(option))"
            defaults write D k v; rm -rf "$DEFAULTS_SANDBOX"
            """)
        #expect(outcome == .silence)
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("a folder that cannot be made is an error", arguments: ["missing", "state.json"])
    func noFolder(name: String) throws {
        let outcome = try scratch.inSandboxes("TMPDIR=\(name) defaults sandbox touch ran")
        #expect(outcome.status == 74)
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(!Disk.exists(scratch.path + "/ran"))
    }
}
