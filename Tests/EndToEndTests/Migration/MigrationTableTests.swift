import Foundation
import TestExtent
import Testing

/// What becomes of every kind of value, place, conflict and conversion.
@Suite(.waiting) struct MigrationTableTests {
    @Test("the files afterwards are those of the table", arguments: MigrationTable.all)
    func table(row: MigrationCase) throws {
        let scratch = Scratch()
        try scratch.store(row.from, as: "From")
        if !row.isOneDomain { try scratch.store(row.to, as: "To") }
        let target = row.isOneDomain ? "From" : "To"
        let options = row.words.prefix { $0.hasPrefix("-") }
        let before = try TreeState(scratch.root)
        let words = Array(options) + ["From", target] + row.words.dropFirst(options.count)
        let outcome = try scratch.migrate(words)
        #expect(outcome == Outcome(status: row.status, output: [], error: row.error))
        #expect(try scratch.stored("From") == row.fromAfter?.text)
        if !row.isOneDomain { #expect(try scratch.stored("To") == row.toAfter?.text) }
        #expect(try Array(scratch.migrationStates(target).values) == (row.isRecorded ? ["done"] : []))
        if !row.isRecorded { #expect(try TreeState(scratch.root) == before, "nothing is touched") }

        // A second run does nothing, whether the first did something or not.
        let after = try TreeState(scratch.root)
        let again = try scratch.migrate(words)
        #expect(again.status == row.status)
        #expect(try TreeState(scratch.root) == after)

        // A rollback gives back what was there.
        for identifier in try scratch.migrationStates(target).keys {
            #expect(try scratch.migrate(["--rollback", identifier, target]) == .silence)
        }
        #expect(try scratch.stored("From") == row.from?.text)
        if !row.isOneDomain { #expect(try scratch.stored("To") == row.to?.text) }
        #expect(try scratch.migrationStates(target) == [:])
    }
}

enum MigrationTable {
    static let all = types + wrongTypes + places + conflicts + paths + conversions + lossy

    /// A value of each type, with its name.
    private static let values: [(type: String, value: StoredValue)] = [
        ("string", "text"), ("integer", 14), ("float", 1.5), ("boolean", true), ("date", .date(1_700_000_000)),
        ("data", .data(hex: "00ff10")), ("array", ["a", 1]), ("dictionary", ["k": ["x": false]]),
    ]

    /// Every type, expected and found.
    private static let types = values.map { type, value in
        MigrationCase.two(
            "a value of type \(type)", ["Old": value, "Other": 1], ["Beside": "b"], "New=Old:\(type)",
            gives: ["Other": 1], ["Beside": "b", "New": value])
    }

    /// Every type, expected and something else found.
    private static let wrongTypes = zip(values, values.dropFirst() + values.prefix(1)).map { expected, found in
        MigrationCase.refused(
            "\(found.type) for \(expected.type)", ["Good": 1, "Old": found.value], ["Beside": "b"], "First=Good:int",
            "New=Old:\(expected.type)",
            error: "defaults: Key Old of domain From is \(article(found.type)), not \(article(expected.type)); "
                + "leaving defaults unchanged\n")
    }

    private static func article(_ type: String) -> String {
        switch type {
        case "integer", "array": "an \(type)"
        case "data": "data"
        case "float": "a real"
        default: "a \(type)"
        }
    }

    private static let places: [MigrationCase] = [
        .two(
            "an absent key is skipped", ["Other": 1], ["Beside": "b"], "New=Old:int",
            gives: ["Other": 1], ["Beside": "b"]),
        .two(
            "one absent and one present", ["Old": false], nil, "New=Old:bool", "Gone=Nothing:int",
            gives: nil, ["New": false]),
        .two("no domain of old keys", nil, ["Beside": "b"], "New=Old", gives: nil, ["Beside": "b"]),
        .two("no domain at all", nil, nil, "New=Old", gives: nil, [:]),
        .two("the last key leaves no file", ["Old": 1], nil, "New=Old", gives: nil, ["New": 1]),
        .two("the same name in both", ["K": 1, "L": 2], nil, "K=K", gives: ["L": 2], ["K": 1]),
        .two("a copy", ["Old": 1], nil, "--copy", "New=Old", gives: ["Old": 1], ["New": 1]),
        .two("one value for two keys", ["Old": 1], nil, "A=Old", "B=Old", gives: nil, ["A": 1, "B": 1]),
        .two("a key with a colon", ["a:b": 1], nil, "New=a:b:", gives: nil, ["New": 1]),
        .two("a key with an equals sign", ["a=b": 1], nil, "New=a=b", gives: nil, ["New": 1]),
        .one(
            "a key of every-day life", ["FontSize": 14, "k": 1], "TextSize=FontSize:int",
            gives: ["TextSize": 14, "k": 1]),
        .one("old and new are the same", ["K": 1], "K=K", gives: ["K": 1], isRecorded: false),
        .one(
            "old and new are the same in one of two steps", ["k": 1, "old": 2], "--on-conflict=fail", "k=k", "new=old",
            gives: ["k": 1, "new": 2]),
        .one("a step given twice", ["old": 1], "--on-conflict=fail", "new=old", "new=old", gives: ["new": 1]),
        .one("an exchange", ["A": 1, "B": "b"], "A=B", "B=A", gives: ["A": "b", "B": 1]),
        .one("a chain", ["A": 1, "B": 2], "B=A", "C=B", gives: ["B": 1, "C": 2]),
        .one("a copy", ["A": 1], "--copy", "B=A", gives: ["A": 1, "B": 1]),
    ]

    private static let kept = "defaults: Key New exists already; leaving it and key Old as they are\n"

    private static let conflicts: [MigrationCase] = [
        .two("both exist, by default", ["Old": 1], ["New": 2], "New=Old", gives: ["Old": 1], ["New": 2], error: kept),
        .two(
            "both exist, keep-new", ["Old": 1, "P": 3], ["New": 2], "--on-conflict=keep-new", "New=Old", "Q=P",
            gives: ["Old": 1], ["New": 2, "Q": 3], error: kept),
        .two(
            "both exist, overwrite", ["Old": 1], ["New": 2], "--on-conflict=overwrite", "New=Old",
            gives: nil, ["New": 1]),
        .refused(
            "both exist, fail", ["Old": 1, "P": 3], ["New": 2], "--on-conflict=fail", "Q=P", "New=Old",
            error: "defaults: Old key Old and new key New of domain To both exist; leaving defaults unchanged\n"),
        .two(
            "no conflict, fail", ["Old": 1], ["Other": 2], "--on-conflict=fail", "New=Old",
            gives: nil, ["New": 1, "Other": 2]),
        .one("both exist, by default", ["New": 2, "Old": 1], "New=Old", gives: ["New": 2, "Old": 1], error: kept),
        .one("both exist, overwrite", ["New": 2, "Old": 1], "--on-conflict=overwrite", "New=Old", gives: ["New": 1]),
        .one(
            "a conflict at the end of a chain", ["Mid": 2, "New": 3, "Old": 1], "Mid=Old", "New=Mid",
            gives: ["Mid": 2, "New": 3, "Old": 1],
            error: "defaults: Key Mid exists already; leaving it and key Old as they are\n"
                + "defaults: Key New exists already; leaving it and key Mid as they are\n"),
        .two(
            "a kept key stays for its other step too", ["Old": 1], ["New": 2], "New=Old", "Free=Old",
            gives: ["Old": 1], ["Free": 1, "New": 2], error: kept),
    ]

    private static let paths: [MigrationCase] = [
        .one(
            "into a new dictionary", ["W": 8, "H": 6], "--path", "Window.Width=W:int", "Window.Height=H",
            gives: ["Window": ["Height": 6, "Width": 8]]),
        .one(
            "out of a dictionary", ["Window": ["Width": 8, "x": 1]], "--path", "W=Window.Width",
            gives: ["W": 8, "Window": ["x": 1]]),
        .one("a key into itself", ["Theme": "dark"], "--path", "Theme.Name=Theme", gives: ["Theme": ["Name": "dark"]]),
        .one("a dotted key without the option", ["a.b": 1], "c.d=a.b", gives: ["c.d": 1]),
        .one("a dotted key with the option", ["a.b": 1], "--path", "c\\.d=a\\.b", gives: ["c.d": 1]),
        .two(
            "through an array", ["L": [["n": 1, "m": 2]]], nil, "--path", "N=L.0.n",
            gives: ["L": [["m": 2]]], ["N": 1]),
        .two(
            "a copy of an element", ["L": ["a", "b"]], nil, "--copy", "--path", "First=L.0",
            gives: ["L": ["a", "b"]], ["First": "a"]),
        .two(
            "over an element", ["Old": "z"], ["L": ["a", "b"]], "--on-conflict=overwrite", "--path", "L.0=Old",
            gives: nil, ["L": ["z", "b"]]),
        .refused(
            "an element moved away", ["L": ["a", "b"]], nil, "--path", "First=L.0",
            error: "defaults: Value at L.0 of domain From is an element of an array, which can only be copied; "
                + "leaving defaults unchanged\n"),
        .two(
            "through a string", ["Old": 1], ["S": "s"], "--path", "S.x=Old", gives: ["Old": 1], ["S": "s"],
            error: "defaults: Key S exists already; leaving it and key Old as they are\n"),
        .one(
            "through a string that is its own old value", ["S": "s"], "--path", "S.x=S", gives: ["S": ["x": "s"]]),
        .one("a key that begins with a slash", ["Old": 1], "/New=Old", gives: ["/New": 1]),
        .refused(
            "through a string, fail", ["Old": 1], ["S": "s"], "--on-conflict=fail", "--path", "S.x=Old",
            error: "defaults: Old key Old and new key S of domain To both exist; leaving defaults unchanged\n"),
        .refused(
            "through a string, overwrite", ["Old": 1], ["S": "s"], "--on-conflict=overwrite", "--path", "S.x=Old",
            error: "defaults: Value at S is a string, which cannot contain other values in domain To; "
                + "leaving defaults unchanged\n"),
    ]

    /// A conversion of each pair of types that loses nothing.
    private static let conversions: [MigrationCase] = [
        ("integer", "14", 14), ("float", "1.5", 1.5), ("float", "14", 14.0), ("boolean", "YES", true),
        ("boolean", "0", false), ("date", "2023-11-14T22:13:20Z", .date(1_700_000_000)),
        ("data", "hé", .data([0x68, 0xC3, 0xA9])), ("string", 14, "14"), ("float", 14, 14.0), ("boolean", 1, true),
        ("integer", 14.0, 14), ("string", 1.5, "1.5"), ("string", true, "true"), ("integer", false, 0),
        ("string", .date(1_700_000_000), "2023-11-14T22:13:20Z"), ("string", .data([0x68]), "h"),
    ].map { (type: String, old: StoredValue, new: StoredValue) in
        .two("\(old.text) becomes \(type)", ["Old": old], nil, "--convert", "New=Old:\(type)", gives: nil, ["New": new])
    }

    /// Conversions that would lose something.
    private static let lossy: [MigrationCase] = [
        ("integer", "007", "a string", "an integer"), ("integer", "large", "a string", "an integer"),
        ("float", "1e", "a string", "a real"), ("boolean", 2, "an integer", "a boolean"),
        ("integer", 1.5, "a real", "an integer"),
        ("float", 9_007_199_254_740_993, "an integer", "a real"), ("string", .data([0xFF]), "data", "a string"),
        ("string", ["a"], "an array", "a string"),
    ].map { (type: String, old: StoredValue, found: String, expected: String) in
        .refused(
            "\(old.text) would lose as \(type)", ["Old": old], nil, "--convert", "New=Old:\(type)",
            error: "defaults: Key Old of domain From is \(found) that 'lossless' cannot convert to \(expected); "
                + "leaving defaults unchanged\n")
    }
}
