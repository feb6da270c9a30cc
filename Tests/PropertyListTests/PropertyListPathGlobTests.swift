import PropertyList
import Testing

/// The key paths that a pattern matches.
struct PropertyListPathGlobTests {
    @Test(
        "a pattern matches whole paths",
        arguments: [
            ("a", "a", true), ("a", "b", false), ("a", "a.b", false), ("a.b", "a.b", true), ("a.b", #"a\.b"#, false),
            (#"a\.b"#, #"a\.b"#, true), (#"a\\b"#, #"a\\b"#, true), ("", "", true), ("", "a", false),
            ("a.", "a.", true),
            ("*", "a", true), ("*", "", true), ("*", "a.b", false), ("Last*", "LastOpened", true),
            ("Last*", "Last", true),
            ("Last*", "last", false), ("*Date", "LastDate", true), ("*Date", "Dates", false), ("a*c", "abbc", true),
            ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYc.c", false), ("*a", "aa", true), (#"\*"#, "*", true),
            (#"\*"#, "a", false), ("Window.*", "Window.Size", true), ("Window.*", "Window", false),
            ("Window.*", "Window.Size.w", false), ("*.timestamp", "a.timestamp", true),
            ("*.timestamp", "timestamp", false),
            ("*.timestamp", "a.b.timestamp", false), ("**.t", "t", true), ("**.t", "a.b.t", true),
            ("**.t", "a.t.b", false),
            ("a.**", "a.b", true), ("a.**", "a.b.c", true), ("a.**", "a", false), ("a.**.z", "a.z", true),
            ("a.**.z", "a.b.c.z", true), ("a.**.z", "a.z.b", false), ("**", "a", true), ("**", "a.b.c", true),
            ("**.*.b", "b", false), ("**.*.b", "a.b", true), ("a.**.b.**.c", "a.b.b.x.c", true),
            ("list.0", "list.0", true),
            ("[a]?", "[a]?", true), ("[a]?", "a", false), ("é", "e\u{301}", false), ("*\u{301}", "e\u{301}", true),
        ] as [(String, String, Bool)])
    func matches(pattern: String, path: String, expected: Bool) throws {
        let glob = try #require(PropertyListPathGlob(parsing: pattern))
        let path = try #require(PropertyListPath(parsing: path))
        #expect(glob.matches(path) == expected)
    }

    @Test(
        "invalid patterns are refused", arguments: [#"a\"#, #"a\b"#, "a**", "**a", "***", "a.b**.c"])
    func invalid(pattern: String) {
        #expect(PropertyListPathGlob(parsing: pattern) == nil)
    }

    @Test("the description of a path without asterisks is a pattern that matches only this path")
    func descriptions() throws {
        for components in [["a.b", "c"], [""], ["", ""], [#"\"#, "é"], ["0", "[x]"]] {
            let path = PropertyListPath(components)
            #expect(try #require(PropertyListPathGlob(parsing: path.description)).matches(path))
        }
    }

    @Test("a pattern with many asterisks takes time in proportion to the lengths")
    func time() throws {
        let glob = try #require(PropertyListPathGlob(parsing: String(repeating: "a*", count: 200) + "b"))
        #expect(!glob.matches(.key(String(repeating: "a", count: 20_000))))
        let deep = try #require(PropertyListPathGlob(parsing: String(repeating: "a.**.", count: 200) + "b"))
        #expect(!deep.matches(PropertyListPath(Array(repeating: "a", count: 2_000))))
    }

    @Test("the pattern of a path takes its keys literally, and is the one that its text describes")
    func exactly() {
        let path = PropertyListPath(["a*", "x.y", "*"])
        let glob = PropertyListPathGlob(exactly: path)
        #expect(glob.text == #"a\*.x\.y.\*"#)
        #expect(glob == PropertyListPathGlob(parsing: glob.text))
        #expect(glob.matches(path))
        #expect(!glob.matches(PropertyListPath(["ab", "x.y", "*"])))
        #expect(!glob.matches(PropertyListPath(["a*", "x.y", "c"])))
        #expect(PropertyListPathGlob(exactly: PropertyListPath()).matches(PropertyListPath()))
        #expect(!PropertyListPathGlob(exactly: PropertyListPath()).matches(""))
    }
}
