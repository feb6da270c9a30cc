import PropertyList
import Testing

/// The notation of key paths.
struct PropertyListPathTests {
    @Test(
        "components are joined by dots, and ambiguous characters are escaped",
        arguments: [
            ([], ""), (["a"], "a"), (["a", "b"], "a.b"), (["a", "0", "b"], "a.0.b"), (["a.b"], #"a\.b"#),
            (["a\\b"], #"a\\b"#), (["a\\", "b"], #"a\\.b"#), (["a\\.b"], #"a\\\.b"#), ([""], ""), (["", ""], "."),
            (["a", ""], "a."), (["."], #"\."#), (["two words", "\u{E9}"], "two words.\u{E9}"),
            ([".\u{301}"], "\\.\u{301}"),
        ] as [([String], String)])
    func printing(components: [String], text: String) {
        #expect(PropertyListPath(components).description == text)
    }

    @Test("different paths have different texts, except the root and the empty key")
    func equality() {
        #expect(PropertyListPath(["a.b"]) != PropertyListPath(["a", "b"]))
        #expect(PropertyListPath(["a.b"]).description != PropertyListPath(["a", "b"]).description)
        #expect(PropertyListPath() == PropertyListPath([]))
    }
}
