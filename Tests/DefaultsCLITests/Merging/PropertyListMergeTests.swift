import Foundation
import PropertyList
import TestExtent
import Testing

@testable import DefaultsCLI

/// A merge: three versions in the old style, the merged value, and the paths of the conflicts.
struct MergeCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let base: String
    let ours: String
    let theirs: String
    let merged: String
    let conflicts: [String]

    init(_ rule: String, _ base: String, _ ours: String, _ theirs: String, _ merged: String, _ conflicts: String...) {
        (self.rule, self.base, self.ours, self.theirs) = (rule, base, ours, theirs)
        (self.merged, self.conflicts) = (merged, conflicts)
    }

    var testDescription: String { rule }
}

@Suite("Three-way merges of values")
struct PropertyListMergeTests {
    static let cases: [MergeCase] = [
        MergeCase("changes of different keys", "{a=1; b=1;}", "{a=2; b=1;}", "{a=1; b=2;}", "{a=2; b=2;}"),
        MergeCase("the same change", "{a=1;}", "{a=2;}", "{a=2;}", "{a=2;}"),
        MergeCase("different changes", "{a=1;}", "{a=2;}", "{a=3;}", "{a=2;}", "a"),
        MergeCase("additions of different keys", "{}", "{a=1;}", "{b=1;}", "{a=1; b=1;}"),
        MergeCase("the same addition", "{}", "{a=1;}", "{a=1;}", "{a=1;}"),
        MergeCase("different additions", "{}", "{a=1;}", "{a=2;}", "{a=1;}", "a"),
        MergeCase("two new dictionaries", "{}", "{a={b=1;};}", "{a={c=1;};}", "{a={b=1; c=1;};}"),
        MergeCase("two new arrays", "{}", "{a=(1);}", "{a=(2);}", "{a=(1);}", "a"),
        MergeCase("a deletion on one side", "{a=1; b=1;}", "{b=1;}", "{a=1; b=1;}", "{b=1;}"),
        MergeCase("a deletion on both sides", "{a=1; b=1;}", "{b=1;}", "{b=1;}", "{b=1;}"),
        MergeCase("a change of what is deleted", "{a=1;}", "{}", "{a=2;}", "{}", "a"),
        MergeCase("a change deep in what is deleted", "{a={b=1;};}", "{a={b=2;};}", "{}", "{a={b=2;};}", "a"),
        MergeCase(
            "nested dictionaries", "{a={b=1; c=1;};}", "{a={b=2; c=1;};}", "{a={b=1; c=2;};}", "{a={b=2; c=2;};}"),
        MergeCase("a dictionary that becomes an array", "{a={b=1;};}", "{a=(1);}", "{a={b=2;};}", "{a=(1);}", "a"),
        MergeCase("elements at both ends", "{a=(1,2,3);}", "{a=(0,1,2,3);}", "{a=(1,2,3,4);}", "{a=(0,1,2,3,4);}"),
        MergeCase("deleted and added elements", "{a=(1,2,3,4);}", "{a=(1,3,4);}", "{a=(1,2,3,4,5);}", "{a=(1,3,4,5);}"),
        MergeCase("the same new element", "{a=(1);}", "{a=(1,2);}", "{a=(1,2);}", "{a=(1,2);}"),
        MergeCase("different new elements", "{a=(1);}", "{a=(1,2);}", "{a=(1,3);}", "{a=(1,2);}", "a.1"),
        MergeCase(
            "different changes of one element", "{a=(1,2,3);}", "{a=(1,4,3);}", "{a=(1,5,3);}", "{a=(1,4,3);}", "a.1"),
        MergeCase("changes of neighbours", "{a=(1,2);}", "{a=(3,2);}", "{a=(1,4);}", "{a=(3,4);}"),
        MergeCase(
            "dictionaries in an array", "{a=({b=1; c=1;},x);}", "{a=({b=2; c=1;},x);}", "{a=({b=1; c=2;},x);}",
            "{a=({b=2; c=2;},x);}"),
        MergeCase("a run that grows on one side", "{a=(1,2);}", "{a=(3,4,5);}", "{a=(1,6);}", "{a=(3,4,5);}", "a.0"),
        MergeCase("equal elements", "{a=(x,x);}", "{a=(x,x,x);}", "{a=(x);}", "{a=(x,x,x);}", "a.1"),
    ]

    private func value(_ text: String) throws -> PropertyListValue {
        try PropertyListReader.read(Array(text.utf8)).value
    }

    @Test("rules", arguments: cases)
    func rules(_ example: MergeCase) throws {
        let (base, ours) = (try value(example.base), try value(example.ours))
        let theirs = try value(example.theirs)
        let merge = PropertyListMerge(base: base, ours: ours, theirs: theirs)
        #expect(merge.conflicts.map(\.path.description) == example.conflicts)
        if example.conflicts.isEmpty {
            #expect(merge.ours == (try value(example.merged)))
            #expect(merge.base == merge.ours)
            #expect(merge.theirs == merge.ours)
        } else {
            #expect(merge.ours == (try value(example.merged)))
            #expect(merge.theirs != merge.ours)
        }
        let swapped = PropertyListMerge(base: base, ours: theirs, theirs: ours)
        #expect(swapped.conflicts.count == merge.conflicts.count)
        #expect(swapped.ours == merge.theirs)
        #expect(swapped.theirs == merge.ours)
    }

    @Test("a type that changes alone is a change")
    func types() {
        let merge = PropertyListMerge(base: ["a": 0], ours: ["a": 1], theirs: ["a": true])
        #expect(merge.conflicts.map(\.path.description) == ["a"])
        #expect(PropertyListMerge(base: ["a": 1], ours: ["a": 1], theirs: ["a": true]).ours == ["a": true])
        #expect(PropertyListMerge(base: ["a": 1], ours: ["a": .real(1)], theirs: ["a": 1]).ours == ["a": .real(1)])
    }

    /// A missing value and a value of each kind, and changed ones.
    private static let kinds: [PropertyListValue?] = [nil, "x", "y", 1, ["x"], ["x", "y"], ["k": "x"], ["k": "y"]]

    @Test("all combinations of missing values, scalars, arrays and dictionaries")
    func combinations() {
        for base in Self.kinds {
            for ours in Self.kinds {
                for theirs in Self.kinds { check(base, ours, theirs) }
            }
        }
    }

    private func check(_ base: PropertyListValue?, _ ours: PropertyListValue?, _ theirs: PropertyListValue?) {
        let merge = PropertyListMerge(base: base, ours: ours, theirs: theirs)
        let comment: Comment = "\(String(describing: (base, ours, theirs)))"
        if ours == theirs || base == theirs {
            #expect(merge.ours == ours, comment)
            #expect(merge.conflicts.isEmpty, comment)
        } else if base == ours {
            #expect(merge.ours == theirs, comment)
            #expect(merge.conflicts.isEmpty, comment)
        } else if !merge.conflicts.isEmpty {
            #expect(merge.ours != merge.theirs, comment)
            #expect(merge.conflicts.allSatisfy { $0.ours != $0.theirs && $0.ours != $0.base && $0.theirs != $0.base })
        }
        let swapped = PropertyListMerge(base: base, ours: theirs, theirs: ours)
        #expect(swapped.ours == merge.theirs, comment)
        #expect(swapped.base == merge.base, comment)
        #expect(swapped.theirs == merge.ours, comment)
    }

    @Test("an unchanged side gives the other side, and a result merged again with a side is itself")
    func laws() {
        var merged = 0
        for seed in 0..<UInt64(Extent.count(2000, short: 100)) {
            var edits = RandomEdits(seed: seed, exactIn: .xml)
            let base = edits.value(depth: 4)
            let (ours, theirs) = (edits.changed(edits.changed(base)), edits.changed(edits.changed(base)))
            #expect(PropertyListMerge(base: base, ours: ours, theirs: base).ours == ours)
            #expect(PropertyListMerge(base: base, ours: base, theirs: theirs).ours == theirs)
            #expect(PropertyListMerge(base: base, ours: ours, theirs: ours).ours == ours)
            check(base, ours, theirs)
            let merge = PropertyListMerge(base: base, ours: ours, theirs: theirs)
            guard merge.conflicts.isEmpty, let result = merge.ours else { continue }
            merged += 1
            for side in [ours, theirs] {
                let again = PropertyListMerge(base: side, ours: result, theirs: side)
                #expect(again.ours == result, "seed \(seed)")
                #expect(again.conflicts.isEmpty, "seed \(seed)")
            }
        }
        #expect(merged > Extent.count(100, short: 5))
    }

    @Test("edits of different keys are all merged, and edits of one key are all reported")
    func places() {
        for seed in 0..<UInt64(Extent.count(2000, short: 100)) {
            var edits = RandomEdits(seed: seed, exactIn: .xml)
            var base = PropertyListDictionary()
            for key in 0..<6 { base["k\(key)"] = edits.value() }
            var (ours, theirs, both) = (base, base, base)
            for key in base.keys {
                guard let old = base[key] else { continue }
                let new = edits.changed(old)
                switch edits.values.generator.next() % 3 {
                case 0: (ours[key], both[key]) = (new, new)
                case 1: (theirs[key], both[key]) = (new, new)
                default: (ours[key], theirs[key], both[key]) = (new, new, new)
                }
            }
            let merge = PropertyListMerge(
                base: .dictionary(base), ours: .dictionary(ours), theirs: .dictionary(theirs))
            #expect(merge.conflicts.isEmpty, "seed \(seed)")
            #expect(merge.ours == .dictionary(both), "seed \(seed)")
            ours["clash"] = "a"
            theirs["clash"] = "b"
            let clash = PropertyListMerge(
                base: .dictionary(base), ours: .dictionary(ours), theirs: .dictionary(theirs))
            #expect(clash.conflicts.map(\.path.description) == ["clash"])
        }
    }

    @Test("arrays of 10,000 elements merge, whatever they contain")
    func longArrays() {
        let count = 10_000
        let distinct = (0..<count).map { PropertyListValue.string(String($0)) }
        let equal = [PropertyListValue](repeating: "x", count: count)
        for base in [distinct, equal, distinct.map { _ in ["k": "x"] }] {
            var (ours, theirs) = (base, base)
            ours[10] = "ours"
            theirs[count - 10] = "theirs"
            let merge = PropertyListMerge(base: .array(base), ours: .array(ours), theirs: .array(theirs))
            theirs[10] = "ours"
            #expect(merge.conflicts.isEmpty)
            #expect(merge.ours == .array(theirs))
        }
        let other = distinct.reversed() + equal
        let merge = PropertyListMerge(base: .array(equal), ours: .array(distinct), theirs: .array(Array(other)))
        #expect(merge.ours == .array(distinct))
        #expect(merge.theirs == .array(Array(other)))
    }
}

@Suite("Common elements")
struct CommonElementsTests {
    @Test("the pairs ascend and are equal, and none is missing")
    func pairs() {
        for seed in 0..<UInt64(Extent.count(2000, short: 100)) {
            var random = SeededGenerator(seed: seed)
            let alphabet = 1 + Int(random.next() % 12)
            let old = (0..<Int(random.next() % 40)).map { _ in Int(random.next() % UInt64(alphabet)) }
            let new = (0..<Int(random.next() % 40)).map { _ in Int(random.next() % UInt64(alphabet)) }
            let pairs = old[...].commonElements(with: new[...])
            #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
            #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
            let best = old.count - new.difference(from: old).removals.count
            #expect(pairs.count == best, "seed \(seed): \(old) \(new)")
            #expect(old[...].commonElements(with: old[...]).count == old.count)
        }
    }

    @Test("slices have their own indices")
    func slices() {
        let pairs = ["x", "a", "b"][1...].commonElements(with: ["b", "y", "a", "b"][2...])
        #expect(pairs.map(\.old) == [1, 2])
        #expect(pairs.map(\.new) == [2, 3])
    }
}
