import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The written bytes are deterministic, and both our readers and Foundation read the same values from them.
struct PropertyListWriterTests {
    @Test("random trees of strings and data survive the old style")
    func oldStyle() throws {
        var values = RandomValues(seed: 5, exactIn: .openStep)
        for _ in 0..<Extent.count(1000, short: 300) {
            let value = values.value()
            let bytes = Array(try PropertyListWriter.data(of: value, as: .openStep))
            let document: PropertyListDocument
            do {
                document = try PropertyListReader.read(bytes)
            } catch {
                // A string alone can look like any text, or like the beginning of a binary file.
                #expect(value.type == .string, "\(value): \(error)")
                continue
            }
            #expect(document == PropertyListDocument(value: value, format: .openStep, substitutions: []))
        }
    }

    @Test("the bytes do not depend on the order in which keys were set", arguments: PropertyListFormat.allCases)
    func determinism(format: PropertyListFormat) throws {
        var values = RandomValues(seed: 6, exactIn: .xml)
        values.scalars = [.string, .data]
        for _ in 0..<100 {
            let root = (0..<30).map { ("\($0)" + values.string(), values.value(depth: 2)) }
            let value = PropertyListValue.dictionary(PropertyListDictionary(root))
            let data = try PropertyListWriter.data(of: value, as: format)
            let copy = PropertyListValueTests.rebuilt(value, &values.generator)
            #expect(try PropertyListWriter.data(of: copy, as: format) == data)
        }
    }

    @Test("XML has Apple's layout")
    func xmlBytes() throws {
        let value: PropertyListValue = [
            "b": true, "a": [1, 1.5, "<&>\"'"], "Z": .data(Data([1, 2, 3])), "d": [:], "e": [],
            "t": .date(Date(timeIntervalSince1970: 0)), "u": .uid(5),
        ]
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>Z</key>
            \t<data>
            \tAQID
            \t</data>
            \t<key>a</key>
            \t<array>
            \t\t<integer>1</integer>
            \t\t<real>1.5</real>
            \t\t<string>&lt;&amp;&gt;"'</string>
            \t</array>
            \t<key>b</key>
            \t<true/>
            \t<key>d</key>
            \t<dict/>
            \t<key>e</key>
            \t<array/>
            \t<key>t</key>
            \t<date>1970-01-01T00:00:00Z</date>
            \t<key>u</key>
            \t<dict>
            \t\t<key>CF$UID</key>
            \t\t<integer>5</integer>
            \t</dict>
            </dict>
            </plist>

            """
        #expect(String(decoding: try PropertyListWriter.data(of: value, as: .xml), as: UTF8.self) == expected)
    }

    @Test("binary is the same in every process, with sorted keys")
    func binaryBytes() throws {
        let value: PropertyListValue = ["c": true, "a": 1, "b": "x"]
        let file = CraftedBinary(
            .dictionary(keys: [1, 2, 3], values: [4, 5, 6]), .ascii("a"), .ascii("b"), .ascii("c"), [0x10, 1],
            .ascii("x"),
            [0x09])
        let data = try PropertyListWriter.data(of: value, as: .binary)
        // The same objects in the same order. The widths in the trailer may differ.
        let objects = file.bytes.prefix(8 + 7 + 2 + 2 + 2 + 2 + 2 + 1)
        #expect(Array(data.prefix(objects.count)) == Array(objects))
    }

    @Test("canonically equivalent keys are both written", arguments: PropertyListFormat.allCases)
    func canonicalEquivalence(format: PropertyListFormat) throws {
        let value: PropertyListValue = ["\u{E9}": "1", "e\u{301}": "2", "\u{212B}": "3", "\u{C5}": "4"]
        let data = try PropertyListWriter.data(of: value, as: format)
        #expect(try PropertyListReader.read(Array(data)).value == value)
    }

    @Test(
        "a string may begin with the character of a byte order mark",
        arguments: ["\u{FEFF}", "\u{FEFF}a"])
    func byteOrderMarks(text: String) throws {
        let value: PropertyListValue = [text: .string(text)]
        #expect(!value.isExact(in: .xml))
        for format in [PropertyListFormat.binary, .openStep] {
            #expect(try PropertyListReader.read(Array(PropertyListWriter.data(of: value, as: format))).value == value)
        }
    }

    @Test("512 nested containers are written, and 513 are refused", arguments: PropertyListFormat.allCases)
    func depth(format: PropertyListFormat) throws {
        let deepest = Self.nested(512, leaf: ["leaf": "x"], count: 1)
        #expect(try PropertyListReader.read(Array(PropertyListWriter.data(of: deepest, as: format))).value == deepest)
        let path = PropertyListPath(["k.1"] + Array(repeating: "0", count: 511))
        #expect(throws: PropertyListError(.tooDeep(at: path))) {
            try PropertyListWriter.data(of: ["a": "x", "k.1": Self.nested(512, leaf: "x", count: 0)], as: format)
        }
    }

    @Test("a date that is not finite is refused, with its path", arguments: PropertyListFormat.allCases)
    func dates(format: PropertyListFormat) {
        for seconds in [Double.nan, .infinity, -.infinity] {
            let value: PropertyListValue = ["a": ["b", .date(Date(timeIntervalSinceReferenceDate: seconds))]]
            #expect(throws: PropertyListError(.dateNotFinite(at: PropertyListPath(["a", "1"])))) {
                try PropertyListWriter.data(of: value, as: format)
            }
            #expect(throws: PropertyListError(.dateNotFinite(at: PropertyListPath(["a", "1"])))) {
                try PropertyListWriter.validate(value)
            }
        }
    }

    @Test(
        "a format refuses what it does not represent, with the path",
        arguments: [
            (.openStep, true, "a boolean"), (.openStep, 1, "an integer"), (.openStep, 1.5, "a real"),
            (.openStep, .uid(1), "a uid"), (.openStep, .date(Date(timeIntervalSince1970: 0)), "a date"),
            (.xml, -0.0, "the real number -0.0"), (.xml, "\u{FEFF}x", "a string that begins with U+FEFF"),
            (.xml, ["CF$UID": 1], "a dictionary whose only key is 'CF$UID'"),
            (.xml, .date(Date(timeIntervalSince1970: 0.5)), "a date with a fraction of a second"),
            (.xml, .date(Date(timeIntervalSince1970: 1e13)), "a date so far from 2001"),
        ] as [(PropertyListFormat, PropertyListValue, String)])
    func refusals(format: PropertyListFormat, value: PropertyListValue, loss: String) {
        for (root, path) in [(value, []), (["a": value], ["a"]), (["b": "x", "c.d": ["y", value]], ["c.d", "1"])]
            as [(PropertyListValue, [String])]
        {
            #expect(throws: PropertyListError(.inexact(format, loss, at: PropertyListPath(path)))) {
                try PropertyListWriter.data(of: root, as: format)
            }
            #expect(!root.isExact(in: format))
        }
    }

    @Test("a key that XML does not represent is refused, with its path")
    func refusedKey() {
        let path = PropertyListPath(["a", "0", "\u{FEFF}k"])
        let error = PropertyListError(.inexact(.xml, "a key that begins with U+FEFF", at: path))
        #expect(throws: error) { try PropertyListWriter.data(of: ["a": [["\u{FEFF}k": 1]]], as: .xml) }
    }

    @Test("a carriage return in XML is a reference, in keys and values of any size", arguments: [1, 1 << 16])
    func carriageReturns(count: Int) throws {
        let text = String(repeating: "a\r\n\r", count: count)
        let value: PropertyListValue = ["k\r": .string(text)]
        let data = try PropertyListWriter.data(of: value, as: .xml)
        #expect(!data.contains(UInt8(ascii: "\r")))
        #expect(data.starts(with: try PropertyListWriter.data(of: ["k": 1], as: .xml).prefix(150)))
        #expect(String(decoding: data, as: UTF8.self).contains("<key>k&#13;</key>\n\t<string>a&#13;\n&#13;"))
        #expect(try PropertyListReader.read(Array(data)).value == value)
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(read as? [String: String] == ["k\r": text])
    }

    /// Returns nested arrays around a leaf. The depth includes the containers of the leaf.
    static func nested(_ depth: Int, leaf: PropertyListValue, count: Int) -> PropertyListValue {
        (0..<(depth - count)).reduce(leaf) { value, _ in .array([value]) }
    }
}

/// Large results, which are written without `PropertyListSerialization`.
struct FoundationSerializationTests {
    private static let seeds = Extent.sample(0..<8 as Range<UInt64>, short: 3)

    @Test("the function in PropertyListSerialization gives the same bytes", arguments: seeds)
    func sameBytes(seed: UInt64) throws {
        var values = RandomValues(seed: 900 + seed)
        for _ in 0..<150 {
            let object = CoreFoundationObjects.object(for: .dictionary(values.dictionary()))
            for format in [PropertyListFormat.xml, .binary] {
                let direct = try FoundationSerialization.direct(object, as: format)
                #expect(direct == (try FoundationSerialization.serialized(object, as: format)))
            }
        }
    }

    /// Returns a value of some megabytes with repeated leaves of all types.
    private static let large: PropertyListValue = {
        var values = RandomValues(seed: 77, exactIn: .xml)
        let domains = (0..<300).map { _ in PropertyListValue.dictionary(values.dictionary()) }
        return ["domains": .array(domains + domains), "text": .string(String(repeating: "é<&", count: 200_000))]
    }()

    @Test(
        "a large value is written as PropertyListSerialization writes it", arguments: [PropertyListFormat.xml, .binary])
    func largeValue(format: PropertyListFormat) throws {
        let data = try PropertyListWriter.data(of: Self.large, as: format)
        #expect(data.count > 1 << 20)
        var expected = try FoundationSerialization.serialized(CoreFoundationObjects.object(for: Self.large), as: format)
        if format == .xml {
            expected = Data(expected.flatMap { $0 == UInt8(ascii: "\r") ? Array("&#13;".utf8) : [$0] })
        }
        #expect(data == expected)
        #expect(try PropertyListReader.read(Array(data)).value == Self.large)
    }

    @Test("large data is written as PropertyListSerialization writes it", arguments: [PropertyListFormat.xml, .binary])
    func largeData(format: PropertyListFormat) throws {
        let data = [1 << 16, 1 << 16, (1 << 20) + 1].map { Data(repeating: 7, count: $0) }
        let value = PropertyListValue.array((data + [data[1].dropFirst()]).map { .data($0) })
        let result = try PropertyListWriter.data(of: value, as: format)
        let objects = NSMutableArray()
        for element in data + [data[1].dropFirst()] { objects.add(NSData(data: Data(Array(element)))) }
        let expected = try PropertyListSerialization.data(
            fromPropertyList: objects, format: format == .xml ? .xml : .binary, options: 0)
        #expect(result == expected)
        #expect(try PropertyListReader.read(Array(result)).value == value)
    }

    @Test("equal leaves share an object, and different ones do not")
    func sharedLeaves() throws {
        let leaves: [PropertyListValue] = [
            1, 1.0, "1", true, .real(-0.0), .real(0.0), .integer(PropertyListInteger(UInt64.max)), -1, .real(.nan),
            .real(Double(nan: 1, signaling: false)), "é", "e\u{301}", "", .uid(1),
            .date(Date(timeIntervalSince1970: 1)),
            .string(String(repeating: "a", count: 40) + "b" + String(repeating: "a", count: 40)),
            .string(String(repeating: "a", count: 40) + "c" + String(repeating: "a", count: 40)),
        ]
        for left in leaves {
            for right in leaves {
                let both: PropertyListValue = [left, right, left, right]
                let bytes = Array(try PropertyListWriter.data(of: both, as: .binary))
                #expect(try PropertyListReader.read(bytes).value == both)
            }
        }
    }

    @Test("the error of a value that cannot be written has its path, in large values too")
    func invalidValues() {
        let dates =
            Array(repeating: PropertyListValue.string("a"), count: 100_000) + [
                .date(Date(timeIntervalSince1970: .infinity))
            ]
        #expect(throws: PropertyListError(.dateNotFinite(at: PropertyListPath(["k", "100000"])))) {
            try PropertyListWriter.data(of: ["k": .array(dates)], as: .binary)
        }
    }
}
