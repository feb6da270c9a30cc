import DefaultsCore
import PropertyList
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
        ] as [([ChangeSet.Edit], ChangeSet.EditError.Reason)])
    func conditions(edits: [ChangeSet.Edit], reason: ChangeSet.EditError.Reason) {
        var contents = Self.start
        contents["\u{E9}"] = true
        let before = contents
        #expect(throws: ChangeSet.EditError(reason)) { try ChangeSet(edits).apply(to: &contents) }
        #expect(contents == before)
    }

    @Test("an empty domain has no keys")
    func noKeys() {
        var contents = PropertyListDictionary()
        #expect(throws: ChangeSet.EditError(.noKeys)) { try ChangeSet([.requireAnyKey]).apply(to: &contents) }
    }
}
