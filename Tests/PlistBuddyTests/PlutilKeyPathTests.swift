import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilKeyPathTests {
    @Test(
        "dots separate keys, and only a dot can be escaped",
        arguments: [
            ("a.b.0", ["a", "b", "0"]), (#"a\.b.c"#, ["a.b", "c"]), (#"\.a\."#, [".a."]), (#"a\b\"#, [#"a\b\"#]),
            (#"a\\.b"#, [#"a\.b"#]), ("", [""]), (".", ["", ""]), ("a.", ["a", ""]), ("é\u{301}.x", ["é\u{301}", "x"]),
            (".\u{301}", ["", "\u{301}"]),
        ])
    func components(text: String, components: [String]) {
        #expect(PlutilKeyPath(text).path == PropertyListPath(components))
        #expect(PlutilKeyPath(text).text == text)
    }
}
