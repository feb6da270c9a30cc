import Foundation
import Testing

/// Patterns in documents that are compared.
@Suite(.waiting) struct ExpectationTests {
    private let scratch = Scratch()

    init() throws {
        try scratch.bash(
            """
            defaults write D Size -int 14; defaults write D Opened -date 2024-01-31T12:00:00Z
            defaults write D Files -array a.txt b.txt; defaults write D Window -dict Tabs -int 4 Seen -bool true
            defaults write -g Lang en
            """)
    }

    private func diff(_ document: String, _ options: String = "") throws -> Outcome {
        try Disk.write(document, to: scratch.path + "/expected")
        return try scratch.bash("defaults diff \(options) ./expected ./root")
    }

    @Test("a document with patterns matches a folder, on either side and from standard input")
    func match() throws {
        let document = """
            {"D": {"Size": {"$any": "integer"}, "Opened": {"$any": ["date", "string"]},
                "Files": [{"$matches": "[.]txt$"}, "b.txt"], "Window": {"$merge": {"Tabs": 4}}},
             "NSGlobalDomain": {"$merge": {}}}
            """
        #expect(try diff(document) == .silence)
        let same = Outcome.silence
        #expect(try scratch.bash("defaults diff ./root ./expected") == same)
        #expect(try scratch.bash("defaults diff - ./root <expected") == same)
        #expect(try scratch.bash("defaults snapshot | defaults diff --state ./expected -") == same)
        #expect(try scratch.bash("defaults diff --state D ./expected") == same)
        #expect(try scratch.bash("defaults diff --format commands ./root ./expected") == same)
    }

    @Test("a mismatch is printed in words, and as a tag in JSON")
    func mismatch() throws {
        let document = """
            {"D": {"$merge": {"Size": {"$any": ["string", "float"]}, "Files": [{"$matches": "^c"}, "b.txt"],
                "Window": {"Seen": {"$any": "date"}}}}, "NSGlobalDomain": {"Lang": {"$matches": "^de"}}}
            """
        let text = """
            [D]
            - Files: array [{"$matches":"^c"},"b.txt"]
            + Files: array ["a.txt","b.txt"]
            - Size: any string or float
            + Size: integer 14
            - Window.Seen: any date
            + Window.Seen: boolean true
            [NSGlobalDomain]
            - Lang: string matching "^de"
            + Lang: string "en"

            """
        #expect(try diff(document) == Outcome(status: 1, output: Array(text.utf8), error: ""))
        let colored = try diff(document, "--color always").text
        #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == text)
        let json = try diff(document, "--json --only Size --only Files --only Lang").text.filter { !$0.isWhitespace }
        let differences = [
            #"{"domain":"D","new":["a.txt","b.txt"],"old":[{"$matches":"^c"},"b.txt"],"path":["Files"]}"#,
            #"{"domain":"D","new":14,"old":{"$any":["string","real"]},"path":["Size"]}"#,
            #"{"domain":"NSGlobalDomain","new":"en","old":{"$matches":"^de"},"path":["Lang"]}"#,
        ]
        #expect(json == #"{"differences":["# + differences.joined(separator: ",") + #"],"schema":1}"#)
        #expect(try diff(document, "--ignore Size --ignore Files.0 --ignore '**.Seen' --ignore Lang").status == 0)
        let commands = try scratch.bash("defaults diff --format commands ./root ./expected")
        commands.expect(1, text: "", complaints: 1, containing: "at 'Files.0', which no command can write")
    }

    @Test("the contents of one domain can contain patterns too, in JSON only")
    func oneDomain() throws {
        let script = """
            echo '{"$merge": {"Size": {"$any": "integer"}, "Window": {"Tabs": 4}}}' >one.json
            defaults diff ./one.json D && defaults diff D ./one.json && defaults diff D - <one.json
            """
        #expect(try scratch.bash(script) == .silence)
        try scratch.succeed("write", "D", "Size", "14")
        let outcome = try scratch.bash("defaults diff ./one.json D")
        #expect(
            outcome == Outcome(status: 1, output: Array("- Size: any integer\n+ Size: string \"14\"\n".utf8), error: "")
        )
        // The keys of property lists, and of tags, are ordinary keys.
        let literal = """
            defaults --root ./other write F K -dict '$any' date
            echo '{"K": {"$dictionary": {"$any": "date"}}}' >literal.json
            defaults --root ./other diff ./literal.json F && defaults diff ./literal.json ./other/F.plist
            """
        #expect(try scratch.bash(literal) == .silence)
        #expect(try scratch.bash("defaults write F K -date 2024-01-31; defaults diff ./other/F.plist F").status == 1)
    }

    @Test(
        "an invalid pattern is an error that names its place, and nothing is compared",
        arguments: [
            (#"{"D": {"Size": {"$any": "number"}}}"#, "the type 'number' at 'Size' of domain 'D' is unknown; use"),
            (
                #"{"D": {"Files": [{"$matches": "[a"}, "b.txt"]}}"#,
                "the expression '[a' at 'Files.0' of domain 'D' is invalid: a missing ']' (character 2)"
            ),
            (#"{"D": {"Size": {"$any": 1}}}"#, "the tag at 'Size' of domain 'D' is invalid"),
            (#"{"D": {"Size": {"$all": 1}}}"#, "unknown tag '$all' on line 1, column 16 at 'D.Size'"),
        ])
    func invalid(document: String, message: String) throws {
        let outcome = try diff(document)
        outcome.expect(65, text: "", complaints: 1, containing: message)
        let contents = String(document.dropFirst(#"{"D": "#.count).dropLast())
        try Disk.write(contents, to: scratch.path + "/one")
        let one = try scratch.bash("defaults diff ./one D")
        let place =
            message.contains("column")
            ? "unknown tag '$all' on line 1, column 10 at 'Size'"
            : message.replacingOccurrences(of: " of domain 'D'", with: "")
        one.expect(65, complaints: 1, containing: place)
    }

    @Test("a document with patterns is neither applied nor imported")
    func changes() throws {
        try Disk.write(#"{"D": {"Window": {"$merge": {"Seen": {"$any": "date"}}}}}"#, to: scratch.path + "/doc.json")
        let before = try scratch.defaults("snapshot")
        for words in [["apply", "doc.json"], ["apply", "--id", "a", "doc.json"], ["import", "D", "doc.json"]] {
            let outcome = try scratch.defaults(words)
            outcome.expect(65, complaints: 1, comment: "\(words)")
            let place = words[0] == "apply" ? "the pattern at 'Window.$merge.Seen' of domain 'D'" : "'$merge'"
            #expect(outcome.error.contains(words[0] == "apply" ? place : "unknown tag"), "\(words): \(outcome.error)")
        }
        #expect(try scratch.defaults("snapshot") == before)
    }

    @Test("the command and the library use the same text and matching in every locale")
    func locales() throws {
        try scratch.succeed("write", "-g", "Lang", "é")
        for locale in ["C", "C.UTF-8", "tr_TR.UTF-8"] {
            var environment = scratch.environment
            environment["LC_ALL"] = locale
            try Disk.write(#"{"$merge": {"Lang": {"$matches": "^[é]$"}}}"#, to: scratch.path + "/one")
            let outcome = try scratch.defaults("diff", "./one", "-g", environment: environment)
            #expect(outcome == .silence, "\(locale)")
        }
    }
}
