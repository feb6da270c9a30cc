import DefaultsState
import PropertyList
import Testing

/// The selection of the parts of two property lists to compare.
struct PropertyListDifferenceFilterTests {
    private typealias Filter = PropertyListDifferenceFilter

    private static func globs(_ texts: [String]) throws -> [PropertyListPathGlob] {
        try texts.map { try #require(PropertyListPathGlob(parsing: $0)) }
    }

    /// Returns the paths that differ under a filter.
    private static func paths(
        _ old: PropertyListDictionary, _ new: PropertyListDictionary, only: [String] = [], ignoring: [String] = []
    ) throws -> [String] {
        let filter = Filter(only: try globs(only), ignoring: try globs(ignoring))
        return PropertyListDifference.between(old, filter.target(from: old, to: new)).map(\.path.description)
    }

    private static let old: PropertyListDictionary = [
        "a": 1, "w": ["t": 1, "u": ["t": 1, "v": 1]], "list": [["t": 1, "v": 1], "x"], "s": "text", "gone": ["t": 1],
    ]
    private static let new: PropertyListDictionary = [
        "a": 2, "w": ["t": 2, "u": ["t": 2, "v": 1]], "list": [["t": 2, "v": 1], "x"], "s": ["t": 1], "new": ["t": 1],
    ]

    @Test(
        "ignored paths, and values inside them, are not differences",
        arguments: [
            ([], ["a", "gone", "list", "new", "s", "w.t", "w.u.t"]),
            (["a"], ["gone", "list", "new", "s", "w.t", "w.u.t"]),
            (["w"], ["a", "gone", "list", "new", "s"]), (["w.t"], ["a", "gone", "list", "new", "s", "w.u.t"]),
            (["w.*"], ["a", "gone", "list", "new", "s"]), (["w.u"], ["a", "gone", "list", "new", "s", "w.t"]),
            (["**.t"], ["a", "s"]), (["list.0.t", "*w"], ["a", "gone", "s"]),
            (
                ["list.1"],
                [
                    "a", "gone", "list", "new", "s", "w.t", "w.u.t",
                ]
            ), (["**"], []), (["no.such.path"], ["a", "gone", "list", "new", "s", "w.t", "w.u.t"]),
        ] as [([String], [String])])
    func ignored(patterns: [String], expected: [String]) throws {
        #expect(try Self.paths(Self.old, Self.new, ignoring: patterns) == expected)
        #expect(try Self.paths(Self.new, Self.old, ignoring: patterns) == expected)
    }

    @Test(
        "the first pattern that matches nothing is found, whatever is ignored",
        arguments: [
            ([], nil), (["a", "gone.t", "new"], nil), (["a", "none", "w.x"], "none"), (["list.0.t", "a.b"], "a.b"),
            (["a\\.b"], "a\\.b"),
        ] as [([String], String?)])
    func unmatched(patterns: [String], expected: String?) throws {
        let filter = Filter(only: try Self.globs(patterns), ignoring: try Self.globs(["a", "list"]))
        #expect(filter.unmatched(in: [.dictionary(Self.old), .dictionary(Self.new)])?.text == expected)
    }

    @Test(
        "only included paths, and values inside them, are differences",
        arguments: [
            (["a"], ["a"]), (["w"], ["w.t", "w.u.t"]), (["w.t"], ["w.t"]), (["w.u.v"], []),
            (
                ["**.t"],
                [
                    "gone.t", "list", "new", "s", "w.t", "w.u.t",
                ]
            ), (["list.0.t"], ["list"]), (["list.1"], []), (["s.t"], ["s"]), (["none"], []), (["gone"], ["gone"]),
            (["*"], ["a", "gone", "list", "new", "s", "w.t", "w.u.t"]),
        ] as [([String], [String])])
    func only(patterns: [String], expected: [String]) throws {
        #expect(try Self.paths(Self.old, Self.new, only: patterns) == expected)
    }

    @Test("a value inside a container that one side lacks is found from both sides")
    func missingContainers() throws {
        let values: [PropertyListDictionary] = [
            ["w": ["t": 1, "u": 2]], ["w": [["t": 1]]], ["w": ["x": ["t": 1]]], ["w": [1, ["x": ["t": 1]]]],
        ]
        for value in values {
            for other in [[:], ["w": "text"], ["w": [:]], ["w": []]] as [PropertyListDictionary] {
                #expect(try !Self.paths(value, other, only: ["**.t"]).isEmpty)
                #expect(try !Self.paths(other, value, only: ["**.t"]).isEmpty)
                #expect(try Self.paths(value, other, only: ["**.none"]).isEmpty)
                #expect(try Self.paths(other, value, only: ["**.none"]).isEmpty)
            }
        }
    }

    @Test("arrays of different lengths differ if something in them is compared")
    func arrays() throws {
        let (short, long): (PropertyListDictionary, PropertyListDictionary) = (["l": [["t": 1]]], ["l": [["t": 1], 2]])
        for (old, new) in [(short, long), (long, short)] {
            #expect(try Self.paths(old, new) == ["l"])
            #expect(try Self.paths(old, new, ignoring: ["l.0"]) == ["l"])
            #expect(try Self.paths(old, new, ignoring: ["l"]) == [])
            #expect(try Self.paths(old, new, only: ["l.0"]) == [])
            #expect(try Self.paths(old, new, only: ["l.1"]) == ["l"])
        }
    }

    @Test("ignored paths take precedence over included paths")
    func both() throws {
        #expect(try Self.paths(Self.old, Self.new, only: ["w"], ignoring: ["**.t"]) == [])
        #expect(try Self.paths(Self.old, Self.new, only: ["w", "a"], ignoring: ["w.u"]) == ["a", "w.t"])
        #expect(try Self.paths(["l": [["t": 1]]], ["l": []], only: ["l.0.t"], ignoring: ["l.0"]) == [])
    }
}
