import Foundation
import Testing

/// Changes that are recorded, printed and undone.
@Suite(.waiting) struct JournalCommandTests {
    let scratch = Scratch()

    @Test("a set-up script is undone as a whole, and redone")
    func setUpScript() throws {
        try scratch.defaults("write", "com.example.dock", "tilesize", "-int", "99")
        try scratch.defaults("write", "-g", "Kept", "-bool", "true")
        let script = #"""
            unset DEFAULTS_ROOT
            export XDG_CONFIG_HOME=$PWD/root
            cp -pr root before
            (
                /usr/libexec/PlistBuddy() { PlistBuddy "$@"; }
                export DEFAULTS_JOURNAL=$PWD/journal
                source "$SCRIPT"
            ) >/dev/null || exit
            cp -pr root after
            defaults undo --all --journal journal >undone && defaults --root root diff ./before ./root || exit
            defaults undo --redo --journal journal >redone || exit
            defaults --root root diff ./after ./root && diff -r after root || exit
            defaults undo --all --dry-run --journal journal | diff undone - || exit
            defaults undo --all --journal journal | diff undone - && defaults --root root diff ./before ./root
            """#
        var environment = scratch.environment
        environment["SCRIPT"] = Executable.package + "/Tests/EndToEndTests/Fixtures/setup.sh"
        let outcome = try scratch.bash(script, environment: environment)
        #expect(outcome == .silence)
    }

    @Test("entries have number, date, command and values")
    func history() throws {
        #expect(try scratch.recorded("write", "D", "k", "-int", "1").status == 0)
        #expect(try scratch.recorded("-currentHost", "write", "D", "a key", "x y").status == 0)
        #expect(try scratch.recorded("write", "D", "k", "-int", "1").status == 0)
        #expect(try scratch.recorded("write", "-n", "D", "k", "-int", "3").status == 0)
        #expect(try scratch.recorded("rename", "D", "k", "l").status == 0)
        let text = """
            1 2024-01-31 12:00:00 +0000 write D k -int 1
            [D]
            + k: integer 1
            2 2024-01-31 12:00:00 +0000 -currentHost write D 'a key' 'x y'
            [-currentHost D]
            + a key: string "x y"
            3 2024-01-31 12:00:00 +0000 rename D k l
            [D]
            - k: integer 1
            + l: integer 1

            """
        #expect(try scratch.recorded("undo", "--list") == Outcome(status: 0, output: Array(text.utf8), error: ""))
        #expect(
            try scratch.recorded("undo", "--list", "1").text
                == text.components(separatedBy: "\n").suffix(5).joined(separator: "\n"))
        #expect(try scratch.defaults("undo", "--list", "--journal", "journal").text == text)
        #expect(try scratch.recorded("undo", "--list", "--json", "1").text.contains(#""command": ["#))
        #expect(try FileFacts(scratch.journal).permissions == 0o600)
        #expect(try Disk.bytes(scratch.journal).split(separator: UInt8(ascii: "\n")).count == 3)
    }

    @Test("the former verb prints and removes the same entries, and nothing that lists verbs shows it")
    func formerVerb() throws {
        for value in ["1", "2", "3"] { try scratch.recorded("write", "D", "k", value) }
        for words in [[], ["2"], ["--json"]] {
            let outcome = try scratch.recorded(["history"] + words)
            #expect(outcome.status == 0, "\(words)")
            #expect(try outcome == scratch.recorded(["undo", "--list"] + words), "\(words)")
        }
        #expect(try scratch.recorded("history", "--prune", "1") == .silence)
        #expect(try scratch.recorded("undo", "--list").text.hasPrefix("3 "))
        for words in [["help"], ["help", "--all"], ["help", "undo"], ["__complete", "zsh", "his"]] {
            let text = try scratch.defaults(words).text
            #expect(!text.contains("history"), "\(words)")
        }
    }

    @Test("without a journal, the error has the line for ~/.profile that records changes from then on")
    func lineForProfile() throws {
        let outcome = try scratch.defaults("undo")
        outcome.expect(255, text: "", complaints: 1, containing: "there is no journal; use option '--journal'")
        let line = try #require(outcome.error.firstMatch(of: /in ~\/\.profile: (.*)\n/)).1
        let result = try scratch.bash(
            """
            HOME=$PWD/home; mkdir -p "$HOME"; echo '\(line)' >>"$HOME/.profile"
            for round in 1 2; do sh -c '. "$HOME/.profile"; defaults write D k '$round; done
            sh -c '. "$HOME/.profile"; defaults undo'
            """)
        #expect(result.text == "[D]\n- k: string \"2\"\n+ k: string \"1\"\n")
        #expect(result.status == 0)
    }

    @Test("a change of another program is refused by name, unless that is forced")
    func changesByOthers() throws {
        #expect(try scratch.recorded("write", "D", "k", "1").status == 0)
        try scratch.defaults("write", "D", "k", "2")
        let outcome = try scratch.recorded("undo")
        #expect(outcome.status == 1)
        #expect(
            outcome.error
                == "defaults: 'k' of domain 'D' has changed since entry 1; leaving defaults unchanged; "
                + "use '--force' to restore the old values\n")
        #expect(try scratch.recorded("undo", "--force").status == 0)
        #expect(try scratch.defaults("domains").text == "\n")
    }

    @Test("concurrent writers have their entries in the order of their changes")
    func concurrency() throws {
        let script = """
            export DEFAULTS_JOURNAL=$PWD/journal
            defaults() { command defaults --lock-timeout 600 "$@"; }
            for i in 1 2 3 4 5 6 7 8; do
                for j in 1 2 3 4 5; do
                    defaults write D k $i.$j && defaults write E$((i % 2)) k$i $j || echo failed
                done &
            done
            wait
            """
        #expect(try scratch.bash(script) == .silence)
        #expect(try Disk.bytes(scratch.journal).split(separator: UInt8(ascii: "\n")).count == 80)
        let outcome = try scratch.recorded("undo", "--all")
        outcome.expect(0, error: "")
        #expect(try scratch.defaults("domains").text == "\n")
    }
}
