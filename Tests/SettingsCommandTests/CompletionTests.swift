import Testing
import ToolSupport

@testable import SettingsCommand

/// The candidates for the word at the cursor.
struct CompletionTests {
    private let session = Session()

    @Test("every verb is a candidate, with its summary")
    func verbs() {
        let expected = SettingsVerb.allCases.map { "\($0.rawValue)\t\($0.form.summary)" }
        #expect(session.candidates("") == ["words"] + expected)
        #expect(session.candidates("help", "") == ["words"] + SettingsVerb.names)
    }

    @Test("every option of a verb is a candidate, and no other option", arguments: SettingsVerb.allCases)
    func options(verb: SettingsVerb) {
        let expected = verb.form.options.map { "\($0.rawValue)\t\($0.summary)" }
        #expect(session.candidates(verb.rawValue, "-") == ["words"] + expected)
    }

    @Test("a second key is a candidate only for reset")
    func secondKey() {
        #expect(session.candidates("reset", "TabWidth", "").count == session.schema.keys.count + 1)
        #expect(session.candidates("get", "TabWidth", "") == ["words"])
        #expect(session.candidates("describe", "TabWidth", "") == ["words"])
        #expect(session.candidates("list", "") == ["words"])
    }

    @Test("the values of a boolean are candidates")
    func booleans() {
        #expect(session.candidates("set", "Ligatures", "") == ["words", "true", "false"])
        #expect(session.candidates("set", "Ligatures", "true", "") == ["words"])
    }

    @Test("the cases of an enumeration are candidates, with their titles")
    func cases() {
        let expected = ["words", "close\tClose", "closeOnSuccess\tClose On Success", "keep\tKeep"]
        #expect(session.candidates("set", "OnExit", "") == expected)
        let numbers = ["words", "0\tHint", "1\tWarning", "2\tError"]
        #expect(session.candidates("set", "ShownSeverity", "") == numbers)
    }

    @Test("each candidate for a value can be set")
    func candidatesAreValid() throws {
        var count = 0
        for key in session.schema.keys {
            for candidate in session.candidates("set", key.name, "").dropFirst() {
                let value = String(candidate.prefix { $0 != "\t" })
                #expect(Session()("set", key.name, value).status == .success, "\(key.name) \(value)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test("other values, unknown verbs and unknown keys have no candidates")
    func none() {
        #expect(session.candidates("set", "TabWidth", "") == ["words"])
        #expect(session.candidates("set", "Unknown", "") == ["words"])
        #expect(session.candidates("unknown", "") == ["words"])
    }

    @Test("a value from standard input has no candidates")
    func standardInput() {
        #expect(session.candidates("set", "--stdin", "").count == session.schema.keys.count + 1)
        #expect(session.candidates("set", "--stdin", "Ligatures", "") == ["words"])
    }

    @Test("files are completed by the shell", arguments: ["export", "import"])
    func files(verb: String) {
        #expect(session.candidates(verb, "") == ["files"])
    }

    @Test("bash gets the words that begin with the typed text, zsh all with their descriptions")
    func otherShells() {
        #expect(session("__complete", "bash", "9", "Tab", "get", "Tab").output == "words\nTabWidth\nTabBarLimit\n")
        let answer = session("__complete", "zsh", "set", "Ligatures", "t").output
        #expect(answer == "words\u{0}2\u{0}2\u{0}true\u{0}false\u{0}")
    }

    @Test("an invalid request has no candidates and is no error", arguments: [[], ["bash"], ["fish"], ["ksh", ""]])
    func invalidRequests(words: [String]) {
        #expect(session.run(["__complete"] + words) == .printed(""))
    }
}
