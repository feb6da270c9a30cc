import Testing

@testable import DefaultsCLI

/// What is guessed for a word that is not known.
struct SuggestionTests {
    private static let words = ["read", "read-type", "write", "delete", "import", "export", "domains", "help"]

    @Test(
        "a slip of the fingers is recognised",
        arguments: [
            ("reed", "read"), ("rea", "read"), ("readd", "read"), ("READ", "read"),
            ("writ", "write"), ("imports", "import"),
            ("exprt", "export"), ("domain", "domains"), ("readtype", "read-type"), ("hlp", "help"), ("delet", "delete"),
            ("dlete", "delete"),
        ])
    func near(word: String, suggestion: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == suggestion)
    }

    @Test(
        "what is far from every word is not guessed",
        arguments: ["", "x", "xyzzy", "com.example.Editor", "transmogrify", "--version"])
    func far(word: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == nil)
    }

    @Test("among nothing there is nothing")
    func nothing() {
        #expect(Suggestion.nearest(to: "read", among: []) == nil)
    }
}
