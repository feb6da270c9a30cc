import DefaultsCore
import Testing

/// Change sets are applied in order, completely or not at all.
struct ChangeSetTests {
    private static let start: PropertyListDictionary = ["a": 1, "b": ["x": 1]]

    @Test(
        "edits are applied in order",
        arguments: [
            ([], ["a": 1, "b": ["x": 1]]), ([.set("a", 2)], ["a": 2, "b": ["x": 1]]),
            ([.set("c", 3)], ["a": 1, "b": ["x": 1], "c": 3]),
            ([.set("a", "1")], ["a": "1", "b": ["x": 1]]), ([.set("", 0)], ["": 0, "a": 1, "b": ["x": 1]]),
            ([.remove("a")], ["b": ["x": 1]]), ([.remove("z")], ["a": 1, "b": ["x": 1]]), ([.removeAll], [:]),
            ([.removeAll, .merge(["c": 3])], ["c": 3]), ([.merge(["c": 3]), .removeAll], [:]),
            ([.merge(["b": ["y": 2], "c": 3])], ["a": 1, "b": ["y": 2], "c": 3]),
            ([.merge([:])], ["a": 1, "b": ["x": 1]]),
            ([.set("a", 2), .remove("a"), .set("a", 3)], ["a": 3, "b": ["x": 1]]),
            ([.require("a"), .remove("a")], ["b": ["x": 1]]), ([.requireAnyKey, .removeAll], [:]),
            ([.set("c", 3), .require("c"), .remove("c")], ["a": 1, "b": ["x": 1]]),
            ([.appendMissing([2, 2, "2"], to: "c")], ["a": 1, "b": ["x": 1], "c": [2, "2"]]),
            ([.set("b", [2, 2]), .appendMissing([2, 3], to: "b")], ["a": 1, "b": [2, 2, 3]]),
            ([.set("b", [2, "2", 2, 3]), .removeElements([2, 4], from: "b")], ["a": 1, "b": ["2", 3]]),
            ([.removeElements([2], from: "c")], ["a": 1, "b": ["x": 1]]),
        ] as [([ChangeSet.Edit], PropertyListDictionary)])
    func edits(edits: [ChangeSet.Edit], expected: PropertyListDictionary) throws {
        var contents = Self.start
        try ChangeSet(edits).apply(to: &contents)
        #expect(contents == expected)
    }

    @Test(
        "if an edit fails, nothing is changed",
        arguments: [
            ([.set("a", 2), .require("z")], .noValue("z")), ([.remove("a"), .require("a")], .noValue("a")),
            ([.require("A")], .noValue("A")), ([.removeAll, .requireAnyKey], .noKeys),
            ([.require("e\u{301}")], .noValue("e\u{301}")),
            ([.appendMissing([1], to: "a")], .notAnArray("a")), ([.removeElements([1], from: "b")], .notAnArray("b")),
        ] as [([ChangeSet.Edit], EditFailure)])
    func conditions(edits: [ChangeSet.Edit], reason: EditFailure) {
        var contents = Self.start
        contents["\u{E9}"] = true
        let before = contents
        #expect(throws: PreferencesError(.edit(reason))) { try ChangeSet(edits).apply(to: &contents) }
        #expect(contents == before)
    }

    @Test("an empty domain has no keys")
    func noKeys() {
        var contents = PropertyListDictionary()
        #expect(throws: PreferencesError(.edit(.noKeys))) { try ChangeSet([.requireAnyKey]).apply(to: &contents) }
    }

    @Test(
        "edits change a root of any type",
        arguments: [
            ([.set(PropertyListPath(), 1)], 1), ([.set("0", "x")], ["x", ["k": 1]]), ([.remove("0")], [["k": 1]]),
            ([.remove("7")], ["a", ["k": 1]]), ([.insert("z", at: "2")], ["a", ["k": 1], "z"]),
            ([.append(["z"], to: PropertyListPath())], ["a", ["k": 1], "z"]),
            ([.appendMissing(["a", "b"], to: PropertyListPath())], ["a", ["k": 1], "b"]),
            ([.removeElements(["a"], from: PropertyListPath())], [["k": 1]]),
            ([.mergeInto("1", ["l": 2])], ["a", ["k": 1, "l": 2]]),
            ([.rename("0", to: PropertyListPath(["1", "k"]))], [["k": "a"]]),
            ([.rename("1", to: PropertyListPath())], ["k": 1]),
            ([.requireAnyKey, .require("0"), .require(PropertyListPath())], ["a", ["k": 1]]),
            ([.set(PropertyListPath(), [:]), .merge(["a": 1]), .remove("a"), .set("b", 2)], ["b": 2]),
        ] as [([ChangeSet.Edit], PropertyListValue)])
    func anyRoot(edits: [ChangeSet.Edit], expected: PropertyListValue) throws {
        var root: PropertyListValue = ["a", ["k": 1]]
        try ChangeSet(edits).apply(to: &root)
        #expect(root == expected)
    }

    @Test(
        "an edit that needs a dictionary, or leads nowhere, fails on another root and changes nothing",
        arguments: [
            ([.set("0", 1), .removeAll], .notADictionary(PropertyListPath())),
            ([.merge(["a": 1])], .notADictionary(PropertyListPath())),
            ([.mergeDeeply(["a": 1])], .notADictionary(PropertyListPath())),
            ([.mergeInto(PropertyListPath(), ["a": 1])], .notADictionary(PropertyListPath())),
            ([.remove(PropertyListPath())], .invalidPath(PropertyListError(.root))),
            ([.set("0", 1), .require("2")], .noValue("2")),
            ([.set("2", 1)], .invalidPath(PropertyListError(.notAnIndex("2", count: 2)))),
            ([.set(PropertyListPath(["0", "k"]), 1)], .invalidPath(PropertyListError(.notAContainer("0", .string)))),
        ] as [([ChangeSet.Edit], EditFailure)])
    func refusedByRoot(edits: [ChangeSet.Edit], reason: EditFailure) {
        var root: PropertyListValue = ["a", ["k": 1]]
        #expect(throws: PreferencesError(.edit(reason))) { try ChangeSet(edits).apply(to: &root) }
        #expect(root == ["a", ["k": 1]])
    }

    @Test("the contents of a domain stay a dictionary")
    func dictionary() throws {
        var contents = Self.start
        let refusal = PreferencesError.rootNotADictionary
        #expect(throws: refusal) { try ChangeSet([.set(PropertyListPath(), 1)]).apply(to: &contents) }
        #expect(contents == Self.start)
        try ChangeSet([.set(PropertyListPath(), ["c": 3])]).apply(to: &contents)
        #expect(contents == ["c": 3])
    }
}
