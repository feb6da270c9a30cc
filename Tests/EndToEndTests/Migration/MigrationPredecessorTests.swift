import Foundation
import Testing

/// The transfer of the wrapper that this succeeds, capability by capability, and its bugs, none of which is here.
@Suite(.waiting) struct MigrationPredecessorTests {
    let scratch = Scratch()

    private func migrate(_ words: String...) throws -> Outcome { try scratch.migrate(words) }

    private let silence = Outcome.silence

    @Test("XB4: a map of new to old keys is a transfer, and an empty map does nothing")
    func map() throws {
        try scratch.store(["oldName": "Ann", "oldAge": 42], as: "D")
        try Data("{}".utf8).write(to: URL(fileURLWithPath: scratch.path + "/empty"))
        try Data(#"{"name": "oldName", "age": "oldAge"}"#.utf8).write(to: URL(fileURLWithPath: scratch.path + "/map"))
        let before = try TreeState(scratch.root)
        #expect(try migrate("D", "D", "empty") == silence)
        #expect(try TreeState(scratch.root) == before)
        #expect(try migrate("D", "D", "map") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("age", 42), ("name", "Ann")]).text)
    }

    @Test("XB5: a value is taken by the type of the new key, and the old key goes")
    func type() throws {
        try scratch.store(["old": 42, "text": "t"], as: "D")
        #expect(try migrate("D", "D", "new=old:int", "words=text:string") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("new", 42), ("words", "t")]).text)
    }

    @Test("XB6: a step whose new key is the old one is skipped")
    func sameKey() throws {
        try scratch.store(["k": 1, "old": 2], as: "D")
        #expect(try migrate("--on-conflict=fail", "D", "D", "k=k", "new=old") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("k", 1), ("new", 2)]).text)
    }

    @Test("XB7: it runs once, and the caller need not guard it")
    func once() throws {
        try scratch.store(["old": 1], as: "D")
        #expect(try migrate("D", "D", "new=old") == silence)
        #expect(try scratch.defaults("write", "D", "old", "-int", "2").status == 0)
        #expect(try migrate("--on-conflict=overwrite", "--id", "x", "D", "D", "other=nothing") == silence)
        let before = try TreeState(scratch.root)
        #expect(try migrate("D", "D", "new=old") == silence)
        #expect(try TreeState(scratch.root) == before)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("new", 1), ("old", 2)]).text)
    }

    @Test("XB8: a step given twice is one step")
    func duplicates() throws {
        try scratch.store(["old": 1], as: "D")
        #expect(try migrate("--on-conflict=fail", "D", "D", "new=old", "new=old") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("new", 1)]).text)
    }

    @Test("bug: a missing scalar was written as zero; here it is skipped, and a value that comes later is left alone")
    func missing() throws {
        try scratch.store(["k": 1], as: "D")
        let map = ["new=old:int", "flag=was:bool", "ratio=r:float"]
        for _ in 0..<2 {
            #expect(try scratch.migrate(["D", "D"] + map) == silence)
            #expect(try scratch.stored("D") == StoredValue.dictionary([("k", 1)]).text)
        }
        #expect(try scratch.defaults("write", "D", "old", "-int", "7").status == 0)
        #expect(try scratch.migrate(["D", "D"] + map) == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("k", 1), ("old", 7)]).text)
    }

    @Test("bug: a value of another type became zero; here everything stops, and the key is named")
    func coercion() throws {
        try scratch.store(["good": 1, "old": "many"], as: "D")
        let before = try TreeState(scratch.root)
        let outcome = try migrate("D", "D", "fine=good:int", "new=old:int")
        #expect(outcome.status == 1)
        #expect(
            outcome.error == "defaults: Key old of domain D is a string, not an integer; leaving defaults unchanged\n")
        #expect(try TreeState(scratch.root) == before)
    }

    @Test("bug: two classes shared one flag; here every migration of every domain has its own record")
    func sharedFlag() throws {
        for domain in ["A", "B"] {
            try scratch.store(["old": 1, "other": 2], as: domain)
            #expect(try migrate("--id", "same", domain, domain, "new=old") == silence)
            #expect(try migrate("--id", "second", domain, domain, "also=other") == silence)
            #expect(try scratch.stored(domain) == StoredValue.dictionary([("also", 2), ("new", 1)]).text)
            #expect(try scratch.migrationStates(domain) == ["same": "done", "second": "done"])
        }
    }

    @Test("bug: a later, larger map never ran; here it has an identifier of its own")
    func largerMap() throws {
        try scratch.store(["a": 1, "b": 2], as: "D")
        #expect(try migrate("D", "D", "newA=a") == silence)
        #expect(try migrate("D", "D", "newA=a", "newB=b") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("newA", 1), ("newB", 2)]).text)
        #expect(try scratch.migrationStates("D").count == 2)
    }

    @Test("bug: the flag was set after half the work; here all steps are done or none")
    func partialWork() throws {
        try scratch.store(["a": 1, "b": "x"], as: "From")
        let before = try TreeState(scratch.root)
        #expect(try migrate("From", "To", "newA=a:int", "newB=b:int").status == 1)
        #expect(try TreeState(scratch.root) == before)
        #expect(try scratch.defaults("write", "From", "b", "-int", "2").status == 0)
        #expect(try migrate("From", "To", "newA=a:int", "newB=b:int") == silence)
        #expect(try scratch.stored("To") == StoredValue.dictionary([("newA", 1), ("newB", 2)]).text)
    }

    @Test("bug: there was no way back and no look ahead; here there are both")
    func wayBack() throws {
        try scratch.store(["a": 1], as: "D")
        let before = try TreeState(scratch.root)
        #expect(try migrate("--dry-run", "D", "D", "b=a").text.hasSuffix("- a: integer 1\n+ b: integer 1\n"))
        #expect(try TreeState(scratch.root) == before)
        #expect(try migrate("--id", "m", "D", "D", "b=a") == silence)
        #expect(try migrate("--rollback", "m", "D") == silence)
        #expect(try scratch.stored("D") == StoredValue.dictionary([("a", 1)]).text)
    }
}
