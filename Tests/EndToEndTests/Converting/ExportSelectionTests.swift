import Testing

/// Exports of some keys of a domain.
@Suite(.waiting) struct ExportSelectionTests {
    let scratch = Scratch()

    init() throws {
        try scratch.succeed("write", "D", "Theme", "dark")
        try scratch.succeed("write", "D", "LastUse", "-int", "1")
        try scratch.succeed("write", "D", "Window", "-dict", "Width", "-int", "800", "LastTab", "x")
    }

    @Test("patterns select the keys, in every format")
    func formats() throws {
        let selection = ["--only", "Window", "--only", "Theme", "--except", "*.Last*"]
        let json = try scratch.bash("defaults export --format json \(selection.joined(separator: " ")) D -")
        #expect(json.text.filter { !$0.isWhitespace } == #"{"Theme":"dark","Window":{"Width":800}}"#)
        for format in ["xml", "binary"] {
            try scratch.succeed(["export", "--format", format] + selection + ["D", "copy"])
            #expect(try Foreign.foundation(scratch.path + "/copy") == ["Theme": "dark", "Window": ["Width": 800]])
        }
        let commands = try scratch.defaults("export", "--format", "commands", "--except", "Window", "D", "-")
        #expect(commands.text == "defaults write D LastUse -int 1\ndefaults write D Theme -string dark\n")
        try scratch.succeed("export", "--only", "Theme", "D", "copy")
        #expect(try Foreign.foundation(scratch.path + "/copy") == ["Theme": "dark"])
    }

    @Test("a selection without keys is an error, and nothing is written")
    func noKeys() throws {
        for (selection, reason) in [
            (["--only", "Missing"], "No key matches 'Missing'"),
            (["--only", "Theme", "--only", "Missing"], "No key matches 'Missing'"),
            (["--except", "*"], "No key of domain D is selected"),
            (["--only", "Theme", "--except", "T*"], "No key of domain D is selected"),
        ] {
            let outcome = try scratch.defaults(["export"] + selection + ["D", "copy"])
            outcome.expect(1, text: "", complaints: 1, containing: reason)
            #expect(!Disk.exists(scratch.path + "/copy"))
        }
        #expect(try scratch.defaults("export", "--only", "Missing", "E", "-").error.contains("does not exist"))
        #expect(try scratch.defaults("export", "--only", "a\\b", "D", "-").status == 255)
    }

    @Test("an export to standard output is XML, also of a carriage return")
    func carriageReturn() throws {
        try scratch.succeed("write", "D", "K", "-string", "a\rb")
        let outcome = try scratch.defaults("export", "D", "-")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("<?xml"))
        #expect(outcome.text.contains("<string>a&#13;b</string>"))
    }

    @Test("keys that are left out do not decide on the format")
    func exactness() throws {
        try scratch.succeed("import", "D", try scratch.file(json: #"{"Real": {"$real": "-0.0"}}"#))
        #expect(try scratch.defaults("export", "--format", "xml", "D", "-").status == 65)
        try scratch.defaults("export", "D", "-").expect(65, text: "", complaints: 1, containing: "at 'Real'")
        #expect(try scratch.defaults("export", "--format", "xml", "--except", "Real", "D", "-").status == 0)
    }
}

extension Scratch {
    /// Writes a file, and returns its path.
    func file(json: String) throws -> String {
        try Disk.write(json, to: path + "/input.json")
        return path + "/input.json"
    }
}
