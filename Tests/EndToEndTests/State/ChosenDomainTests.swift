import Foundation
import Testing

/// The choice of domains and keys, which is spelled alike for all verbs over many domains.
@Suite(.waiting) struct ChosenDomainTests {
    let scratch = Scratch()

    init() throws {
        let script = """
            for domain in com.example.A com.example.B -g vendor/app vendor/x/y; do defaults write $domain k -int 1; done
            defaults -currentHost write com.example.A k -int 1
            defaults -host lab7 write com.example.A k -int 1
            find . -name '*.plist' -exec chmod 666 {} +; mkdir empty; echo '{}' > empty.json
            """
        try scratch.bash(script)
        try scratch.bash("unset DEFAULTS_ROOT; " + script)
    }

    /// Runs a script in the root, or in the base folder of the user.
    private func run(_ script: String, hasRoot: Bool) throws -> Outcome {
        let place = hasRoot ? "BASE=./root" : "unset DEFAULTS_ROOT; BASE=./home/.config"
        return try scratch.bash("\(place)\n\(script)")
    }

    private static let patterns: [(words: String, domains: [String])] = [
        ("--domains com.example.B", ["com.example.B"]),
        ("--domains com.example.A", ["-currentHost com.example.A", "com.example.A"]),
        ("--domains -g --domains 'ByHost/*'", ["ByHost/com.example.A.lab7", "NSGlobalDomain"]),
        ("--domains '-host lab7 com.example.A'", ["ByHost/com.example.A.lab7"]),
        ("--domains vendor/app", ["vendor/app"]), ("--domains 'vendor/**'", ["vendor/app", "vendor/x/y"]),
        ("--domains '**/y'", ["vendor/x/y"]),
    ]

    @Test("all verbs choose the same domains", arguments: patterns, [false, true])
    func verbs(choice: (words: String, domains: [String]), hasRoot: Bool) throws {
        let names = choice.domains.sorted()
        let find = try run("defaults find --lines k \(choice.words) | cut -f1 | sort", hasRoot: hasRoot)
        let global = find.text.replacingOccurrences(of: "Apple Global Domain", with: "NSGlobalDomain")
        #expect(global.split(separator: "\n").map(String.init).sorted() == names, "\(find)")
        let snapshot = try run(
            "defaults snapshot \(choice.words) >s && defaults diff --state ./empty.json ./s", hasRoot: hasRoot)
        let diff = try run("defaults diff \(choice.words) ./empty $BASE", hasRoot: hasRoot)
        let document = try run("defaults diff \(choice.words) ./empty.json $BASE", hasRoot: hasRoot)
        for outcome in [snapshot, diff, document] {
            let headings = outcome.text.split(separator: "\n").filter { $0.hasPrefix("[") }.map { line in
                let title = line.dropFirst().dropLast().split(separator: ",")
                return title.count > 1 ? "-currentHost \(title[0])" : String(title[0])
            }
            #expect(headings.sorted() == names, "\(outcome)")
            #expect(outcome.error.isEmpty, "\(outcome)")
        }
        let check = try run("defaults check \(choice.words)", hasRoot: hasRoot)
        let modes = check.text.split(separator: "\n").filter { $0.contains("mode 666") }
        #expect(check.status == 1)
        #expect(modes.count == names.count)
    }

    @Test(
        "a pattern that matches nothing is an error and named, also beside others",
        arguments: [
            (1, "snapshot --domains typo -o out", "com.example.A"), (1, "find --domains typo k", "com.example.A"),
            (1, "check --domains typo", "com.example.A"), (74, "diff --domains typo ./empty $BASE", "com.example.A"),
            (74, "diff --domains typo ./empty.json $BASE", "com.example.A"), (1, "snapshot --only typo -o out", "k"),
            (1, "export --only typo com.example.A out", "k"), (74, "diff --only typo ./empty $BASE", "k"),
            (74, "diff --only typo ./empty.json $BASE", "k"),
            (74, "diff --only typo com.example.A com.example.B", "k"),
        ] as [(Int32, String, String)])
    func nothing(status: Int32, words: String, other: String) throws {
        let option = words.contains("--only") ? "--only" : "--domains"
        for choice in ["typo", "typo \(option) \(other)", "\(other) \(option) typo"] {
            let line = words.replacing("typo", with: choice)
            let outcome = try run("defaults \(line)", hasRoot: true)
            outcome.expect(status, text: "", complaints: 1, containing: "'typo'", comment: line)
            #expect(!Disk.exists(scratch.path + "/out"))
        }
    }

    @Test(
        "a choice that makes no sense is a wrong call",
        arguments: ["diff --domains D com.example.A com.example.B", "snapshot --domains 'a**'"])
    func senseless(words: String) throws {
        try run("defaults \(words)", hasRoot: true).expect(255, text: "", complaints: 1)
    }

    @Test("a pattern for what is left out may match nothing")
    func exceptions() throws {
        #expect(try run("defaults snapshot --except k --except typo -o out", hasRoot: true) == .silence)
        let difference = try run("defaults diff --except k --except typo ./empty $BASE", hasRoot: true)
        #expect(difference == .silence)
    }

    @Test("a domain that cannot be read counts as matched")
    func unreadableMatch() throws {
        try Disk.write("junk", to: scratch.file("Broken"))
        let outcome = try run("defaults find --domains Broken --domains com.example.B k", hasRoot: true)
        outcome.expect(65, complaints: 1)
        let typo = try run("defaults find --domains Broken --domains typo k", hasRoot: true)
        typo.expect(1, containing: "'typo'")
    }

    @Test("a domain that cannot be read matters only if it is chosen")
    func unreadable() throws {
        try Disk.write("junk", to: scratch.file("Broken"))
        try Disk.link(scratch.file("Lost"), to: "nowhere")
        #expect(try run("defaults snapshot --domains 'com.*' >s", hasRoot: true) == .silence)
        #expect(try run("defaults snapshot --domains '*o*'", hasRoot: true).complains(lines: 2))
    }

    @Test("the domains of a document are compared, also those in subfolders that are not searched")
    func listed() throws {
        try Disk.write(#"{"vendor/app": {"k": 2}, "com.example.B": {"k": 1}}"#, to: scratch.path + "/state.json")
        let choice = "--domains com.example.B --domains 'vendor/*'"
        let outcome = try run("defaults diff \(choice) ./state.json $BASE", hasRoot: false)
        #expect(outcome.text == "[vendor/app]\n- k: integer 2\n+ k: integer 1\n")
        #expect(try run("defaults diff ./state.json $BASE | grep -A2 vendor", hasRoot: false).text == outcome.text)
    }

    @Test(
        "former spellings of options are accepted",
        arguments: [
            "diff --ignore k com.example.A com.example.B", "snapshot --ignore x -o s", "export --ignore x -g s",
            "sandbox --save s true", "sandbox --expect empty.json --ignore x true",
        ])
    func aliases(words: String) throws {
        #expect(try run("defaults \(words)", hasRoot: true) == .silence)
    }
}
