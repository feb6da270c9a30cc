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

    @Test("the values of any root are found, set, inserted and removed by their paths")
    func anyRoot() throws {
        var root: PropertyListValue = ["a", ["k": [1]]]
        #expect(root[PropertyListPath()] == root)
        #expect(root[PropertyListPath(["1", "k", "0"])] == 1)
        #expect(root["2"] == nil)
        try root.set("b", at: "0")
        try root.set(2, at: PropertyListPath(["1", "n", "m"]))
        try root.insert("c", at: "2")
        try root.remove(at: PropertyListPath(["1", "k"]))
        #expect(root == ["b", ["n": ["m": 2]], "c"])
        try root.set("text", at: PropertyListPath())
        #expect(root == "text")
    }

    @Test("an error leaves any root as it was, and the root cannot be removed")
    func refused() {
        var root: PropertyListValue = ["a", ["k": 1]]
        let before = root
        #expect(throws: PropertyListError(.root)) { try root.remove(at: PropertyListPath()) }
        #expect(throws: PropertyListError(.notAnElement(PropertyListPath()))) {
            try root.insert(1, at: PropertyListPath())
        }
        #expect(throws: PropertyListError(.notAnIndex("2", count: 2))) { try root.set(1, at: "2") }
        #expect(throws: PropertyListError(.noValue("k"))) { try root.remove(at: "k") }
        #expect(throws: PropertyListError(.notAContainer("0", .string))) {
            try root.set(1, at: PropertyListPath(["0", "k"]))
        }
        let tooLong = PropertyListPath(Array(repeating: "k", count: 513))
        #expect(throws: PropertyListError(.tooLong(513))) { try root.set(1, at: tooLong) }
        #expect(root == before)
        var dictionary: PropertyListDictionary = ["a": 1]
        #expect(throws: PropertyListError(.root)) { try dictionary.set(1, at: PropertyListPath()) }
        #expect(dictionary == ["a": 1])
    }
}
