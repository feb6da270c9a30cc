import Foundation
import Testing

/// What a command leaves is compared, saved and accepted.
@Suite(.waiting) struct SandboxExpectationTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
    }

    private static let advice =
        "defaults: the preferences differ from 'state.json' (-); use '--update' to accept those of the command (+)\n"

    private func run(_ script: String, _ environment: [String: String] = [:]) throws -> Outcome {
        let outcome = try scratch.inSandboxes(script, environment: environment)
        #expect(try scratch.leftSandboxes().isEmpty, "\(script)")
        return outcome
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Disk.bytes("\(scratch.path)/\(name)"), as: UTF8.self)
    }

    @Test("preferences that are as expected are status 0, without a word")
    func same() throws {
        try scratch.defaults("--root", "folder", "apply", "state.json")
        for expectation in ["state.json", "folder", "folder/"] {
            let script = "defaults sandbox --from state.json --expect \(expectation) -- echo output"
            #expect(try run(script) == Outcome(status: 0, output: Array("output\n".utf8), error: ""))
        }
    }

    @Test("a failing run tells what differs, where, from what to what, apart from the output of the command")
    func different() throws {
        let script = """
            defaults sandbox --from state.json --expect state.json -- sh -c '
                echo output; defaults write D k -float 1; defaults write --path Recent.1 D c
                defaults delete -currentHost D; defaults write com.example.New Window -dict Width -int 800'
            """
        let report = """
            [-currentHost D]
            - host: boolean true
            [D]
            - Recent: array ["a","b"]
            + Recent: array ["a","c"]
            - k: integer 1
            + k: float 1.0
            [com.example.New]
            + Window: dictionary {"Width":800}

            """
        #expect(try run(script) == Outcome(status: 1, output: Array("output\n".utf8), error: report + Self.advice))
    }

    @Test("control characters are escaped, although standard error is no terminal")
    func controlCharacters() throws {
        let outcome = try run(
            #"echo '{}' > e.json; defaults sandbox --expect e.json defaults write D $'k\302\205' $'\e\302\233\177\t'"#)
        #expect(outcome.status == 1)
        let controls = outcome.error.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(controls.isEmpty, "\(outcome.error.debugDescription)")
    }

    @Test("volatile values are ignored by patterns, at any depth")
    func ignored() throws {
        let change = "defaults write --path Window.Last.Date D -date 2024-01-31T12:00:00Z"
        let script = { (options: String) in
            "defaults sandbox --from state.json --expect state.json \(options) -- \(change)"
        }
        #expect(try run(script("")).status == 1)
        #expect(try run(script("--ignore Window.Last.Date")).status == 0)
        #expect(try run(script("--ignore '**.Date'")).status == 0)
        #expect(try run(script("--ignore other --ignore 'Win*'")).status == 0)
    }

    @Test("the status of a command that fails precedes that of differences, and stops an update")
    func failingCommand() throws {
        let script = "-- sh -c 'defaults write D k new; exit 7'"
        let outcome = try run("defaults sandbox --expect state.json --from state.json \(script)")
        outcome.expect(7, error: "[D]\n- k: integer 1\n+ k: string \"new\"\n" + Self.advice)
        let facts = try FileFacts(scratch.path + "/state.json")
        #expect(
            try run("defaults sandbox --expect state.json --update \(script)")
                == Outcome(
                    status: 7, output: [], error: "defaults: the command failed; leaving 'state.json' unchanged\n"))
        #expect(try FileFacts(scratch.path + "/state.json") == facts)
    }

    @Test("an expectation can be a stream")
    func stream() throws {
        #expect(try run("defaults sandbox --from state.json --expect <(cat state.json) true").status == 0)
    }

    @Test("a domain that cannot be read is an error, not a difference")
    func unreadable() throws {
        let outcome = try run(
            "defaults sandbox --expect state.json --from state.json -- sh -c 'echo x >\"$DEFAULTS_ROOT/D.plist\"'")
        outcome.expect(65, containing: "D.plist", beginning: "defaults: ")
    }

    @Test("an update writes a sorted document, keeps the mode, and touches nothing that is as expected")
    func update() throws {
        chmod(scratch.path + "/state.json", 0o640)
        let update = "defaults sandbox --from state.json --expect state.json --update"
        let before = try FileFacts(scratch.path + "/state.json")
        #expect(try run("\(update) true") == .silence)
        #expect(try FileFacts(scratch.path + "/state.json") == before)
        #expect(try run("\(update) defaults write D k -int 2") == .silence)
        #expect(try text("state.json") == Scratch.state.replacingOccurrences(of: #""k": 1"#, with: #""k": 2"#))
        #expect(try FileFacts(scratch.path + "/state.json").permissions == 0o640)
        #expect(try run("defaults sandbox --expect new.json --update -- defaults write D k v").status == 0)
        #expect(try text("new.json") == "{\n  \"D\": {\n    \"k\": \"v\"\n  }\n}\n")
    }

    @Test("an update keeps what is ignored, and the format of the expectation")
    func updateOfParts() throws {
        let change = "sh -c 'defaults write D k -int 9; defaults write D Language x; defaults write -g Language de'"
        let update = "defaults sandbox --from state.json --expect state.json --update --ignore Language"
        #expect(try run("\(update) \(change)").status == 0)
        #expect(try text("state.json") == Scratch.state.replacingOccurrences(of: #""k": 1"#, with: #""k": 9"#))
        try Disk.write(Disk.xml("<key>D</key><dict><key>a</key><real>1</real></dict>"), to: scratch.path + "/x.plist")
        #expect(try run("defaults sandbox --expect x.plist --update -- defaults write D k v").status == 0)
        #expect(try text("x.plist").contains("<dict>\n\t<key>D</key>\n\t<dict>\n\t\t<key>k</key>"))
    }

    @Test("an update of a folder changes its domains")
    func updateOfFolder() throws {
        let update = "defaults sandbox --from state.json --expect folder/ --update"
        #expect(try run("\(update) true").status == 0)
        #expect(try run("\(update) defaults delete -g").status == 0)
        #expect(try Disk.names(in: scratch.path + "/folder") == ["ByHost", "D.plist"])
        #expect(try run("defaults sandbox --from state.json --expect folder -- defaults delete -g").status == 0)
    }

    /// The order of Swift's dictionaries depends on a seed.
    @Test("an update gives the same bytes with every locale, time zone and seed of hashes")
    func determinism() throws {
        let change = """
            sh -c 'for i in 1 2 3 4 5 6 7 8 9; do defaults write "D$i" "ä$i" -date 2024-01-31T12:00:00Z; done
                defaults write -g f -float 0.1; defaults write I i -data 00ff; defaults write i I -dict z 1 a 2'
            """
        var texts: Set<String> = []
        for (locale, zone) in [("C", "UTC"), ("tr_TR.UTF-8", "Asia/Kolkata"), ("de_DE.UTF-8", "America/Lima")] {
            for seed in ["", "1"] {
                let environment = ["LC_ALL": locale, "TZ": zone, "SWIFT_DETERMINISTIC_HASHING": seed]
                #expect(try run("rm -f n; defaults sandbox --expect n --update -- \(change)", environment).status == 0)
                texts.insert(try text("n"))
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("ä9") == true)
    }

    @Test("the state is saved if the command succeeds, whether it is as expected or not")
    func save() throws {
        #expect(try run("defaults sandbox --from state.json --save saved.json true") == .silence)
        #expect(try text("saved.json") == Scratch.state)
        let outcome = try run("defaults sandbox --from state.json --save - echo output")
        #expect(outcome.text == "output\n" + Scratch.state)
        #expect(try run("defaults sandbox --save missing/folder true").status == 74)
        let change = "defaults write D k v"
        #expect(try run("defaults sandbox --expect state.json -o actual.json \(change)").status == 1)
        #expect(try text("actual.json").contains(#""k": "v""#))
    }

    @Test("a command that fails leaves the file for the state as it was, and the error says so")
    func failedSave() throws {
        let command = "-- sh -c 'defaults write D k v; exit 3'"
        let unchanged = { (names: String) in "defaults: the command failed; leaving \(names) unchanged\n" }
        try Disk.write("{}", to: scratch.path + "/saved.json")
        let facts = try FileFacts(scratch.path + "/saved.json")
        try run("defaults sandbox -o saved.json \(command)").expect(3, text: "", error: unchanged("'saved.json'"))
        #expect(try FileFacts(scratch.path + "/saved.json") == facts)
        try run("defaults sandbox -o new.json \(command)").expect(3, text: "", error: unchanged("'new.json'"))
        #expect(!Disk.exists(scratch.path + "/new.json"))
        try run("defaults sandbox -o - \(command)").expect(3, text: "", error: unchanged("standard output"))
        let both = "defaults sandbox --expect state.json --update -o saved.json \(command)"
        try run(both).expect(3, text: "", error: unchanged("'saved.json' and 'state.json'"))
        let compared = try run("defaults sandbox --expect state.json --from state.json -o saved.json \(command)")
        let report = "[D]\n- k: integer 1\n+ k: string \"v\"\n" + Self.advice
        compared.expect(3, text: "", error: unchanged("'saved.json'") + report)
    }

    @Test("a sandbox that is kept has the state, and its folder is printed")
    func keep() throws {
        for (options, suffix) in [("", ""), ("--home", "/.config")] {
            let outcome = try scratch.inSandboxes(
                "defaults sandbox \(options) --keep --from state.json -- defaults write D k v")
            let name = try #require(try scratch.leftSandboxes().first)
            let folder = "\(scratch.sandboxes)/\(name)"
            #expect(outcome.error == "defaults: the preferences are in \(folder)\(suffix)\n")
            #expect(try scratch.defaults("--root", folder + suffix, "read", "D", "k").text == "v\n")
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("differences on a terminal have colors, or if they are asked for")
    func colors() throws {
        let change = "defaults write D k v"
        let always = try run("defaults sandbox --expect state.json --from state.json --color always \(change)")
        always.expect(1, containing: "\u{1B}[")
        #expect(try !run("defaults sandbox --expect state.json --from state.json \(change)").error.contains("\u{1B}["))
    }

    @Test("patterns are compared, and an update keeps those that match")
    func patterns() throws {
        let document = """
            {"D": {"Opened": {"$any": "date"}, "Version": {"$matches": "^1"}, "Size": 14, "Old": {"$any": true}},
             "E": {"$merge": {"K": 1}}}
            """
        try Disk.write(document, to: scratch.path + "/pattern.json")
        let command = """
            -- sh -c 'defaults write D Opened -date 2024-01-31; defaults write D Version "$VERSION"
            defaults write D Size -int "$SIZE"; defaults write D Old x; defaults write E K -int 1; defaults write E L y'
            """
        let script = "defaults sandbox --expect pattern.json"
        #expect(
            try run("\(script) \(command)", ["VERSION": "1.2", "SIZE": "14"])
                == .silence)
        let failed = try run("\(script) \(command)", ["VERSION": "2", "SIZE": "15"])
        let report = """
            [D]
            - Size: integer 14
            + Size: integer 15
            - Version: string matching "^1"
            + Version: string "2"

            """
        failed.expect(1, beginning: report)
        #expect(try run("\(script) --update \(command)", ["VERSION": "1.2", "SIZE": "14"]).status == 0)
        #expect(try text("pattern.json") == document, "an expectation that is met is not touched")
        let update = try run("\(script) --ignore Version --update \(command)", ["VERSION": "2", "SIZE": "15"])
        #expect(update == .silence)
        let expected =
            #"{"D":{"Old":{"$any":true},"Opened":{"$any":"date"},"Size":15,"Version":{"$matches":"^1"}},"#
            + #""E":{"$merge":{"K":1}}}"#
        #expect(try text("pattern.json").filter { !$0.isWhitespace } == expected)
        try Disk.write(#"{"D": {"K": {"$any": "dat"}}}"#, to: scratch.path + "/pattern.json")
        let invalid = try run("\(script) -- touch oops")
        invalid.expect(65, containing: "the type 'dat' at 'K' of domain 'D' is unknown")
        #expect(!Disk.exists(scratch.path + "/oops"))
    }
}
