import Foundation
import Testing

/// The sentences of refusals.
@Suite(.waiting) struct SchemaMessageTests {
    let scratch: Scratch

    init() throws {
        scratch = try SchemaChange.scratch()
    }

    private func expect(
        _ words: String..., input: String = "", says message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try scratch.checked(words, input: input)
        outcome.expect(65, error: "defaults: \(message)\n", at: sourceLocation)
    }

    @Test("a string gets the flag with which the same text is allowed")
    func flag() throws {
        try expect(
            "write", "D", "Size", "16",
            says: "Size is the string '16'; it must be an integer from 6 to 72; use '-int 16', "
                + "or '--no-schema' to store it anyway")
        try expect(
            "write", "D", "Size", "99",
            says: "Size is the string '99'; it must be an integer from 6 to 72; use '--no-schema' to store it anyway")
        let words = ["write", "D", "Size", "-int", "16"]
        #expect(try scratch.checked(words).isSilentSuccess)
    }

    @Test("several wrong values are counted, and a batch names the domain")
    func several() throws {
        let anyway = "use '--no-schema' to store it anyway"
        try expect(
            "import", "D", "-", input: #"{"Size": 99, "Theme": "blue"}"#,
            says: "Size is the integer 99; it must be an integer from 6 to 72; 1 more is refused; \(anyway)")
        try expect(
            "import", "D", "-", input: #"{"Size": 99, "Theme": "blue", "Zoom": "x"}"#,
            says: "Size is the integer 99; it must be an integer from 6 to 72; 2 more are refused; \(anyway)")
        try expect(
            "batch", input: "write D Size -int 99\nwrite Other K v\n",
            says: "D: Size is the integer 99; it must be an integer from 6 to 72; \(anyway)")
    }

    @Test("an unknown key gets a suggestion, also in a dictionary")
    func unknownKey() throws {
        for (words, suggestion) in [
            (["write", "D", "Sise", "-int", "16"], "did you mean 'Size'?"),
            (["write", "--path", "Frame.Widht", "D", "-int", "16"], "did you mean 'Width'?"),
            (["rename", "D", "Size", "Zom"], "did you mean 'Zoom'?"),
        ] {
            let outcome = try scratch.checked(words)
            #expect(outcome.isSchemaRefusal && outcome.error.hasSuffix("; \(suggestion)\n"), "\(outcome.error)")
        }
        let other = try scratch.checked("write", "D", "Elsewhere", "x")
        #expect(other.isSchemaRefusal && !other.error.contains("did you mean"))
    }

    @Test("a secret is not printed", arguments: [["write", "D", "Token", "SECRET"], ["import", "D", "-"]])
    func secret(words: [String]) throws {
        for variables in [[:], ["DEFAULTS_JOURNAL": scratch.path + "/journal"]] {
            let outcome = try scratch.checked(words, input: #"{"Token": "SECRET"}"#, with: variables)
            #expect(outcome.isSchemaRefusal && !outcome.error.contains("SECRET"), "\(outcome.error)")
        }
    }

    @Test("control characters of keys, values and schemas are escaped")
    func controlCharacters() throws {
        let outcome = try scratch.checked("write", "D", "\u{1B}[31m", "\u{7}")
        #expect(outcome.isSchemaRefusal && !outcome.error.contains("\u{1B}"))
        try scratch.install(#"{"properties": {"K": {"enum": ["\u001b[2J"]}}}"#, for: "E")
        let other = try scratch.checked("write", "E", "K", "a\nb\u{1B}")
        #expect(other.isSchemaRefusal && !other.error.contains("\u{1B}"))
        try scratch.install("{\"\u{1B}[2J\": 1}", for: "F")
        let broken = try scratch.checked("write", "F", "K", "v")
        #expect(broken.isSchemaRefusal && !broken.error.contains("\u{1B}"))
    }

    @Test("the keyring has no schemas, and the options exclude each other")
    func options() throws {
        for words in [
            ["write", "--keyring", "--no-schema", "D", "K", "v"],
            ["write", "--keyring", "--schema", "x", "D", "K", "v"],
            ["write", "--schema", "x", "--no-schema", "D", "K", "v"],
            ["migrate", "--rollback", "m", "--no-schema", "D"], ["apply", "--id", "i", "--remove", "--schema", "x"],
        ] {
            let outcome = try scratch.checked(words)
            outcome.expect(255, complaints: 1, containing: "cannot be combined")
        }
    }
}
