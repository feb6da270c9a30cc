import PropertyList
import Testing

/// What the errors say, each once.
struct PropertyListErrorTests {
    @Test(
        "every error is a clause that can follow a colon",
        arguments: [
            (.empty, "it is empty"), (.unrecognized, "it is no property list"),
            (
                .malformed(.xml, reason: "it ends early", position: .line(3, column: nil)),
                "malformed XML, it ends early on line 3"
            ),
            (
                .malformed(.openStep, reason: "no ';' after a value", position: .line(3, column: 7)),
                "malformed old style, no ';' after a value on line 3, column 7"
            ),
            (
                .malformed(.binary, reason: "an offset beyond the end", position: .byte(12)),
                "malformed binary, an offset beyond the end at byte 12"
            ),
            (.malformed(.binary, reason: "it ends early", position: nil), "malformed binary, it ends early"),
            (.notDictionary(.array), "its root is an array, not a dictionary"),
            (.notDictionary(.string), "its root is a string, not a dictionary"),
            (.notDictionary(.data), "its root is data, not a dictionary"),
            (.tooDeep(at: PropertyListPath()), "more than 512 containers inside one another"),
            (.tooDeep(at: PropertyListPath(["a", "0"])), "more than 512 containers inside one another at 'a.0'"),
            (.tooManyValues(limit: 100_000), "more than 100000 values, which is out of proportion to its size"),
            (.dateNotFinite(at: PropertyListPath(["a.b"])), #"a date that is no instant at 'a\.b'"#),
            (
                .notWritten(.openStep, reason: "it holds strings and data only"),
                "not writable as old style, it holds strings and data only"
            ),
        ] as [(PropertyListError, String)])
    func sentences(error: PropertyListError, text: String) {
        #expect(error.description == text)
    }

    @Test("every type has its article", arguments: PropertyListType.allCases)
    func articles(type: PropertyListType) {
        let article = type.withArticle.split(separator: " ").dropLast().joined()
        let vowels: Set<PropertyListType> = [.integer, .array]
        #expect(article == (type == .data ? "" : vowels.contains(type) ? "an" : "a"))
        #expect(type.withArticle.hasSuffix(type.rawValue))
    }
}
