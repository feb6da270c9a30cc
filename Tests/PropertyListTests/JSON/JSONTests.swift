import Foundation
import PropertyList
import TestExtent
import Testing

/// JSON represents every value with its type, also after other programs have rewritten it.
@Suite(.waiting) struct JSONTests {
    static let values: [PropertyListValue] = {
        var values = RandomValues(seed: 4)
        return (0..<Extent.count(10_000, short: 1500)).map { _ in values.value() }
    }()

    @Test(
        "random values are recognized and survive with their types",
        arguments: [JSONWriter.Layout.compact, .indented])
    func roundTrip(layout: JSONWriter.Layout) throws {
        var lost: [PropertyListValue] = []
        for value in Self.values {
            let bytes = JSONWriter(layout: layout).bytes(of: value)
            // A reader of documents first examines the beginning, and then decides between JSON and other formats.
            let isRead = !PropertyListReader.refusesAll(beginningWith: bytes) && JSONReader.recognizes(bytes)
            if try !isRead || JSONReader.read(bytes) != value { lost.append(value) }
        }
        #expect(lost.isEmpty, "\(lost.prefix(3))")
    }

    @Test("converting XML or binary to JSON and back gives the same bytes")
    func throughJSON() throws {
        for value in Self.values.prefix(2000) {
            let format: PropertyListFormat = value.isExact(in: .xml) ? .xml : .binary
            let data = try PropertyListWriter.data(of: value, as: format)
            let json = JSONWriter().bytes(of: try PropertyListReader.read(Array(data)).value)
            #expect(try PropertyListWriter.data(of: JSONReader.read(json), as: format) == data)
        }
    }

    @Test(
        "random values survive other programs with their types",
        .enabled(if: !Filter.installed.isEmpty, "neither jq nor python3 is installed"), arguments: Filter.installed)
    func throughFilters(filter: Filter) throws {
        let all = PropertyListValue.array(Self.values)
        let output = try filter.output(for: JSONWriter().bytes(of: all))
        let values = try #require(try JSONReader.read(output).elements)
        try #require(values.count == Self.values.count)
        let lost = zip(Self.values, values).filter { $0 != $1 }
        #expect(lost.isEmpty, "\(lost.prefix(3))")
    }

    @Test("canonically equivalent keys stay two keys", arguments: Filter.installed)
    func normalisation(filter: Filter) throws {
        let value: PropertyListValue = ["\u{E9}": 1, "e\u{301}": 2, "\u{212B}": 3, "\u{C5}": 4, "A\u{30A}": 5]
        #expect(try JSONReader.read(filter.output(for: JSONWriter().bytes(of: value))) == value)
    }

    @Test(
        "plain JSON is accepted by other programs",
        .enabled(if: !Filter.installed.isEmpty, "neither jq nor python3 is installed"), arguments: Filter.installed)
    func plain(filter: Filter) throws {
        let output = try filter.output(for: JSONWriter(.plain).bytes(of: .array(Self.values)))
        #expect(!output.isEmpty)
        let object = try JSONSerialization.jsonObject(with: JSONWriter(.plain).bytes(of: .array(Self.values)).data)
        #expect((object as? [Any])?.count == Self.values.count)
    }

    @Test(
        "each type has its representation",
        arguments: [
            (true, "true"), (1, "1"), (1.0, #"{"$real":"1.0"}"#), ("1", #""1""#), (0.5, "0.5"),
            (-0.0, #"{"$real":"-0.0"}"#),
            (.real(.infinity), #"{"$real":"inf"}"#), (.real(.nan), #"{"$real":"nan"}"#), (.uid(7), #"{"$uid":7}"#),
            (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_993, #"{"$integer":"9007199254740993"}"#),
            (.data(Data([1, 2])), #"{"$data":"AQI="}"#), (.data(Data()), #"{"$data":""}"#),
            (.date(Date(timeIntervalSinceReferenceDate: 0)), #"{"$date":"2001-01-01T00:00:00Z"}"#),
            (.date(Date(timeIntervalSinceReferenceDate: 0.5)), #"{"$date":"2001-01-01T00:00:00.5Z"}"#),
            (.date(Date(timeIntervalSinceReferenceDate: 1e17)), #"{"$date":{"$real":"1e+17"}}"#),
            (["$date": "x"], #"{"$dictionary":{"$date":"x"}}"#), (["$": 1], #"{"$dictionary":{"$":1}}"#),
            (["$dictionary": [:]], #"{"$dictionary":{"$dictionary":{}}}"#), (["$a": 1, "b": 2], #"{"$a":1,"b":2}"#),
            (["$dictionary": .uid(7), "k": 1], #"{"$dictionary":{"$uid":7},"k":1}"#),
            (["$dictionary": ["$a": 1], "k": 1], #"{"$dictionary":{"$dictionary":{"$a":1}},"k":1}"#),
            ([:], "{}"), ([], "[]"), ("\u{0}\n\u{7F}\"\\/", #""\u0000\n\u007f\"\\/""#), ("é\u{2028}", "\"é\u{2028}\""),
        ] as [(PropertyListValue, String)])
    func words(value: PropertyListValue, text: String) throws {
        let written = JSONWriter(layout: .compact).text(of: value)
        #expect(written == text)
        #expect(try JSONReader.read(Array(text.utf8)) == value)
    }

    @Test(
        "other JSON is read by its meaning",
        arguments: [
            (" [1e2, -0, 1.0, 1E-2]\r\n", [100.0, 0, 1.0, 0.01]), (#""\ud83d\ude00\/""#, "😀/"),
            (#"{"$date": 5}"#, .date(Date(timeIntervalSinceReferenceDate: 5))),
            (#"{"$date": 0.5}"#, .date(Date(timeIntervalSinceReferenceDate: 0.5))),
            (#"{"$integer": "5"}"#, 5), ("\u{FEFF}{}", [:]), (#"{"$dictionary": {"a": 1, "b": 2}}"#, ["a": 1, "b": 2]),
            ("18446744073709551615", .integer(PropertyListInteger(UInt64.max))),
            ("-9223372036854775808", .integer(PropertyListInteger(Int64.min))),
        ] as [(String, PropertyListValue)])
    func meaning(text: String, value: PropertyListValue) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == value)
    }

    /// Returns nested `$dictionary` objects, alone or beside another key.
    private static func nest(_ depth: Int, innermost: PropertyListValue, isAlone: Bool) -> PropertyListValue {
        (0..<depth).reduce(innermost) { value, _ in
            isAlone ? ["$dictionary": value] : ["$dictionary": value, "k": 1]
        }
    }

    @Test(
        "a key with the name of a tag is not a tag in a tag or beside another key, at any depth",
        arguments: [true, false],
        [.date(Date(timeIntervalSinceReferenceDate: 0)), ["$date": "x"], [], [:]] as [PropertyListValue])
    func keyLikeTag(isAlone: Bool, innermost: PropertyListValue) throws {
        for depth in [1, 2, 3, 511] {
            let value = Self.nest(depth, innermost: innermost, isAlone: isAlone)
            // The indentation of so many levels has megabytes.
            let layouts: [JSONWriter.Layout] = depth < 511 || Extent.isWhole ? [.compact, .indented] : [.compact]
            for layout in layouts {
                #expect(try JSONReader.read(JSONWriter(layout: layout).bytes(of: value)) == value)
            }
        }
        let deep = Self.nest(513, innermost: innermost, isAlone: isAlone)
        #expect(throws: PropertyListError.self) { try JSONReader.read(JSONWriter(layout: .compact).bytes(of: deep)) }
    }

    @Test("a hundred thousand nested tags are refused", arguments: ["", #","k":1"#])
    func endlessTags(rest: String) {
        let opener = String(repeating: #"{"$dictionary":"#, count: 100_000)
        for text in [opener, opener + "{}" + String(repeating: rest + "}", count: 100_000)] {
            #expect(throws: PropertyListError.self) { try JSONReader.read(Array(text.utf8)) }
        }
    }
}

extension [UInt8] {
    fileprivate var data: Data { Data(self) }
}
