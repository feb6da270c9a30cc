import Foundation
import PropertyList
import Testing

/// JSON files, which every verb reads, and which the verbs that change property lists edit in their layout.
@Suite(.waiting) struct JSONFileTests {
    private let scratch = Scratch()
    private static let text =
        #"{"version": "1.0", "strings": {"Hello": {"state": "new"}}, "list": [1, 2.5, {"b": true}]}"#

    init() throws {
        try Disk.write(Self.text, to: scratch.path + "/L.xcstrings")
        try Disk.write("[1, [2]]", to: scratch.path + "/array.json")
        try Disk.write("{}", to: scratch.path + "/empty.xcstrings")
        try Disk.write("{ k = v; }", to: scratch.path + "/map.plist")
        try Disk.write("5", to: scratch.path + "/five.txt")
        try Disk.write(#""\u0041""#, to: scratch.path + "/escaped.txt")
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        try scratch.defaults(arguments)
    }

    @Test(
        "JSON is read",
        arguments: [
            (["read", "./L.xcstrings", "version"], "1.0\n"),
            (["read", "--path", "strings.Hello.state", "./L.xcstrings"], "new\n"),
            (["read", "--path", "list.2.b", "./L.xcstrings"], "1\n"),
            (["read-type", "--path", "list.1", "./L.xcstrings"], "Type is float\n"),
            (["read", "--path", "1.0", "./array.json"], "2\n"), (["exists", "./L.xcstrings", "strings"], ""),
            (["exists", "./array.json"], ""),
            (["export", "--format", "json", "./array.json", "-"], "[\n  1,\n  [\n    2\n  ]\n]\n"),
        ])
    func reading(arguments: [String], text: String) throws {
        let outcome = try run(arguments)
        outcome.expect(0, text: text, error: "")
    }

    @Test("JSON is compared with a property list")
    func difference() throws {
        try scratch.bash("defaults convert -o same.plist L.xcstrings; defaults convert -o same2.plist array.json")
        #expect(try run(["diff", "./L.xcstrings", "./same.plist"]).status == 0)
        #expect(try run(["diff", "./array.json", "./same2.plist"]).status == 0)
        #expect(try run(["diff", "./L.xcstrings", "./array.json"]).status == 1)
        #expect(try run(["explain", "./L.xcstrings", "version"]).text.hasPrefix("*\t./L.xcstrings\tstring \"1.0\"\t"))
    }

    /// Settings with comments, a comma at the end, an escape, and literals that no property list holds.
    private static let settings = #"""
        {
          // settings
          "editor.fontSize": 12, // points
          "list": [1, 2.50, null],
          "map": {"b": true, "x": 1e999},
          "name": "caf\u00e9",
        }

        """#
    private static let nameLine = #"  "name": "caf\u00e9","# + "\n"
    private static let members = String(settings.dropFirst(2).dropLast(2))

    /// A script that changes the settings in `f.json`, a part of them, and its replacement.
    private static let changed: [(String, String, String)] = [
        ("defaults write ./f.json name v", #""caf\u00e9""#, #""v""#),
        ("defaults write ./f.json name -string /ü", #""caf\u00e9""#, #""/\u00fc""#),
        ("defaults write ./f.json n -int 3", nameLine, "  \"n\": 3,\n" + nameLine),
        ("defaults write ./f.json n -float 3", nameLine, "  \"n\": 3.0,\n" + nameLine),
        ("defaults write ./f.json n -bool yes", nameLine, "  \"n\": true,\n" + nameLine),
        ("defaults write ./f.json n -array a -int 1", nameLine, "  \"n\": [\n    \"a\",\n    1\n  ],\n" + nameLine),
        ("defaults write ./f.json n -dict k v", nameLine, "  \"n\": {\n    \"k\": \"v\"\n  },\n" + nameLine),
        ("defaults write ./f.json map '{ b = (); }'", #"{"b": true, "x": 1e999}"#, #"{"b": []}"#),
        ("defaults write ./f.json '{ name = v; }'", members, "  \"name\": \"v\",\n"),
        ("defaults write ./f.json list -array-add x -bool no", "null]", #"null, "x", false]"#),
        ("defaults write ./f.json list -array-remove -int 1", "[1, ", "["),
        ("defaults write ./f.json map -dict-add c -int 2", #", "x""#, #", "c": 2, "x""#),
        ("defaults write --path list.1 ./f.json -float 3", "2.50", "3.0"),
        ("defaults write --path list.0 --insert ./f.json -int 0", "[1", "[0, 1"),
        ("defaults write --path map.y.z ./f.json -int 0", "1e999", #"1e999, "y": {"z": 0}"#),
        ("defaults write --path map.x ./f.json -int 0", "1e999", "0"),
        ("defaults delete ./f.json name", nameLine, ""),
        ("defaults delete ./f.json editor.fontSize", "  // settings\n  \"editor.fontSize\": 12, // points\n", ""),
        ("defaults delete --path map.x ./f.json", #", "x": 1e999"#, ""),
        ("defaults delete --path list.2 ./f.json", ", null", ""),
        ("defaults delete ./f.json", members, ""),
        ("defaults rename ./f.json name title", "name", "title"),
        ("defaults rename ./f.json list lines", "list", "lines"),
        ("defaults rename --path map.x ./f.json map.y", #""x""#, #""y""#),
        (#"defaults import ./f.json - <<<'{"editor.fontSize": 13}'"#, "12", "13"),
        (#"defaults import --merge ./f.json - <<<'{"map": {"c": {}}}'"#, #", "x""#, #", "c": {}, "x""#),
        (#"defaults import --replace ./f.json - <<<'{"map": {"b": 1}}'"#, members, "  \"map\": {\"b\": 1},\n"),
        ("EDITOR='sed -i s/12/13/' defaults edit ./f.json >out", "12", "13"),
        ("EDITOR='sed -i s/50*,/5/\\;/null/d' defaults edit ./f.json list >out", ", null", ""),
        ("EDITOR='sed -i s/.*/0/' defaults edit --path map.x ./f.json >out", "1e999", "0"),
        ("defaults batch <<<'write ./f.json name v'", #""caf\u00e9""#, #""v""#),
        (
            #"defaults apply - <<<"{\"$PWD/f.json\": {\"map\": {\"\$merge\": {\"c\": 1}}}}""#, #", "x""#,
            #", "c": 1, "x""#
        ),
        (#"defaults apply --exact - <<<"{\"$PWD/f.json\": {\"name\": 1}}""#, members, "  \"name\": 1,\n"),
        ("sed s/12/null/ f.json >g; defaults merge -o f.json f.json f.json g", "12", "null"),
        ("plutil -replace name -string v f.json", #""caf\u00e9""#, #""v""#),
        (#"plutil -replace name -json '{"$uid": 1}' f.json"#, #""caf\u00e9""#, "{\n    \"$uid\": 1\n  }"),
        ("plutil -insert n -integer 3 f.json", nameLine, "  \"n\": 3,\n" + nameLine),
        ("plutil -insert list.0 -bool NO f.json", "[1", "[false, 1"),
        ("plutil -remove list f.json", "  \"list\": [1, 2.50, null],\n", ""),
        ("defaults write --rewrite ./f.json '{ list = (); }' 2>out", settings, "{\n  \"list\": []\n}\n"),
    ]

    @Test("each verb changes a JSON file and keeps the rest", arguments: changed)
    func change(script: String, old: String, new: String) throws {
        try Disk.write(Self.settings, to: scratch.path + "/f.json")
        let outcome = try scratch.bash(script)
        outcome.expect(0, text: "", error: "")
        try expectText(Self.settings.replacingOccurrences(of: old, with: new))
    }

    private func expectText(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
        let found = String(decoding: try Disk.bytes(scratch.path + "/f.json"), as: UTF8.self)
        #expect(found == text, sourceLocation: location)
    }

    @Test("a merge inserts new members with their comments and literals")
    func merge() throws {
        let theirs = Self.settings.replacingOccurrences(
            of: Self.nameLine, with: "  // on n\n  \"n\": [1, null], /* behind n */\n" + Self.nameLine)
        try Disk.write(Self.settings, to: scratch.path + "/base.json")
        try Disk.write(theirs, to: scratch.path + "/theirs.json")
        try Disk.write(Self.settings.replacingOccurrences(of: "12", with: "13"), to: scratch.path + "/f.json")
        try scratch.defaults("merge", "-o", "f.json", "f.json", "base.json", "theirs.json").expect(0, error: "")
        let list = "[\n    1,\n    null\n  ]"
        try expectText(
            theirs.replacingOccurrences(of: "12", with: "13").replacingOccurrences(of: "[1, null]", with: list))
    }

    @Test(
        "a change is undone to the same bytes",
        arguments: [
            ["write", "./f.json", "editor.fontSize", "-int", "13"], ["write", "./f.json", "n", "-dict", "k", "v"],
            ["write", "./f.json", "list", "-array-add", "x"], ["write", "--path", "list.0", "./f.json", "x"],
            ["write", "./f.json", "map", "-dict-add", "c", "-int", "1"],
            ["rename", "./f.json", "name", "title"], ["delete", "--path", "map.b", "./f.json"],
        ])
    func undo(arguments: [String]) throws {
        // A journal records arrays whole, and has no null.
        let text = Self.settings.replacingOccurrences(of: ", null", with: "")
        try Disk.write(text, to: scratch.path + "/f.json")
        try scratch.recorded(arguments, isBelowRoot: false).expect(0, text: "", error: "")
        #expect(try Disk.bytes(scratch.path + "/f.json") != Array(text.utf8))
        try scratch.recorded(["undo"], isBelowRoot: false).expect(0, error: "")
        try expectText(text)
    }

    /// A script that is refused, its status, and a part of the error. The JSON files have the names of their errors.
    private static let refused: [(String, Int32, String)] = [
        ("defaults write D k v", 65, "JSON"), ("defaults delete D", 65, "JSON"),
        ("defaults write ./root/D k v", 65, "JSON"), ("defaults delete --force ./root/D", 65, "JSON"),
        ("PlistBuddy -c 'Set :name v' f.json", 1, "JSON"),
        ("defaults write ./f.json name -date 2024-01-31", 65, "JSON cannot represent a date at 'name'"),
        ("defaults write ./f.json list -array-add -data 00", 65, "JSON cannot represent data at 'list.3'"),
        ("defaults write ./f.json map -dict a -float inf", 65, "a real number that is not finite at 'map.a'"),
        ("defaults write ./f.json name -dict '$date' x", 65, "a dictionary whose only key is a tag at 'name'"),
        ("defaults write ./f.json map -dict '$uid' -int 1", 65, "the layout at the place of the change"),
        ("plutil -replace name -date 2024-01-31T00:00:00Z f.json", 1, "Invalid object in plist for JSON format"),
        ("defaults write --path list.2 ./f.json v", 65, "null at list.2 can only be kept or deleted"),
        ("defaults write ./f.json list v", 65, "null at list can only be kept or deleted"),
        ("defaults -n write ./f.json list v", 65, "null at list can only be kept or deleted"),
        ("defaults rename --path list ./f.json map", 65, "1e999 at map can only be kept or deleted"),
        (#"defaults import ./f.json - <<<'{"a": null}'"#, 65, "null"),
        (#"defaults import --merge ./f.json - <<<'{"list": 1}'"#, 65, "null at list"),
        ("EDITOR='sed -i s/null/9/' defaults edit ./f.json list", 65, "null at list.2 can only be kept or deleted"),
        ("EDITOR='sed -i s/12/null/' defaults edit ./f.json", 65, "null at"),
        (
            "export DEFAULTS_JOURNAL=tmp/j; unset DEFAULTS_ROOT; defaults delete ./f.json list", 65,
            "so that it can be read again"
        ),
        (
            "export DEFAULTS_JOURNAL=tmp/j; unset DEFAULTS_ROOT; defaults write --path map.x ./f.json v", 65,
            "read again"
        ),
        (
            #"unset DEFAULTS_ROOT; defaults apply --id i - <<<"{\"$PWD/f.json\": {\"list\": {\"\$absent\": true}}}""#,
            65, "null"
        ),
        ("defaults migrate --id m ./f.json ./new l=list", 65, "null"),
        ("defaults -n batch <<<'write ./f.json list 3'", 65, "null at list"),
        (#"unset DEFAULTS_ROOT; defaults apply -n - <<<"{\"$PWD/f.json\": {\"list\": 1}}""#, 65, "null at list"),
        ("defaults -n migrate ./f.json ./f.json b=name", 65, "JSON cannot represent a date"),
        ("defaults convert --format xml --in-place f.json", 65, "JSON"),
        ("defaults write ./invalid.json k v", 65, "invalid JSON"),
        ("defaults delete ./invalid.json", 65, "invalid JSON"),
        ("defaults edit ./invalid.json", 65, "invalid JSON"), ("plutil -insert k -bool YES invalid.json", 1, "JSON"),
        ("defaults read ./bad.json", 65, "invalid JSON, no string as the key on line 1, column 2"),
        ("defaults write ./bad.json k v", 65, "invalid JSON, no string as the key on line 1, column 2"),
        ("defaults import ./prose.json map.plist", 65, "'import --replace --force' to replace it"),
        ("defaults write ./conflict.json k v", 65, "invalid JSON, a conflict marker of a merge on line 1, column 1"),
        ("defaults write ./comments.jsonc k v", 65, "the text ends while looking for a value"),
        ("PlistBuddy -c 'Set :k v' bad.json", 1, "JSON"), ("plutil -insert k -bool YES bad.json", 1, "JSON"),
        ("defaults write ./surrogate.json k v", 65, "an unpaired surrogate in a string on line 1, column 7 at 'a'"),
        ("plutil -remove a surrogate.json", 1, "an unpaired surrogate"),
    ]

    @Test("a change that JSON cannot represent, or of what is not JSON, is refused", arguments: refused)
    func refusal(script: String, status: Int32, part: String) throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write(Self.text, to: scratch.file("D"))
        try Disk.write(Self.settings, to: scratch.path + "/f.json")
        try Disk.write(#"{"a": 1,, }"#, to: scratch.path + "/invalid.json")
        try Disk.write("{bad", to: scratch.path + "/bad.json")
        try Disk.write("not JSON", to: scratch.path + "/prose.json")
        try Disk.write("<<<<<<< HEAD\n{}\n", to: scratch.path + "/conflict.json")
        try Disk.write("// settings\n", to: scratch.path + "/comments.jsonc")
        try Disk.write(#"{"a": "\ud800"}"#, to: scratch.path + "/surrogate.json")
        let environment = try scratch.environment(editor: "false")
        let before = try TreeState(scratch.path)
        let outcome = try scratch.bash(script, environment: environment)
        outcome.expect(status, containing: part)
        // A text that cannot be applied is kept, and the journal is a new file. Temporary files touched the folders.
        let differences = try TreeState(scratch.path).differences(from: before)
        #expect(differences.filter { ![".", "home", "tmp"].contains($0) && !$0.hasPrefix("tmp/") } == [])
    }

    @Test("literals that no property list holds leave as they are")
    func literals() throws {
        let text = #"{"a": null, "b": [1e999, null], "c": {"d": -0}, "e": "x"}"#
        try Disk.write(text, to: scratch.path + "/f.json")
        try Disk.write(#"{"a": 1, "b": [null], "c": {}, "e": "y"}"#, to: scratch.path + "/g.json")
        let outcome = try scratch.bash(
            #"""
            unset DEFAULTS_ROOT; export DEFAULTS_JOURNAL=$PWD/j EDITOR='sed -i s/x/z/'
            defaults -n delete ./f.json; defaults -n write ./f.json b -array; defaults -n rename ./f.json a q
            defaults delete ./f.json b; defaults rename ./f.json c q
            defaults write ./f.json e y; defaults undo; defaults edit ./f.json; defaults undo; defaults history
            unset DEFAULTS_JOURNAL
            defaults apply -n - <<<"{\"$PWD/f.json\": {\"b\": [], \"c\": {\"\$absent\": true}}}"
            defaults apply --id i - <<<"{\"$PWD/f.json\": {\"c\": 1}}"
            defaults migrate --id m ./f.json ./h z=c; defaults migrate --id m ./f.json ./f.json z=a
            defaults diff ./f.json ./g.json; defaults read --types ./f.json; defaults explain ./f.json a
            for side in --ours --theirs --union ''; do defaults merge $side -o m.json f.json g.json f.json; done
            defaults merge f.json f.json g.json; defaults merge f.json g.json g.json; cat m.json
            plutil -p f.json; plutil -remove c g.json; defaults -n delete --path b.1 ./f.json
            """#)
        #expect(outcome.text.contains("- b: array [1e999,null]\n"))
        #expect(outcome.text.contains("- c: dictionary {\"d\":-0}\n"))
        #expect(outcome.text.contains("- a: null\n+ q: null\n"))
        #expect(outcome.text.contains("+ b: array [1e999]\n"))
        let mark = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]]
        #expect(outcome.text.unicodeScalars.contains("\u{FEFF}") == false)
        #expect(outcome.error.unicodeScalars.contains("\u{FEFF}") == false)
        var files = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.path) where !name.hasPrefix("bin/") {
            guard let data = FileManager.default.contents(atPath: "\(scratch.path)/\(name)") else { continue }
            #expect(mark.allSatisfy { data.range(of: Data($0)) == nil }, "\(name)")
            files += 1
        }
        #expect(files > 3)
        try expectText(text)
    }

    @Test(
        "a file with another name than a domain keeps its layout below the folder of domains", arguments: [false, true])
    func belowBase(hasRoot: Bool) throws {
        let folder = (hasRoot ? scratch.root : scratch.home + "/.config") + "/app"
        try Disk.makeFolder(folder)
        try Disk.write("{\n    // c\n    \"a\" :1,\n}", to: folder + "/settings.json")
        try Disk.write(#"{"a": 1}"#, to: folder + "/D.plist")
        var environment = scratch.environment
        if !hasRoot { environment["DEFAULTS_ROOT"] = nil }
        let change = ["write", folder + "/settings.json", "b", "-bool", "yes"]
        try scratch.defaults(change, environment: environment).expect(0, text: "", error: "")
        let text = String(decoding: try Disk.bytes(folder + "/settings.json"), as: UTF8.self)
        #expect(text == "{\n    // c\n    \"a\" :1,\n    \"b\" :true,\n}")
        let refusal = try scratch.defaults(["write", folder + "/D.plist", "b", "v"], environment: environment)
        refusal.expect(65, containing: "JSON")
        #expect(try Disk.bytes(folder + "/D.plist") == Array(#"{"a": 1}"#.utf8))
    }

    @Test("a domain with a name is never JSON")
    func named() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.write(Self.text, to: scratch.file("D"))
        for arguments in [["read", "D"], ["read", "D", "version"], ["write", "D", "k", "v"]] {
            let outcome = try run(arguments)
            outcome.expect(65, containing: "JSON")
        }
        #expect(try Disk.bytes(scratch.file("D")) == Array(Self.text.utf8))
    }

    @Test("what no property list holds is shown as a substitute, or named with its place")
    func invalid() throws {
        try Disk.write(#"{"a": null, "n": 1}"#, to: scratch.path + "/null.json")
        let shown = try run(["read", "./null.json"])
        let notice = "defaults: Domain ./null.json contains a null at 'a', which is printed as a substitute\n"
        shown.expect(65, text: "{\n    a = \"<null>\";\n    n = 1;\n}\n", error: notice)
        try run(["read", "./null.json", "n"]).expect(0, text: "1\n", error: "")
        try Disk.write(#"{"a": "\ud800"}"#, to: scratch.path + "/null.json")
        try run(["read", "./null.json"]).expect(65, text: "", containing: "line 1, column 7")
    }

    @Test(
        "a blank or invalid file with the name of JSON becomes JSON",
        arguments: [
            (": >f.json; defaults write ./f.json k -int 1", "{\n  \"k\": 1\n}\n"),
            (": >f.json; plutil -insert k -integer 1 f.json", "{\n  \"k\": 1\n}\n"),
            ("printf '{}' >f; defaults write ./f k -int 1; mv f f.json", "{\n  \"k\": 1\n}"),
            ("echo {bad >f.json; defaults import --replace --force ./f.json map.plist", "{\n  \"k\": \"v\"\n}\n"),
            ("echo {bad >f.json; defaults delete --force ./f.json", "{}\n"),
            ("printf '<<<<<<< a\n{}' >f.json; defaults delete --force ./f.json", "{}\n"),
            ("echo '[1]' >f.json; defaults delete --force ./f.json", "{}\n"),
        ])
    func becomingJSON(script: String, text: String) throws {
        try scratch.bash(script).expect(0, error: "")
        try expectText(text)
    }

    @Test("invalid JSON in a file with the extension of a property list becomes XML when it is forced")
    func becomingXML() throws {
        let outcome = try scratch.bash(
            #"""
            echo '{"a": 1,, }' | tee p.plist >q.plist
            defaults delete --force ./p.plist && head -c 5 p.plist
            defaults import --replace --force ./q.plist map.plist && head -c 5 q.plist
            """#)
        outcome.expect(0, text: "<?xml<?xml", error: "")
    }

    @Test("a property list in a file with the name of JSON stays one")
    func propertyList() throws {
        let outcome = try scratch.bash(
            """
            echo '{ a = 1; }' >o.json; defaults write ./o.json b c && defaults check ./o.json
            defaults merge -o o.json map.plist o.json o.json; cat o.json
            """)
        outcome.expect(0, text: "{ k = v; }", error: "")
    }

    @Test("an empty JSON file with comments stays JSON")
    func emptyWithComments() throws {
        let outcome = try scratch.bash(
            #"""
            printf '// c\n{}\n' >x.json
            defaults write ./x.json k v && cat x.json && defaults delete ./x.json && cat x.json
            """#)
        outcome.expect(text: "// c\n{\n  \"k\": \"v\"\n}\n// c\n{\n}\n", error: "")
    }

    @Test("documents that are applied to a JSON file have a status, and are removed")
    func applied() throws {
        let outcome = try scratch.bash(
            #"""
            echo "{\"$PWD/L.xcstrings\": {\"version\": \"2\"}}" >s.json; unset DEFAULTS_ROOT
            defaults apply --id me s.json && defaults apply --status me && defaults apply --id me --remove
            cat L.xcstrings
            """#)
        let status = "me: applied\n  applied \(scratch.path)/L.xcstrings version\n"
        outcome.expect(text: status + Self.text, error: "")
    }

    @Test(
        "a journal does not record the loss of a null, so nothing is changed",
        arguments: ["delete ./null.json a", "delete ./null.json", "import --replace ./null.json map.plist"])
    func unrecorded(line: String) throws {
        let text = #"{"a": {"b": null}, "n": 1}"#
        try Disk.write(text, to: scratch.path + "/null.json")
        let outcome = try scratch.bash(
            "unset DEFAULTS_ROOT; defaults --journal j \(line); echo $?; cat null.json j")
        outcome.expect(text: "65\n" + text, containing: "cannot be recorded in journal 'j'")
    }

    @Test(
        "a literal that no value holds is not moved to another file or a record, so nothing is changed",
        arguments: [
            "migrate ./null.json E x=a", "migrate -n ./null.json E x=a", "migrate ./null.json E x=n",
            "apply --id me state.json",
        ])
    func unmoved(line: String) throws {
        let text = #"{"a": {"b": null}, "n": 1e999}"#
        try Disk.write(text, to: scratch.path + "/null.json")
        let outcome = try scratch.bash(
            #"""
            echo "{\"$PWD/null.json\": {\"n\": 1}}" >state.json; unset DEFAULTS_ROOT
            defaults \#(line); echo $?; cat null.json; find "$HOME" -name '*.plist'
            """#)
        outcome.expect(text: "65\n" + text, complaints: 1, containing: "can only be kept or deleted")
    }

    @Test("a change beside a literal that no value holds is rehearsed too")
    func rehearsed() throws {
        try Disk.write(#"{"a": null, "k": "v"}"#, to: scratch.path + "/null.json")
        let outcome = try scratch.defaults("write", "-n", "./null.json", "k", "w")
        outcome.expect(0, text: "- k: string \"v\"\n+ k: string \"w\"\n", error: "")
    }

    @Test(
        "the text of edit contains literals that no value holds, which can be kept or deleted",
        arguments: [
            ("sed -i s/14/16/", 0, #"{"a": [null, -0], "n": 16}"#, nil),
            ("sed -i s/null,//", 0, #"{"a": [-0], "n": 14}"#, nil),
            (#"echo '{"a": [null, -0], "b": null}' >"#, 65, nil, "null at b can only be kept or deleted"),
            (#"echo '{"a": [null, -0], "a": 1}' >"#, 65, nil, "key 'a' occurs twice"),
            (#"echo '{"a": [null, -0], /* c */ "n": 1}' >"#, 65, nil, "invalid JSON, a comment"),
        ] as [(String, Int32, String?, String?)])
    func edited(editor: String, status: Int32, result: String?, part: String?) throws {
        let text = #"{"a": [null, -0], "n": 14}"#
        try Disk.write(text, to: scratch.path + "/null.json")
        let outcome = try scratch.edit("./null.json", editor: editor)
        outcome.expect(status, containing: part)
        #expect(try String(decoding: Disk.bytes(scratch.path + "/null.json"), as: UTF8.self) == result ?? text)
    }
}
