import Foundation
import Testing

/// Words after the last operand: ignored where Apple's tool ignores them, refused where it refuses.
@Suite(.waiting) struct ExtraOperandsTests {
    let scratch = Scratch()

    init() throws {
        try scratch.place("<dict><key>space</key><integer>3</integer></dict>", in: "D")
        try scratch.place("<dict><key>b</key><true/></dict>", in: "E")
    }

    @Test(
        "verbs that answer ignore them",
        arguments: [
            (["read", "D", "space"], "3\n"),
            (["read-type", "D", "space"], "Type is integer\n"),
            (["domains"], "D, E\n"),
            (["find", "space"], "Found 1 keys in domain 'D': {\n    space = 3;\n}\n"),
        ])
    func ignored(arguments: [String], output: String) throws {
        for extra in [["key"], ["-bool"], ["", "-x", "--"], ["--", "-n", "--ascii"]] {
            let words = ([Executable.defaults] + arguments + extra).map { Array($0.utf8) }
            #expect(try scratch.run(words) == Outcome(status: 0, output: Array(output.utf8), error: ""), "\(extra)")
        }
    }

    @Test(
        "verbs that Apple's tool does not have, and help, refuse them",
        arguments: [["help", "read"], ["completions", "bash"]])
    func refusedByAnswer(words: [String]) throws {
        for extra in ["x", "zsh", ""] {
            try expectRefusal(of: words + [extra], "unexpected operand '\(extra)'; see 'defaults help \(words[0])'")
        }
    }

    @Test(
        "a word that was meant as an option is refused",
        arguments: [
            (["import", "D", "./E", "-n"], "option '-n' must precede the first operand"),
            (["import", "D", "./E", "-currentHost"], "option '-currentHost' must precede the first operand"),
            (["export", "D", "./E", "-host", "H"], "option '-host' must precede the first operand"),
            (["read", "D", "space", "-0"], "option '-0' must precede the first operand"),
            (["read", "D", "space", "-json"], "unknown option '-json'; did you mean '--json'?"),
            (["import", "D", "./E", "-dry-run"], "unknown option '-dry-run'; did you mean '--dry-run'?"),
            (["find", "space", "-json"], "unknown option '-json'; did you mean '--json'?"),
            (["find", "-json", "space"], "unknown option '-json'; did you mean '--json'?"),
            (["domains", "-lines"], "unknown option '-lines'; did you mean '--lines'?"),
        ])
    func options(arguments: [String], sentence: String) throws {
        try expectRefusal(of: arguments, sentence)
    }

    @Test(
        "with options of the verb, which Apple's tool does not have, they are refused",
        arguments: [
            (["read", "D", "space", "--json", "plain"], "plain"), (["read", "--path", "space", "D", "b"], "b"),
            (["read-type", "--path", "space", "D", "b"], "b"), (["import", "--replace", "D", "./E", "./D"], "./D"),
            (["export", "D", "-", "xml", "--format", "json"], "xml"), (["find", "--lines", "space", "b"], "b"),
            (["domains", "--json", "plain"], "plain"),
        ])
    func ownOptions(arguments: [String], operand: String) throws {
        try expectRefusal(of: arguments, "unexpected operand '\(operand)'; see 'defaults help \(arguments[0])'")
    }

    private func expectRefusal(of arguments: [String], _ sentence: String) throws {
        let before = try scratch.fileStates()
        let outcome = try scratch.defaults(arguments)
        #expect(outcome == Outcome(status: 255, output: [], error: "defaults: \(sentence)\n"))
        #expect(try scratch.fileStates() == before)
    }

    @Test("import and export ignore them, and touch no file of that name")
    func transfer() throws {
        #expect(try scratch.defaults("export", "D", "out.plist", "extra.plist") == .silence)
        #expect(
            try Foreign.stored("\(scratch.path)/out.plist").text == StoredValue(dictionaryLiteral: ("space", 3)).text)
        #expect(try scratch.defaults("import", "E", "out.plist", "missing.plist") == .silence)
        let merged: StoredValue = ["b": true, "space": 3]
        #expect(try Foreign.stored(scratch.file("E")).text == merged.text)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/extra.plist"))
    }

    @Test(
        "verbs that change refuse them",
        arguments: [
            (["rename", "D", "space", "b", "c"], 255), (["delete", "D", "space", "x"], 255),
            (["remove", "D", "space", ""], 255), (["delete-all", "D", "space", "x"], 255),
            (["write", "D", "space", "1", "2"], 1), (["write", "D", "space", "-bool", "true", "x"], 1),
            (["printHostIdentifier", "x"], 255),
        ] as [([String], Int32)])
    func refused(arguments: [String], status: Int32) throws {
        let before = try scratch.fileStates()
        let outcome = try scratch.defaults(arguments)
        outcome.expect(status, text: "")
        #expect(outcome.error != "")
        #expect(try scratch.fileStates() == before)
    }
}
