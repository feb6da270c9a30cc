import Foundation
import PropertyList
import Testing

@testable import PropertyList

/// Edits of JSON, which may have comments and commas before closing brackets.
@Suite("Edits that keep the layout of JSON")
struct JSONLayoutTests {
    static let values: [LayoutCase] = [
        LayoutCase(
            "a changed scalar of each type keeps the bytes around it",
            "{ \"s\" :\"a\" , \"i\":1,\n\"r\": 1.5,\"b\":\ttrue }\n\n",
            "{ \"s\" :\"ü\" , \"i\":-2,\n\"r\": 0.1,\"b\":\tfalse }\n\n"),
        LayoutCase("another type", #"{"a": "1", "b": [2], "c": 3}"#, #"{"a": 1, "b": "2", "c": {}}"#),
        LayoutCase(
            "numbers that stay keep their digits",
            "[1.0, 1e3, -0, -0.0, 0.10, 2E+2, 1e999, 12345678901234567890123, 0.12345678901234567890123, 1]",
            "[1.0, 1e3, -0, -0.0, 0.10, 2E+2, 1e999, 12345678901234567890123, 0.12345678901234567890123, 2]"),
        LayoutCase("a real becomes the same integer", "[1.0, 1e3]", "[1, 1000]"),
        LayoutCase("integers of 64 bits", "[1, 2]", "[18446744073709551615, -9223372036854775808]"),
        LayoutCase("numbers that no value holds are replaced", "[1e999, -0, 123456789012345678901]", "[1, 2, 3]"),
        LayoutCase("null stays", #"{"a": null, "b": [null, 1]}"#, #"{"a": null, "b": [null, 2]}"#),
        LayoutCase("null is deleted", #"{"a": null, "b": [null, 1, null]}"#, #"{"b": [1]}"#),
        LayoutCase("the key of a null changes", #"{"a": null, "c": 1}"#, #"{"b": null, "c": 1}"#),
        LayoutCase(
            "a container with a null is deleted", #"{"a": {"b": [1, null]}, "c": [[null]]}"#, #"{"c": []}"#),
        LayoutCase("a renamed key stays in its place", #"{"b": 1, /* c */ "a": 2}"#, #"{"z\"": 1, /* c */ "a": 2}"#),
        LayoutCase("escapes that stay", #"["\u00E9\/\b\u0041", 1]"#, #"["\u00E9\/\b\u0041", 2]"#),
        LayoutCase("slashes have backslashes", #"["\/", 1]"#, #"["\/", "a\/b"]"#),
        LayoutCase("slashes have no backslashes", #"["/", 1]"#, #"["/", "a/b"]"#),
        LayoutCase(
            "characters beyond ASCII have escapes", #"{"\u00e9": 1}"#, #"{"\u00e9": 1, "\u00fc": "\ud83d\ude00"}"#),
        LayoutCase("characters beyond ASCII have no escapes", #"["é", "\u001f"]"#, #"["é", "\u001f", "ü\n"]"#),
        LayoutCase("a root that is a scalar", " 1 // one\n", " \"a\" // one\n"),
        LayoutCase("a root that is an array", "[\n\t1\n]", "[\n\t1,\n\t2\n]"),
        LayoutCase("a root becomes another container", "// a\n[1]\n", "// a\n{\n  \"k\": 1\n}\n"),
        LayoutCase("a key that occurs twice", #"{"a": 1, "b": 2, "a": 3}"#, #"{"a": 1, "b": 2, "a": 4}"#),
        LayoutCase("a deleted key that occurs twice", #"{"a": 1, "b": 2, "a": 3}"#, #"{"b": 2}"#),
        LayoutCase(
            "a date in a file with tags", #"[{"$date": "2024-02-29T00:00:00Z"}, 1]"#,
            #"[{"$date": "2025-01-01T12:30:00Z"}, 2]"#),
        LayoutCase(
            "new values with tags in a file with tags",
            "{\n  \"d\": {\"$data\": \"AQ==\"},\n  \"e\": 1\n}",
            "{\n  \"d\": {\"$data\": \"AQ==\"},\n  \"e\": {\n    \"$uid\": 7\n  },\n"
                + "  \"f\": {\n    \"$dictionary\": {\n      \"$date\": 1\n    }\n  }\n}"),
        LayoutCase(
            "the content of a tag changes", #"{"$dictionary": {"$date": 1}}"#, #"{"$dictionary": {"$date": 2}}"#),
    ]

    static let members: [LayoutCase] = [
        LayoutCase(
            "an emptied container of Xcode has a blank line",
            "{\n  \"a\" : {\n    \"b\" : 1,\n    \"c\" : 1\n  },\n  \"d\" : [\n    1\n  ]\n}",
            "{\n  \"a\" : {\n\n  },\n  \"d\" : [\n\n  ]\n}"),
        LayoutCase(
            "new keys go to their places among sorted keys",
            "{\n  \"b\": 1,\n  \"d\": 1\n}\n",
            "{\n  \"a\": 2,\n  \"b\": 1,\n  \"c\": 2,\n  \"d\": 1,\n  \"e\": 2\n}\n"),
        LayoutCase(
            "a new key goes behind unsorted keys", "{\n  \"z\": 1,\n  \"b\": 1\n}",
            "{\n  \"z\": 1,\n  \"b\": 1,\n  \"c\": 2\n}"),
        LayoutCase(
            "one key of ten is not sorted",
            #"{"a":1,"b":1,"c":1,"d":1,"e":1,"x":1,"f":1,"g":1,"h":1,"i":1}"#,
            #"{"a":1,"b":1,"c":1,"d":1,"d1":2,"e":1,"x":1,"f":1,"g":1,"h":1,"i":1}"#),
        LayoutCase(
            "two keys of ten are not sorted",
            #"{"a":1,"b":1,"c":1,"d":1,"y":1,"x":1,"f":1,"g":1,"h":1,"i":1}"#,
            #"{"a":1,"b":1,"c":1,"d":1,"y":1,"x":1,"f":1,"g":1,"h":1,"i":1,"d1":2}"#),
        LayoutCase(
            "keys in the order of Xcode",
            "{\n  \"item 2\" : 1,\n  \"Item 9\" : 1,\n  \"item 10\" : 1\n}",
            "{\n  \"item 2\" : 1,\n  \"item 3\" : 2,\n  \"Item 9\" : 1,\n  \"item 10\" : 1\n}"),
        LayoutCase(
            "keys in the order of their characters", #"{"Z": 1, "a10": 1, "a9": 1}"#,
            #"{"Z": 1, "a10": 1, "a11": 2, "a9": 1}"#),
        LayoutCase("a space before the colon", #"{"a" : 1}"#, #"{"a" : 1, "b" : {"c" : 2}}"#),
        LayoutCase("no space", #"{"a":{"b":1}}"#, #"{"a":{"b":1},"c":{"d":[1,{"e":2}]}}"#),
        LayoutCase(
            "indentation by four spaces",
            "{\n    \"a\": [\n        1\n    ]\n}",
            "{\n    \"a\": [\n        1\n    ],\n    \"b\": {\n        \"c\": [\n            2\n        ]\n    }\n}"),
        LayoutCase(
            "indentation by tabs", "{\n\t\"a\": 1\n}\n",
            "{\n\t\"a\": 1,\n\t\"b\": [\n\t\t{\n\t\t\t\"c\": 2\n\t\t}\n\t]\n}\n"),
        LayoutCase("no indentation", "{\n\"a\": 1,\n\"b\": 1\n}", "{\n\"a\": 1,\n\"b\": 1,\n\"c\": 2\n}"),
        LayoutCase(
            "lines that end with a carriage return",
            "{\r\n  \"b\": {\r\n  }\r\n}\r\n",
            "{\r\n  \"a\": [\r\n    1\r\n  ],\r\n  \"b\": {\r\n    \"c\": 2\r\n  }\r\n}\r\n"),
        LayoutCase("empty containers on one line", #"{"a": {}, "b": [ ]}"#, #"{"a": {"k": {}}, "b": [ [] ]}"#),
        LayoutCase(
            "empty containers on lines", "{\n  \"a\": {},\n  \"b\": []\n}",
            "{\n  \"a\": {\n    \"k\": {}\n  },\n  \"b\": [\n    []\n  ]\n}"),
        LayoutCase(
            "empty containers of Xcode",
            "{\n  \"a\" : [\n\n  ],\n  \"b\" : {\n\n  }\n}",
            "{\n  \"a\" : [\n    1\n  ],\n  \"b\" : {\n    \"c\" : {\n\n    },\n    \"d\" : [\n\n    ]\n  }\n}"),
        LayoutCase("an empty root", "{}\n", "{\n  \"a\": 1\n}\n"),
        LayoutCase("a comment in an empty container", "{\n  // none\n}", "{\n  \"a\": 1\n  // none\n}"),
        LayoutCase(
            "the first, a middle and the last member on lines are deleted",
            "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4,\n  \"e\": 5\n}\n",
            "{\n  \"b\": 2,\n  \"d\": 4\n}\n"),
        LayoutCase(
            "the last member goes without the comma behind the others",
            "{\n  \"a\": 1,\n  \"b\": 2,\n}\n", "{\n  \"a\": 1,\n}\n"),
        LayoutCase("the only member is deleted", "{\n  \"a\": 1,\n}\n", "{\n}\n"),
        LayoutCase(
            "members on one line are deleted",
            #"{"k": {"a":1, "b":2, "c":3}, "l": {"a":1, "b":2,}, "m": { "a": 1 }}"#,
            #"{"k": {"b":2}, "l": {"a":1,}, "m": { }}"#),
        LayoutCase(
            "the last member is deleted and another one added", "{\n  \"a\": 1,\n  \"b\": 2\n}",
            "{\n  \"Z\": 0,\n  \"a\": 1\n}"),
        LayoutCase(
            "a comma behind the last member stays there", "{\n  \"a\": 1,\n}\n",
            "{\n  \"a\": 1,\n  \"b\": [\n    1\n  ],\n}\n"),
        LayoutCase(
            "comments on deleted members go, and others stay",
            "// top\n\n{\n  // block\n\n  // on a\n  \"a\": 1, // behind a\n  \"b\": /* in b */ 2, // behind b\n"
                + "  /* on c */\n  \"c\": 3 // behind c\n  // end\n}\n",
            "// top\n\n{\n  // block\n\n  \"b\": /* in b */ 2 // behind b\n  // end\n}\n"),
        LayoutCase(
            "a comma is inserted before a comment", "{\n  \"a\": 1 // on a\n}\n",
            "{\n  \"a\": 1, // on a\n  \"b\": 2\n}\n"),
        LayoutCase("comments before commas", #"{"a": 1 /* , */ , "b": 2 /* } */ }"#, #"{"b": 2 /* } */ }"#),
        LayoutCase(
            "elements are inserted, appended and deleted",
            "[\n  1,\n  2,\n  3\n]", "[\n  0,\n  1,\n  3,\n  4\n]"),
        LayoutCase("elements behind a comma", "[\n  1,\n  2,\n]", "[\n  1,\n  3,\n  2,\n  4,\n]"),
        LayoutCase("other members on one line", #"{"a": 1, "b": 2}"#, #"{"x": {}, "y": []}"#),
        LayoutCase("elements on one line", "[1, 2, 3]", "[1, 4, 3, 5]"),
        LayoutCase("elements without spaces", "[1,2,3]", "[1,2,3,4,5]"),
        LayoutCase("the first elements on one line", "[ 1, 2, 3 ]", "[ 3 ]"),
        LayoutCase(
            "objects on one line in an array on lines", "[\n  {\"a\": 1},\n  {\"a\": 2}\n]",
            "[\n  {\"a\": 1, \"b\": 0},\n  {\"a\": 2}\n]"),
    ]

    @Test("values", arguments: values)
    func changedValues(_ example: LayoutCase) throws { try check(example) }

    @Test("members", arguments: members)
    func changedMembers(_ example: LayoutCase) throws { try check(example) }

    /// Checks that changing the value of a text to the value of another text gives the other text, also with a byte
    /// order mark.
    private func check(_ example: LayoutCase) throws {
        for mark in ["", "\u{FEFF}"] {
            let value = try JSONReader.read(Array(example.after.utf8), to: .change).value
            let result = try edited(mark + example.before, to: value)
            #expect(result.hasSameScalars(as: mark + example.after), "\(result)")
        }
    }

    private func edited(
        _ text: String, as kind: JSONForm.Kind = .tagged, to value: PropertyListValue, movesLiterals: Bool = false
    ) throws -> String {
        let bytes = Array(text.utf8)
        let (document, elements) = try JSONReader.readWithElements(bytes, as: kind)
        let result = try LayoutEditor.edited(
            bytes, from: document, elements, to: value, movesLiterals: movesLiterals)
        return String(decoding: try #require(result), as: UTF8.self)
    }

    private static let null = OpaqueLiteral.value("null")

    @Test(
        "a literal that no value holds is neither replaced by another value nor written elsewhere",
        arguments: [
            (#"{"a": null}"#, ["a": 1], "null at a"), (#"{"a": [null]}"#, ["a": [1]], "null at a.0"),
            (#"{"a": [null]}"#, ["a": 1], "null at a"), (#"{"a": {"b": null}}"#, ["a": ["c"]], "null at a"),
            (#"{"a": [1e999]}"#, ["a": 1], "1e999 at a"), ("null", 1, "null at (root)"),
            (#"{"a": 1}"#, ["a": null], "null at a"), (#"{"a": 1}"#, ["a": 1, "b": [null]], "null at b.0"),
            ("[null, 1]", [1, null], "null at 1"), ("[-0]", [["k": null]], "null at 0.k"),
        ] as [(String, PropertyListValue, String)])
    func literals(text: String, value: PropertyListValue, place: String) throws {
        let error = PropertyListError(.notWritten(nil, reason: "\(place) can only be kept or deleted"))
        #expect(throws: error) { try edited(text, to: value) }
    }

    @Test("a merge moves literals")
    func movedLiterals() throws {
        let value: PropertyListValue = ["a": 1, "b": [Self.null, OpaqueLiteral.value("1e999")]]
        #expect(
            try edited(#"{"a": null, "b": 2}"#, to: value, movesLiterals: true) == #"{"a": 1, "b": [null, 1e999]}"#)
    }

    @Test(
        "a value for which JSON has no type is refused, unless the file has tags",
        arguments: [
            (.date(Date(timeIntervalSinceReferenceDate: 0)), "a date"), (.data(Data([1])), "data"), (.uid(7), "a uid"),
            (.real(.infinity), "a real number that is not finite"), (.real(.nan), "a real number that is not finite"),
        ] as [(PropertyListValue, String)])
    func types(value: PropertyListValue, loss: String) throws {
        let error = PropertyListError(.inexact(nil, loss, at: PropertyListPath(["a", "0"])))
        for kind in [JSONForm.Kind.tagged, .plain] {
            #expect(throws: error) {
                try edited(#"{"a": [0]}"#, as: kind, to: ["a": [value]])
            }
        }
        let text = try edited(#"{"a":[0],"b":{"$uid":1}}"#, to: ["a": [value], "b": .uid(1)])
        #expect(try JSONReader.read(Array(text.utf8)) == ["a": [value], "b": .uid(1)])
        #expect(throws: error) {
            try edited(#"{"a":[0],"b":{"$uid":1}}"#, as: .plain, to: ["a": [value], "b": ["$uid": 1]])
        }
    }

    @Test("a dictionary that looks like a tag is refused, unless the file has tags or tags have no meaning")
    func dictionaryLikeTag() throws {
        let value: PropertyListValue = ["a": ["$date": "x"]]
        let error = PropertyListError(
            .inexact(nil, "a dictionary whose only key is a tag", at: PropertyListPath(["a"])))
        #expect(throws: error) { try edited(#"{"a": 1}"#, to: value) }
        #expect(try edited(#"{"a": 1}"#, as: .plain, to: value) == #"{"a": {"$date": "x"}}"#)
        #expect(try edited(#"{"a": 1}"#, to: ["a": ["$new": 1]]) == #"{"a": {"$new": 1}}"#)
    }

    @Test("the order of Xcode takes precedence if the file has a space before each colon")
    func precedence() throws {
        let value: PropertyListValue = ["A": 1, "c": 1, "B": 2]
        #expect(try edited(#"{"A": 1, "c": 1}"#, to: value) == #"{"A": 1, "B": 2, "c": 1}"#)
        #expect(try edited(#"{"B": 1}"#, to: ["B": 1, "a": 2]) == #"{"B": 1, "a": 2}"#)
        #expect(try edited(#"{"B" : 1}"#, to: ["B": 1, "a": 2]) == #"{"a" : 2, "B" : 1}"#)
    }

    @Test("deeply nested containers change")
    func depth() throws {
        func nested(_ inner: String, _ depth: Int) -> String {
            String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
        }
        let depth = PropertyListLimits.depth
        let value = try JSONReader.read(Array(nested("2", depth).utf8))
        #expect(try edited(nested("1", depth), to: value) == nested("2", depth))
        let deeper = (0...depth).reduce(PropertyListValue.integer(2)) { value, _ in [value] }
        let path = PropertyListPath(Array(repeating: "0", count: depth))
        #expect(throws: PropertyListError(.tooDeep(at: path))) {
            try edited(nested("1", depth), to: deeper)
        }
    }

    @Test("a whole file is written with each element on its own line, and with its literals")
    func whole() throws {
        let text = #"{"b":[null,1.0,{}],"a":{"$date":"2024-02-29T00:00:00Z"}} // c"#
        let (document, _) = try JSONReader.readWithElements(Array(text.utf8), as: .tagged)
        let form = try #require(document.json)
        let result = try JSONWriter.file(document.value, form)
        let expected = """
            {
              "a": {
                "$date": "2024-02-29T00:00:00Z"
              },
              "b": [
                null,
                1.0,
                {}
              ]
            }

            """
        #expect(result == expected)
    }
}
