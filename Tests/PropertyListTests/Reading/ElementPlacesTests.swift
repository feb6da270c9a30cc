import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The places of elements that readers record on request.
struct ElementPlacesTests {
    /// A dictionary in each text format, and the texts of the elements at the paths `a`, `b.0` and `b`.
    static let texts: [(String, [String])] = [
        (
            "<plist><dict>\n <key>a</key> <string>x</string>\n<key>b</key><array> <true/><real>1</real></array>"
                + "</dict></plist>",
            ["<key>a</key>", "<string>x</string>", "<true/>", "<key>b</key>", "<array> <true/><real>1</real></array>"]
        ),
        ("{ a = x; /* c */ \"b\" = ( y, z ); }", ["a", "x", "y", "\"b\"", "( y, z )"]),
        ("a = 'x';\n\"\\142\" = (y,z);", ["a", "'x'", "y", "\"\\142\"", "(y,z)"]),
    ]

    @Test("the range of a key and of a value contains exactly its text", arguments: texts)
    func ranges(text: String, expected: [String]) throws {
        let bytes = Array(text.utf8)
        let paths = [PropertyListPath(["a"]), PropertyListPath(["b", "0"]), PropertyListPath(["b"])]
        let places = try PropertyListReader.places(of: paths, in: bytes)
        let found = paths.flatMap { path in places[path].flatMap { [$0.key, $0.value].compactMap(\.self) } }
        #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == expected)
        #expect(places[PropertyListPath(["c"])].isEmpty)
        #expect(places[PropertyListPath()].isEmpty)
    }

    @Test("objects and arrays of JSON have places, also in tags")
    func json() throws {
        let bytes = Array(#"{"a": {"$dictionary": {"b": [1, {"$data": ""}]}}, "c": "é"}"#.utf8)
        let paths = [["a", "b", "1"], ["a", "b"], ["c"], []].map { PropertyListPath($0) }
        let places = try JSONReader.places(of: paths, in: bytes)
        let values = paths.map { path in places[path].map { String(decoding: bytes[$0.value], as: UTF8.self) } }
        let expected = [#"{"$data": ""}"#, #"[1, {"$data": ""}]"#, #""é""#, String(decoding: bytes, as: UTF8.self)]
        #expect(values == expected.map { [$0] })
    }

    @Test("a key that occurs several times has several places, in the order of the file")
    func duplicates() throws {
        let bytes = Array("{ a = { b = 1; b = 2; }; a = { b = 3; }; }".utf8)
        let path = PropertyListPath(["a", "b"])
        let places = try PropertyListReader.places(of: [path], in: bytes)
        #expect(places[path].map { String(decoding: bytes[$0.value], as: UTF8.self) } == ["1", "2", "3"])
        let positions = places.positions(of: places[path].map(\.start))
        #expect(places[path].map { positions[$0.start] } == [8, 15, 31].map { .line(1, column: $0 + 1) })
    }

    @Test("each place of a random value is where reading the text of the place gives this value")
    func random() throws {
        let value: PropertyListValue = [
            "": ["a.b": [1, 2.5, true], "é": "&<>"], "d": .data(Data([1, 2])),
            "t": .date(Date(timeIntervalSince1970: 0)),
        ]
        let paths = [["", "a.b", "1"], ["", "é"], ["", "a.b"], [""], ["d"], ["t"], []].map { PropertyListPath($0) }
        let bytes = Array(try PropertyListWriter.data(of: value, as: .xml))
        let places = try PropertyListReader.places(of: paths, in: bytes)
        for path in paths {
            let element = try #require(places[path].first)
            let member = path.components.reduce(Optional(value)) { $0?.member($1) }
            #expect(try PropertyListReader.read(Array(bytes[element.value])).value == member, "\(path)")
        }
    }

    @Test("the members of an object to which there are many ways are recorded in time")
    func sharedObjects() throws {
        // Each of 60 dictionaries has the same dictionary as the value of two equal keys.
        var file = CraftedBinary()
        let key = file.add(.ascii("a"))
        var dictionary = file.add([0xD0])
        for _ in 0..<60 { dictionary = file.add(.dictionary(keys: [key, key], values: [dictionary, dictionary])) }
        let bytes = file.bytes
        let path = PropertyListPath(Array(repeating: "a", count: 60))
        #expect(try PropertyListReader.places(of: [path], in: bytes)[path].count == 2)
    }
}
