import Foundation
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Patterns in the expected contents of domains.
struct StateExpectationTests {
    private static let domain = Domain("a")
    private static let folders = DomainFolders(root: "/root")

    private static let actual: PropertyListDictionary = [
        "s": "v1.2", "i": 1, "r": 1.5, "b": true, "d": .date(Date(timeIntervalSinceReferenceDate: 0)),
        "x": .data(Data([1])), "l": ["a", 2], "w": ["t": 4, "n": ["o": "é"]], "u": .uid(3),
    ]

    private static func expectation(_ contents: String) throws -> StateExpectation {
        try StateExpectation(Array("{\"a\": \(contents)}".utf8), folders: folders)
    }

    /// Returns the lines of differences without the heading.
    private static func lines(_ contents: String, _ actual: PropertyListDictionary) throws -> [String] {
        try expectation(contents).differences(from: [domain: actual]).flatMap { difference in
            difference.description.split(separator: "\n").dropFirst().map(String.init)
        }
    }

    @Test(
        "a pattern matches values of its types, and no others",
        arguments: [
            (#"{"$any": "string"}"#, ["s"]), (#"{"$any": "integer"}"#, ["i"]), (#"{"$any": "real"}"#, ["r"]),
            (#"{"$any": "float"}"#, ["r"]), (#"{"$any": "boolean"}"#, ["b"]), (#"{"$any": "date"}"#, ["d"]),
            (#"{"$any": "data"}"#, ["x"]), (#"{"$any": "array"}"#, ["l"]), (#"{"$any": "dictionary"}"#, ["w"]),
            (#"{"$any": "uid"}"#, ["u"]), (#"{"$any": ["integer", "date"]}"#, ["d", "i"]),
            (#"{"$any": true}"#, ["b", "d", "i", "l", "r", "s", "u", "w", "x"]), (#"{"$matches": "."}"#, ["s"]),
            (#"{"$matches": "^v[0-9]+\\.[0-9]+$"}"#, ["s"]), (#"{"$matches": "^1"}"#, []),
            (#"{"$matches": ""}"#, ["s"]), (#"{"$matches": "(1|2){2}"}"#, []),
        ] as [(String, [String])])
    func patterns(text: String, keys: [String]) throws {
        for (key, value) in Self.actual {
            let isFound = try Self.lines("{\"k\": \(text)}", ["k": value]).isEmpty
            #expect(isFound == keys.contains(key), "\(key)")
        }
        #expect(try Self.lines("{\"k\": \(text)}", [:]).count == 1)
    }

    @Test(
        "characters are scalars, a NUL or a newline does not end the text, and what takes too long is no match",
        arguments: [
            ("^.$", "é", true), ("^[äé]$", "é", true), ("^..$", "é", false), ("^a.b$", "a\0b", true),
            ("b$", "a\0b", true), ("a$", "a\0b", false), ("^a.b$", "a\nb", true), ("^b", "a\nb", false),
            ("^$", "", true), ("x", "", false), ("a\0", "a\0", true), ("(", "(", false),
            (".{9000}x", String(repeating: "a", count: 10_000), false),
        ])
    func text(expression: String, text: String, isMatch: Bool) throws {
        let difference = StateDifference(from: ["k": .matching(expression)], to: ["k": .string(text)])
        #expect(difference.differences.isEmpty == isMatch)
    }

    @Test(
        "patterns can be anywhere in values, and a mismatch names its place",
        arguments: [
            (#"{"w": {"t": {"$any": "integer"}, "n": {"o": {"$matches": "^é$"}}}}"#, []),
            (#"{"w": {"t": {"$any": "string"}, "n": {"o": "é"}}}"#, ["- w.t: any string", "+ w.t: integer 4"]),
            (
                #"{"w": {"$any": ["date", "float"]}}"#,
                ["- w: any date or float", #"+ w: dictionary {"n":{"o":"é"},"t":4}"#]
            ),
            (#"{"w": {"t": 4, "n": {"o": {"$any": true}, "p": {"$any": true}}}}"#, ["- w.n.p: any value"]),
            (#"{"l": [{"$any": "string"}, {"$any": "integer"}]}"#, []),
            (
                #"{"l": [{"$matches": "b"}, {"$any": "integer"}]}"#,
                [#"- l: array [{"$matches":"b"},2]"#, #"+ l: array ["a",2]"#]
            ),
            (#"{"l": [{"$any": "string"}]}"#, [#"- l: array ["a"]"#, #"+ l: array ["a",2]"#]),
            (
                #"{"l": {"t": {"$any": "date"}}}"#,
                [#"- l: dictionary {"t":{"$any":"date"}}"#, #"+ l: array ["a",2]"#]
            ),
            (#"{"s": {"$matches": "^\"\n"}}"#, [#"- s: string matching "^\"\n""#, #"+ s: string "v1.2""#]),
            (#"{"s": {"$absent": true}}"#, [#"+ s: string "v1.2""#]),
            (#"{"new": {"$absent": true}, "s": "v1.2"}"#, []),
        ] as [(String, [String])])
    func places(text: String, expected: [String]) throws {
        let mentioned = Self.actual.filter { text.contains("\"\($0.key)\":") }
        let actual = PropertyListDictionary(mentioned.map { ($0.key, $0.value) })
        #expect(try Self.lines(text, actual) == expected)
    }

    @Test(
        "merged dictionaries may have other members, at any depth",
        arguments: [
            (#"{"$merge": {}}"#, []), (#"{"$merge": {"i": 1}}"#, []),
            (#"{"$merge": {"i": 2}}"#, ["- i: integer 2", "+ i: integer 1"]),
            (#"{"$merge": {"w": {"n": {"o": {"$any": "string"}}}}}"#, []),
            (#"{"$merge": {"w": {"$merge": {}}}}"#, []), (#"{"$merge": {"s": {"k": {"$absent": true}}}}"#, []),
            (#"{"$merge": {"w": {"t": {"$absent": true}}}}"#, ["+ w.t: integer 4"]),
            (#"{"$merge": {"z": {"k": 1}}}"#, [#"- z: dictionary {"k":1}"#]), (#"{"$merge": {"z": {}}}"#, []),
        ] as [(String, [String])])
    func merging(text: String, expected: [String]) throws {
        #expect(try Self.lines(text, Self.actual) == expected)
    }

    @Test("a dictionary that looks like a pattern is written in a tag")
    func escaping() throws {
        let literal: PropertyListDictionary = ["k": ["$any": "date"], "l": ["$x": ["$matches": "a"]]]
        let text = """
            {"k": {"$dictionary": {"$any": "date"}},
            "l": {"$dictionary": {"$x": {"$dictionary": {"$matches": "a"}}}}}
            """
        #expect(try Self.lines(text, literal) == [])
        #expect(try Self.lines(text, ["k": "date", "l": ["$x": "a"]]).count == 4)
        // What is written as JSON is read as the same exact contents.
        let written = JSONWriter().text(of: .dictionary(literal))
        #expect(try Self.expectation(written).domains == [Self.domain: ExpectedValue(literal)])
        // A pattern inside such a dictionary is one.
        let pattern = #"{"l": {"$dictionary": {"$x": {"$any": "integer"}}}}"#
        #expect(try Self.lines(pattern, ["l": ["$x": 5]]) == [])
        #expect(try Self.lines(pattern, ["l": ["$x": "5"]]) == ["- l.$x: any integer", #"+ l.$x: string "5""#])
    }

    @Test("in a property list, nothing is a pattern")
    func propertyList() throws {
        let contents: PropertyListDictionary = ["a": ["k": ["$any": "date"]]]
        let bytes = Array(try PropertyListWriter.data(of: .dictionary(contents), as: .xml))
        let expectation = try StateExpectation(bytes, folders: Self.folders)
        #expect(expectation.differences(from: [Self.domain: ["k": ["$any": "date"]]]).isEmpty)
        #expect(expectation.differences(from: [Self.domain: ["k": .date(Date())]]).count == 1)
    }

    @Test(
        "an invalid pattern is refused with its place",
        arguments: [
            (#"{"k": {"$any": "dat"}}"#, "the type 'dat' at 'k' of domain 'a' is unknown; use array, boolean"),
            (#"{"w": {"l": [1, {"$any": ["date", "x"]}]}}"#, "the type 'x' at 'w.l.1' of domain 'a' is unknown"),
            (#"{"k": {"$any": []}}"#, "the tag at 'k' of domain 'a' is invalid"),
            (#"{"k": {"$any": false}}"#, "the tag at 'k' of domain 'a' is invalid"),
            (#"{"k": {"$any": [1]}}"#, "the tag at 'k' of domain 'a' is invalid"),
            (#"{"k": {"$any": {"$any": "date"}}}"#, "the tag at 'k' of domain 'a' is invalid"),
            (#"{"k": {"$matches": 1}}"#, "the tag at 'k' of domain 'a' is invalid"),
            (
                #"{"w": {"$merge": {"k": {"$matches": "("}}}}"#,
                #"the expression '(' at 'w.$merge.k' of domain 'a' is invalid: a missing ')' (character 1)"#
            ),
            (#"{"k": [{"$absent": true}]}"#, "the tag at 'k.0' of domain 'a' is neither the value of a key"),
            (#"{"$any": "dictionary"}"#, "the tag of domain 'a' is invalid"), ("1", "is an integer, not a dictionary"),
            (#"{"k": {"$some": 1}}"#, "unknown tag '$some' on line 1, column 13 at 'a.k'"),
        ])
    func refusals(text: String, message: String) {
        let error = #expect(throws: StateDocument.ReadingError.self) { try Self.expectation(text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test(
        "a document with a pattern cannot be applied",
        arguments: [
            (#"{"k": {"$any": "date"}}"#, "at 'k' of domain 'a'"),
            (#"{"w": {"$merge": {"k": {"$matches": "a"}}}}"#, "at 'w.$merge.k' of domain 'a'"),
            (#"{"w": {"l": [{"$any": true}]}}"#, "at 'w.l.0' of domain 'a'"), (#"{"$any": true}"#, "of domain 'a'"),
        ])
    func applied(text: String, place: String) {
        let error = #expect(throws: StateDocument.ReadingError.self) {
            try StateDocument(Array("{\"a\": \(text)}".utf8), folders: Self.folders)
        }
        let expected = "the pattern \(place) is not a value; only what is compared can contain patterns"
        #expect(error?.description == expected)
    }

    @Test("without patterns, contents match exactly if applying the document changes nothing", arguments: 0..<1000)
    func applying(seed: Int) throws {
        var random = RandomState(seed: seed)
        let text = random.document()
        let document = try StateDocument(Array(text.utf8), folders: Self.folders)
        let expectation = try StateExpectation(Array(text.utf8), folders: Self.folders)
        for state in document.domains {
            var actual = random.dictionary()
            if random.isTrue(oneIn: 2) { actual = state.contents(from: actual) }
            if !state.removesOtherKeys {
                // Keys that are not listed stay when the document is applied, and are differences here.
                let listed = state.requirements.compactMap(\.path.components.first)
                actual = PropertyListDictionary(actual.filter { listed.contains($0.key) }.map { ($0.key, $0.value) })
            }
            let expected = try #require(expectation.domains[state.domain])
            let difference = StateDifference(of: state.domain, from: expected, to: actual)
            #expect(difference.differences.isEmpty == (state.contents(from: actual) == actual), "\(text) \(actual)")
        }
    }

    @Test("two documents are equal if their patterns are, and each is compared with the values of the other")
    func bothSides() throws {
        let first = try ExpectedValue(
            contentsIn: Array(#"{"k": {"$any": "date"}, "i": 1, "n": {"$any": "date"}}"#.utf8))
        let second = try ExpectedValue(
            contentsIn: Array(#"{"k": {"$any": "date"}, "i": {"$any": "integer"}, "n": {"$matches": "a"}}"#.utf8))
        let match = ExpectationMatch(of: first, with: second)
        let differences = match.differences(to: match.new)
        #expect(differences.map(\.path) == ["n"])
        #expect(differences.flatMap(\.lines).map(\.text) == ["- n: any date", #"+ n: string matching "a""#])
    }

    @Test("patterns in written JSON are read as patterns again")
    func json() throws {
        let value: PropertyListValue = [
            "k": ["$any": "date"], "l": [["$any": "date"], ["$x": ["$matches": "a"]]], "$any": ["$any": "date"],
        ]
        let paths: Set<PropertyListPath> = ["k", PropertyListPath(["l", "1", "$x"])]
        let bytes = JSONWriter().bytes(of: value, keepingTags: paths)
        let (read, tagged) = try JSONReader.read(bytes, keepingTags: ["$any", "$matches"])
        #expect(read == value)
        #expect(tagged == paths)
    }

    @Test(
        "an updated expectation keeps patterns that match, and accepts the contents",
        arguments: [
            (#"{"s":{"$any":"string"},"i":2}"#, ["s": "a", "i": 3], #"{"i":3,"s":{"$any":"string"}}"#),
            (#"{"s":{"$any":"string"},"i":2}"#, ["s": 1, "n": ["$any": "date"]], nil),
            (#"{"$merge":{"i":{"$any":true},"k":1}}"#, ["i": 1, "z": 2], nil),
            (
                #"{"$merge":{"w":{"i":{"$any":true}},"z":{}}}"#, ["w": ["i": 1, "j": 2]],
                #"{"$merge":{"w":{"i":{"$any":true}},"z":{}}}"#
            ),
            (#"{"l":[{"$matches":"a"},1]}"#, ["l": ["ab", 2, 3]], #"{"l":[{"$matches":"a"},2,3]}"#),
            (#"{"w":{"$merge":{"x":{"$absent":true}}}}"#, ["w": 1], #"{"w":{"$merge":{"x":{"$absent":true}}}}"#),
            (#"{"w":{"$merge":{"x":1}}}"#, ["w": 1], #"{"w":1}"#), (#"{"w":{"$absent":true}}"#, ["w": 1], #"{"w":1}"#),
        ] as [(String, PropertyListDictionary, String?)])
    func updating(text: String, contents: PropertyListDictionary, expected: String?) throws {
        let old = try #require(try Self.expectation(text).domains[Self.domain])
        let new = old.updated(to: contents)
        #expect(StateDifference(from: new, to: contents).differences.isEmpty)
        let json = String(decoding: StateExpectation([Self.domain: new]).json(folders: Self.folders), as: UTF8.self)
        let compact = json.filter { !$0.isWhitespace }
        if let expected { #expect(compact == "{\"a\":\(expected)}") }
        #expect(try StateExpectation(Array(json.utf8), folders: Self.folders).domains[Self.domain] == new)
        // What is accepted is not changed.
        #expect(new.updated(to: contents) == new)
    }
}
