import Foundation
import PropertyList
import TestExtent
import Testing

/// The domains that verbs over many domains cover: one set for all of them.
@Suite(.waiting) struct DomainSetTests {
    /// A domain of each kind: the words that select it, its name among all domains, and its file.
    private static let kinds: [(words: [String], name: String, file: String)] = [
        (["-g"], "NSGlobalDomain", ".GlobalPreferences"), (["D"], "D", "D"), ([".hidden"], ".hidden", ".hidden"),
        (["caf\u{E9}"], "caf\u{E9}", "caf\u{E9}"),
        (["-currentHost", "D"], "-currentHost D", "ByHost/D."),
        (["-currentHost", "-g"], "-currentHost NSGlobalDomain", "ByHost/.GlobalPreferences."),
        (["-currentHost", "a/b"], "-currentHost a/b", "ByHost/a/b."),
        (["-host", "lab7", "D"], "ByHost/D.lab7", "ByHost/D.lab7"),
        (["-host", "lab7", "-g"], "ByHost/.GlobalPreferences.lab7", "ByHost/.GlobalPreferences.lab7"),
        (["-host", "lab7", "a/b"], "ByHost/a/b.lab7", "ByHost/a/b.lab7"),
        (["vendor/app"], subfolder, subfolder),
    ]
    private static let subfolder = "vendor/app"

    let scratch = Scratch()

    private var base: String { scratch.home + "/.config" }

    /// The environment of a root, or of the base folder of the user.
    private func environment(hasRoot: Bool, journal: String?) -> [String: String] {
        var environment = scratch.environment
        environment["DEFAULTS_ROOT"] = hasRoot ? base : nil
        environment["DEFAULTS_JOURNAL"] = journal
        return environment
    }

    /// Sets a key in a domain of each kind, with a mode that `check` reports.
    private func fill(_ environment: [String: String]) throws {
        for (words, _, file) in Self.kinds {
            let place = words.last ?? ""
            try scratch.succeed(words.dropLast() + ["write", place, "k", "-int", "1"], environment: environment)
            chmod("\(base)/\(file).plist", 0o666)
        }
        try Disk.makeFolder(scratch.path + "/empty")
    }

    private func lines(_ words: [String], _ environment: [String: String]) throws -> [String] {
        let outcome = try scratch.defaults(words, environment: environment)
        #expect([0, 1].contains(outcome.status), "\(words): \(outcome)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// The texts in brackets.
    private static func headings(in lines: [String]) -> Set<String> {
        Set(lines.filter { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) })
    }

    /// The names of domains in JSON, by the function that gets the name in an element.
    private static func members(_ list: String, in lines: [String]) throws -> [PropertyListDictionary] {
        let root = try JSONReader.read(Array(lines.joined(separator: "\n").utf8))
        return root.at(list)?.elements?.compactMap(\.members) ?? []
    }

    /// The domains that each verb names.
    private func sets(_ environment: [String: String]) throws -> [String: Set<String>] {
        let snapshot = try lines(["snapshot"], environment).joined(separator: "\n")
        let document = try #require(try JSONReader.read(Array(snapshot.utf8)).members)
        let find = try lines(["find", "--lines", "k"], environment).map { $0.components(separatedBy: "\t")[0] }
        let diff = try lines(["diff", "./empty", base], environment)
        let check = try Self.members("findings", in: try lines(["check", "--json"], environment))
        let names = Dictionary(uniqueKeysWithValues: Self.kinds.map { ("\(base)/\($0.file).plist", $0.name) })
        return [
            "snapshot": Set(document.keys),
            "find": Set(find.map { $0 == "Apple Global Domain" ? "NSGlobalDomain" : $0 }),
            "diff": Self.headings(in: diff),
            "diff with a document": Set(
                try Self.members("differences", in: lines(["diff", "--json", "./empty.json", base], environment))
                    .map { ($0["host"] == nil ? "" : "-currentHost ") + ($0["domain"]?.string ?? "") }),
            "check": Set(check.map { names[($0["path"]?.string ?? "")] ?? "another" }),
            "watch": Self.headings(in: try lines(["watch", "--initial", "--timeout", "0"], environment)),
        ]
    }

    @Test("all verbs over many domains name the same domains", arguments: [false, true], [false, true])
    func sets(hasRoot: Bool, hasJournal: Bool) throws {
        let environment = environment(hasRoot: hasRoot, journal: hasJournal ? scratch.path + "/journal" : nil)
        try fill(environment)
        try Disk.write("{}", to: scratch.path + "/empty.json")
        let expected = Set(Self.kinds.map(\.name)).subtracting(hasRoot ? [] : [Self.subfolder])
        for (verb, set) in try sets(environment) {
            #expect(set == expected, "\(verb): \(set.symmetricDifference(expected))")
        }
        if hasJournal {
            let journal = Self.headings(in: try lines(["history"], environment))
            #expect(journal == Set(Self.kinds.map(\.name)))
        }
    }

    @Test("a file without a name as a domain is not left out of a root with a relative path", arguments: ["r", "~"])
    func relativeRoot(root: String) throws {
        for name in ["-foo", "x.plist", "~", "-g"] {
            let folder = "\(scratch.path)/\(root)"
            try Disk.makeFolder(folder)
            try Disk.write("{ k = 1; }", to: "\(folder)/\(name).plist")
            let file = "./\(root)/\(name).plist"
            let find = try scratch.defaults("--root", root, "find", "--lines", "k")
            #expect(find.text == (name == "~" ? "~\tk\n" : "\(file)\tk\n"), "\(name): \(find)")
            let snapshot = try scratch.defaults("--root", root, "snapshot")
            let isRefused = snapshot.status == 65 && snapshot.error.contains("'\(file)' is a domain without a name")
            #expect(name == "~" ? snapshot.status == 0 : isRefused, "\(name): \(snapshot)")
            chmod("\(folder)/\(name).plist", 0o666)
            let check = try scratch.defaults("--root", root, "check")
            #expect(check.status == 1, "\(name): \(check)")
            #expect(check.text.contains("mode 666"), "\(name): \(check)")
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("outside a root, verbs over many domains say that subfolders are left out, with the same status")
    func allLeftOut() throws {
        let environment = environment(hasRoot: false, journal: nil)
        try fill(environment)
        try Disk.write("{}", to: scratch.path + "/empty.json")
        let verbs = [
            ["snapshot"], ["find", "k"], ["check"], ["diff", "./empty", base], ["diff", base, "./empty"],
            ["diff", "./empty.json", base], ["diff", base, base], ["diff", "--state", base, "./empty.json"],
            ["watch", "--timeout", "0"], ["sandbox", "--from", base, "true"], ["sandbox", "--expect", base, "true"],
        ]
        let run = { [scratch] (words: [String], environment: [String: String]) in
            try scratch.defaults(words, environment: environment)
        }
        let found = try verbs.map { try run($0, environment) }
        for (words, outcome) in zip(verbs, found) {
            #expect(outcome.error.hasPrefix("defaults: \(sentence)\(advice(of: words[0]))\n"), "\(words): \(outcome)")
        }
        for words in [["find", "--domains", "D", "k"], ["check", "D"], ["read"], ["domains"], ["diff", "D", base]] {
            #expect(try run(words, environment).error.isEmpty, "\(words)")
        }
        try FileManager.default.removeItem(atPath: base + "/vendor")
        for (words, outcome) in zip(verbs, found) {
            let without = try run(words, environment)
            let notice = "defaults: \(sentence)\(advice(of: words[0]))\n"
            #expect(notice + without.error == outcome.error, "\(words): \(without)")
            #expect(without.status == outcome.status, "\(words): \(without)")
            #expect(without.text == outcome.text, "\(words)")
        }
    }

    private var sentence: String {
        "subfolders of '\(base)' are left out"
    }

    private func advice(of verb: String) -> String {
        switch verb {
        case "watch": "; use '--root' to watch them"
        case "sandbox": ""
        default: "; choose them with '--domains' or use '--root'"
        }
    }

    @Test("a snapshot without domains of subfolders is equal to the base")
    func leftOut() throws {
        let environment = environment(hasRoot: false, journal: nil)
        try fill(environment)
        let words = ["snapshot", "-o", "before.json"]
        let outcome = try scratch.defaults(words, environment: environment)
        outcome.expect(0, text: "", error: "defaults: \(sentence)\(advice(of: "snapshot"))\n")
        #expect(try lines(["diff", "./before.json", base], environment).isEmpty)
        #expect(try lines(["diff", "./before.json", base + "/"], environment).isEmpty)
        try Disk.write(#"{"vendor/app": {"k": 1}, "D": {"k": 1}}"#, to: scratch.path + "/named.json")
        #expect(try !lines(["diff", "./named.json", base], environment).contains("[vendor/app]"))
        try FileManager.default.removeItem(atPath: base + "/vendor")
        #expect(try scratch.defaults(words, environment: environment) == .silence)
    }

    @Test("the options for a host choose the domains of that host", arguments: [false, true])
    func hosts(hasRoot: Bool) throws {
        let environment = environment(hasRoot: hasRoot, journal: nil)
        try fill(environment)
        for (words, count) in [(["-currentHost"], 3), (["-host", "lab7"], 3), (["-host", "other"], 0)] {
            #expect(try lines(words + ["find", "--lines", "k"], environment).count == count, "\(words)")
            #expect(try lines(words + ["diff", "./empty", base], environment).count == 2 * count, "\(words)")
            let watch = try lines(words + ["watch", "--initial", "--timeout", "0"], environment)
            #expect(Self.headings(in: watch).count == count, "\(words)")
            let check = try lines(words + ["check", "--json"], environment)
            #expect(Set(try Self.members("findings", in: check).map { ($0["path"]?.string ?? "") }).count == count)
        }
    }

    @Test("a root that does not exist is an error for verbs that read domains")
    func missingRoot() throws {
        for words in [["snapshot"], ["find", "k"], ["check"], ["diff", "D", "E"]] {
            let outcome = try scratch.defaults(["--root", "missing"] + words)
            outcome.expect(74, complaints: 1, comment: "\(words)")
        }
    }
}
