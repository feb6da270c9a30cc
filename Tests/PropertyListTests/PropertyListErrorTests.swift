import PropertyList
import Testing

/// The text of every error.
struct PropertyListErrorTests {
    @Test(
        "every error is a clause that can follow a colon",
        arguments: [
            (.empty, "no content"), (.unrecognized, "not a property list"),
            (
                .malformed(.xml, reason: "it ends early", position: .line(3, column: nil)),
                "invalid XML, it ends early on line 3"
            ),
            (
                .malformed(.openStep, reason: "a missing ';' after a value", position: .line(3, column: 7)),
                "invalid old-style text, a missing ';' after a value on line 3, column 7"
            ),
            (
                .malformed(.binary, reason: "an offset beyond the end", position: .byte(12)),
                "invalid binary, an offset beyond the end at byte 12"
            ),
            (.malformed(.binary, reason: "it ends early", position: nil), "invalid binary, it ends early"),
            (.notDictionary(.array), "the root is an array, not a dictionary"),
            (.notDictionary(.string), "the root is a string, not a dictionary"),
            (.notDictionary(.data), "the root is data, not a dictionary"),
            (.tooDeep(at: PropertyListPath()), "more than 512 nested containers"),
            (.tooDeep(at: PropertyListPath(["a", "0"])), "more than 512 nested containers at 'a.0'"),
            (.tooManyValues(limit: 100_000), "more than 100000 values, too many for the size of the file"),
            (.dateNotFinite(at: PropertyListPath(["a.b"])), #"a date that is not finite at 'a\.b'"#),
            (
                .inexact(.openStep, "an integer", at: "a"),
                "old-style text cannot represent an integer at 'a'; use XML, binary or JSON"
            ),
            (
                .inexact(.xml, "the real number -0.0", at: PropertyListPath()),
                "XML cannot represent the real number -0.0; use binary or JSON"
            ),
            (.notWritten(.binary, reason: "r"), "cannot be written as binary: r"),
        ] as [(PropertyListError.Reason, String)])
    func sentences(reason: PropertyListError.Reason, text: String) {
        #expect(PropertyListError(reason).description == text)
    }

    @Test("an error has a code, and the position, path, limit and format that it concerns")
    func details() {
        let malformed = PropertyListError(.malformed(.xml, reason: "r", position: .line(3, column: 7)))
        #expect(malformed.code == .malformed)
        #expect(malformed.position == .line(3, column: 7))
        #expect(malformed.format == .xml)
        #expect(malformed.path == nil)
        #expect(malformed.limit == nil)
        let json = PropertyListError(.malformedJSON(reason: "r", path: "a", position: .line(1, column: 2)))
        #expect(json.code == .malformedJSON)
        #expect(json.path == "a")
        #expect(json.position == .line(1, column: 2))
        #expect(json.format == nil)
        let deep = PropertyListError(.tooDeep(at: "a"))
        #expect(deep.code == .tooDeep)
        #expect(deep.path == "a")
        #expect(deep.limit == 512)
        #expect(deep.position == nil)
        let many = PropertyListError(.tooManyValues(limit: 9))
        #expect(many.code == .tooManyValues)
        #expect(many.limit == 9)
        #expect(many.path == nil)
        let inexact = PropertyListError(.inexact(.xml, "x", at: "a"))
        #expect(inexact.code == .inexact)
        #expect(inexact.format == .xml)
        #expect(inexact.path == "a")
        let unwritten = PropertyListError(.notWritten(.binary, reason: "r"))
        #expect(unwritten.code == .notWritten)
        #expect(unwritten.format == .binary)
        #expect("\(PropertyListError.Code.dateNotFinite)" == "dateNotFinite")
    }

    @Test("an error of a path has a code and the path, unless that is too long")
    func paths() {
        let missing = PropertyListError(.noValue("a"))
        #expect(missing.code == .noValue)
        #expect(missing.path == "a")
        let index = PropertyListError(.notAnIndex("b", count: 2))
        #expect(index.code == .invalidPath)
        #expect(index.path == "b")
        let long = PropertyListError(.tooLong(513))
        #expect(long.code == .invalidPath)
        #expect(long.path == nil)
    }

    @Test("every type has its article", arguments: PropertyListType.allCases)
    func articles(type: PropertyListType) {
        let article = type.withArticle.split(separator: " ").dropLast().joined()
        let vowels: Set<PropertyListType> = [.integer, .array]
        #expect(article == (type == .data ? "" : vowels.contains(type) ? "an" : "a"))
        #expect(type.withArticle.hasSuffix(type.rawValue))
    }
}
