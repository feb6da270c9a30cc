import Foundation
import Testing

/// Each command is at most one entry of a journal, which one undo takes back.
@Suite(.waiting) struct OneEntryTests {
    /// Command lines of each verb that changes domains, in which everything that it can change is changed.
    private static let changes: [String: [[String]]] = [
        "write": [
            ["D", "k", "new"], ["D", "{ k = new; }"], ["-currentHost", "D", "h", "new"],
            ["--path", "map.n", "D", "-int", "2"], ["--insert", "--path", "map.l.0", "D", "0"],
            ["D", "list", "-array-add", "1"], ["D", "map", "-dict-add", "o", "2"],
        ],
        "rename": [["D", "k", "l"], ["--path", "map.n", "D", "map.p"]],
        "delete": [["D", "k"], ["D"], ["--path", "map.n", "D"]],
        "delete-all": [["D", "k"], ["D"]],
        "import": [["D", "contents"], ["--replace", "D", "contents"], ["--merge", "D", "contents"]],
        "edit": [["D"], ["D", "k"]],
        "batch": [["changes"]],
        "apply": [
            ["state"], ["--exact", "state"], ["--id", "new", "state"], ["--id", "one", "--exact", "other"],
            ["--id", "one", "--remove"],
        ],
        "migrate": [
            ["--id", "m", "D", "D", "l=k"], ["--id", "m", "D", "E", "l=k"], ["--id", "m", "--copy", "D", "E", "l=k"],
            ["--id", "m", "D", "F", "map"], ["--rollback", "done", "E"],
        ],
        "undo": [[], ["--all"], ["--entry", "1"], ["--redo"]],
    ]
    /// The verbs that change no domain.
    private static let others: Set<String> = [
        "read", "read-type", "exists", "domains", "find", "export", "convert", "diff", "merge", "check", "explain",
        "watch", "snapshot", "history", "sandbox", "completions", "help", "printhostidentifier",
    ]

    private let scratch = Scratch()

    init() throws {
        let files = [
            "contents": #"{"k": "imported", "n": {"m": 1}}"#, "changes": "write D k new\nwrite E k new\ndelete D o\n",
            "state": #"{"D": {"k": "new"}, "E": {"k": "new"}, "F": {"k": "new"}}"#, "other": #"{"E": {"k": "other"}}"#,
            "own": #"{"D": {"own": 1}, "E": {"own": 1}}"#, "map": #"{"l": "k", "o": {"from": "k", "domain": "E"}}"#,
        ]
        for (name, text) in files { try Disk.write(text, to: scratch.path + "/" + name) }
        for words in [
            ["write", "D", "k", "old"], ["write", "D", "o", "old"], ["write", "E", "k", "old"],
            ["write", "D", "map", "-dict", "n", "1", "l", "(a)"],
            ["apply", "--id", "one", "own"], ["write", "D", "moved", "v"],
            ["migrate", "--id", "done", "D", "E", "there=moved"], ["write", "--journal", "journal", "D", "j", "1"],
            ["write", "--journal", "journal", "E", "j", "1"], ["undo", "--journal", "journal"],
        ] {
            #expect(try scratch.defaults(words).status == 0, "\(words)")
        }
        try scratch.bash("mkdir saved && cp -pr root journal saved")
    }

    private func run(_ words: [String]) throws -> Outcome {
        var environment = scratch.environment
        environment["DEFAULTS_JOURNAL"] = scratch.path + "/journal"
        environment["EDITOR"] = "sed -i s/old/edited/"
        return try scratch.run(words, environment: environment)
    }

    private func restore() throws { try scratch.bash("rm -rf root journal; cp -pr saved/* .") }

    /// The files of all domains, with their bytes.
    private func state() throws -> String {
        let list = "find . -name .defaults -prune -o -type f -printf '%p %m\n' -exec cat {} \\;"
        return try scratch.bash("cd root && \(list) | sort").text
    }

    private func entryCount() throws -> Int {
        try run([Executable.defaults, "history"]).text.matches(of: #/(?m)^\d+ \d{4}-/#).count
    }

    @Test("every verb of the table is listed here")
    func table() throws {
        #expect(try Set(Self.changes.keys).union(Self.others).isSuperset(of: HelpPage(scratch).verbs))
    }

    @Test("a command is one entry, which one undo takes back to the last byte", arguments: changes.keys.sorted())
    func verbs(verb: String) throws {
        let start = (try entryCount(), try state())
        for words in Self.changes[verb] ?? [] {
            try restore()
            let outcome = try run([Executable.defaults, verb] + words)
            outcome.expect(0, error: "", comment: "\(words)")
            #expect(try entryCount() == start.0 + 1 && state() != start.1, "\(words)")
            let back = verb != "undo" ? ["undo"] : words == ["--redo"] ? ["undo", "1"] : ["undo", "--redo"]
            #expect(try run([Executable.defaults] + back).status == 0, "\(words)")
            #expect(try state() == start.1, "\(words)")
            guard verb != "undo" else { continue }
            #expect(try run([Executable.defaults, "undo", "--redo"]).status == 0, "\(words)")
            #expect(try run([Executable.defaults, "undo"]).status == 0, "\(words)")
            #expect(try state() == start.1, "\(words)")
        }
    }

    @Test("all saves of PlistBuddy are one entry")
    func plistBuddy() throws {
        let path = scratch.path + "/f.plist"
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = nil
        environment["DEFAULTS_JOURNAL"] = scratch.path + "/other journal"
        let commands = "PlistBuddy -c 'Add :k string a' -c Save -c 'Set :k b' -c 'Add :l string c' f.plist"
        let outcome = try scratch.bash(commands + " && defaults history", environment: environment)
        #expect(outcome.text.matches(of: #/(?m)^\d+ \d{4}-/#).count == 1, "\(outcome)")
        #expect(try scratch.defaults("undo", environment: environment).status == 0)
        #expect(try scratch.defaults("read", path).status == 1)
    }

    @Test("after pruning, an entry of several lines is whole or gone")
    func pruning() throws {
        #expect(try run([Executable.defaults, "migrate", "--id", "m", "D", "E", "l=k"]).status == 0)
        let count = try entryCount()
        #expect(try run([Executable.defaults, "history", "--prune", "1"]).status == 0)
        #expect(try entryCount() == 1 && count > 1)
        #expect(try run([Executable.defaults, "undo"]).status == 0)
        #expect(try scratch.defaults("read", "D", "k").text == "old\n")
        #expect(try scratch.defaults("read", "E", "l").status == 1)
    }
}
