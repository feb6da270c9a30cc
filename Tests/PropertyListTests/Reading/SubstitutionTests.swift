import TestExtent
import Testing

@testable import PropertyList

/// Content that a value cannot hold is replaced and reported with its path.
struct SubstitutionTests {
    typealias Found = PropertyListSubstitution.Found

    private static func substitution(_ found: Found, at path: String...) -> PropertyListSubstitution {
        PropertyListSubstitution(path: PropertyListPath(path), found: found)
    }

    @Test("an unpaired surrogate in a key is reported too")
    func surrogateInKey() throws {
        let file = CraftedBinary(.dictionary(keys: [1], values: [2]), .utf16([0xD800]), .ascii("x"))
        let document = try PropertyListReader.read(file.bytes)
        #expect(document.substitutions.map(\.found) == [.loneSurrogate])
        #expect(document.value == ["\u{FFFD}": "x"])
    }

    @Test("an unpaired surrogate in old-style escapes is reported, in a key with the path of the key")
    func oldStyle() throws {
        let text = #"{ a = ("\Ud83d", "\Ud83d\Ude00"); b = { "\Ud83d" = c; }; "\Ude00" = d; }"#
        let document = try PropertyListReader.read(Array(text.utf8))
        #expect(document.value == ["a": ["\u{FFFD}", "\u{1F600}"], "b": ["\u{FFFD}": "c"], "\u{FFFD}": "d"])
        let paths = [["a", "0"], ["b", "\u{FFFD}"], ["\u{FFFD}"]]
        #expect(document.substitutions.map(\.found) == Array(repeating: .loneSurrogate, count: 3))
        #expect(document.substitutions.map(\.path.components) == paths)
    }

    /// The record of further substitutions of a kind.
    private static func further(_ found: Found) -> PropertyListSubstitution {
        PropertyListSubstitution(path: PropertyListPath(), found: found, isSomewhereInside: true)
    }

    @Test("after a hundred, one is recorded for each kind, including shared objects")
    func many() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2, 3], values: [4, 5, 6]), .ascii("a"), .ascii("b"), .ascii("c"),
            .container(0xA0, Array(repeating: 7, count: 150) + [5, 5, 6, 6]), .array(8, 7), .container(0xC0, [7]),
            [0x00], .utf16([0xD800]))
        let substitutions = try PropertyListReader.read(file.bytes).substitutions
        let nulls = (0..<100).map { Self.substitution(.null, at: "a", String($0)) }
        #expect(substitutions == nulls + [.null, .loneSurrogate, .set].map(Self.further))
    }

    @Test("a kind in a shared object is recorded again after a hundred others")
    func sharedBeforeMany() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2], values: [3, 4]), .ascii("a"), .ascii("b"),
            .container(0xA0, [4, 4] + Array(repeating: 6, count: 150)), .container(0xC0, [5]), .ascii("x"), [0x00])
        let substitutions = try PropertyListReader.read(file.bytes).substitutions
        #expect(
            substitutions.prefix(2) == [
                Self.substitution(.set, at: "a", "0"), Self.substitution(.set, at: "a", "1"),
            ])
        #expect(substitutions.dropFirst(100) == [Self.further(.null), Self.further(.set)])
    }

    @Test("the limit may be reached inside a shared array")
    func manyShared() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2], values: [3, 4]), .ascii("a"), .ascii("b"), .array(4, 4),
            .container(0xA0, Array(repeating: 5, count: 40)), [0x00])
        let substitutions = try PropertyListReader.read(file.bytes).substitutions
        #expect(substitutions.count == 101)
        #expect(substitutions[99] == Self.substitution(.null, at: "b", "19"))
        #expect(substitutions[100] == Self.further(.null))
    }

    @Test("a hundred are recorded with their paths in the old style, and then each kind once")
    func manyInText() throws {
        let depth = PropertyListLimits.depth - 1
        let values =
            String(repeating: "(", count: depth) + String(repeating: #""\Ud800","#, count: 1000)
            + String(repeating: ")", count: depth)
        let substitutions = try PropertyListReader.read(Array("{ K = \(values); L = \(values); }".utf8)).substitutions
        #expect(substitutions.prefix(100).allSatisfy { $0.path.components.count == depth + 1 })
        #expect(substitutions.dropFirst(100) == [Self.further(.loneSurrogate)])
    }

    @Test("a substitution without a known path may be at any path")
    func places() {
        let (known, unknown) = (Self.substitution(.null, at: "a", "0"), Self.further(.null))
        for place in [[], ["a"], ["a", "0"]] as [[String]] {
            #expect(known.mayConcern(PropertyListPath(place)))
            #expect(unknown.mayConcern(PropertyListPath(place)))
        }
        #expect(!known.mayConcern(PropertyListPath(["a", "1"])))
        #expect(unknown.mayConcern(PropertyListPath(["a", "1"])))
        #expect(unknown.description == "a null")
    }

    @Test("another kind is recorded after many of one kind")
    func kindAmongMany() throws {
        let values = Array(repeating: 3, count: 1000) + [4, 3, 4]
        let file = CraftedBinary(
            .dictionary(keys: [1], values: [2]), .ascii("a"), .container(0xA0, values), [0x00], .utf16([0xD800]))
        for substitutions in [
            try PropertyListReader.read(file.bytes).substitutions,
            try CoreFoundationReader.read(file.bytes, as: .binary).substitutions,
        ] {
            #expect(substitutions.count == 102)
            #expect(substitutions.suffix(2) == [Self.further(.null), Self.further(.loneSurrogate)])
        }
    }

    @Test(
        "each kind has a description",
        arguments: [
            (.set, "a set"), (.null, "a null"), (.keyOfAnotherType, "a key that is not a string"),
            (.loneSurrogate, "an unpaired surrogate"), (.wideInteger, "an integer beyond 64 bits"),
            (.impossibleDate, "a date that does not exist"), (.invalidBase64, "data that is not base64"),
        ] as [(Found, String)])
    func words(found: Found, text: String) {
        #expect(Self.substitution(found).description == text)
        #expect(Self.substitution(found, at: "a", "0").description == text + " at 'a.0'")
    }

    @Test("a message contains the beginning and the end of a very long path")
    func longPath() {
        let key = "a" + String(repeating: "é", count: 100_000) + "b"
        #expect(
            Self.substitution(.null, at: key, "0").description
                == "a null at 'a" + String(repeating: "é", count: 119) + "…" + String(repeating: "é", count: 57)
                + "b.0'")
        let short = String(repeating: "é", count: 200)
        #expect(Self.substitution(.null, at: short).description == "a null at '\(short)'")
    }
}
