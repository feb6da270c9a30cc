import Foundation
import FoundationXML
import Testing

@testable import PropertyList

/// The values that a format represents exactly.
struct ExactnessTests {
    @Test(
        "XML is not exact for values that it does not preserve",
        arguments: [
            ("", true), ("text", true), ("\t\n", true), ("\u{7F}", true), ("\u{80}", true), ("\u{FFFD}", true),
            ("\u{1FFFF}", true), (" e\u{301} ", true), ("]]>&<", true),
            ("\0", true), ("\u{1B}", true), ("\r", true), ("\r\n", true), ("\u{B}", true), ("a\u{1F}b", true),
            ("\u{FFFE}", true), ("x\u{FFFF}", true), (["\r": 1], true), (["a", ["b": "\r"]], true),
            ("\u{FEFF}", false), ("\u{FEFF}x", false), ("x\u{FEFF}", true), (["\u{FEFF}": 1], false),
            (0, true), (-1, true), (.integer(PropertyListInteger(UInt64.max)), true), (true, true), (.uid(7), true),
            (.data(Data()), true), (0.0, true), (-0.0, false), (0.1, true), (.real(.nan), true),
            (.real(-.infinity), true),
            ([], true), ([:], true), (["a": [-0.0]], false),
            (["CF$UID": 1], false), (["CF$UID": 1.5], false), (["CF$UID": "text"], true),
            (["CF$UID": 1, "b": 2], true),
            (["a": ["CF$UID": 1]], false),
        ] as [(PropertyListValue, Bool)])
    func xml(value: PropertyListValue, isExact: Bool) throws {
        #expect(value.isExact(in: .xml) == isExact)
        #expect(value.isExact(in: .binary))
        if isExact {
            #expect(try PropertyListReader.read(Array(PropertyListWriter.data(of: value, as: .xml))).value == value)
        }
    }

    // Seconds instead of dates, because Foundation ends the process when it describes a date out of range.
    @Test(
        "XML holds dates of whole seconds, within its calendar",
        arguments: [
            (0, true), (-1, true), (-63_114_076_800, true), (252_423_993_600, true), (-0.0, true), (0.5, false),
            (1e13, false), (-1e13, false), (.infinity, false), (.nan, false),
        ] as [(Double, Bool)])
    func xml(seconds: Double, isExact: Bool) {
        let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: seconds))
        #expect(date.isExact(in: .xml) == isExact)
        #expect(PropertyListValue.dictionary(["a": [date]]).isExact(in: .xml) == isExact)
    }

    @Test(
        "the old style has strings and data only",
        arguments: [
            ("", true), ("\0\u{FFFF}\r", true), (.data(Data([1])), true), ([], true), ([:], true),
            (["a": ["b", .data(Data())]], true), (1, false), (1.5, false), (true, false), (.uid(1), false),
            (.date(Date(timeIntervalSince1970: 0)), false), (["a", [1]], false), (["a": ["b": true]], false),
        ] as [(PropertyListValue, Bool)])
    func oldStyle(value: PropertyListValue, isExact: Bool) {
        #expect(value.isExact(in: .openStep) == isExact)
    }

    /// Every scalar of the first plane, and some of each other plane.
    private static let scalars: [Unicode.Scalar] = {
        let first = Array(0...0xFFFF as ClosedRange<UInt32>)
        let others = Array(stride(from: 0x1_0000 as UInt32, through: 0x10_FFFF, by: 257))
        let ends = (1...16).flatMap { (plane: UInt32) -> [UInt32] in
            [plane << 16, plane << 16 | 0xFFFE, plane << 16 | 0xFFFF]
        }
        return [first, others, ends].joined().compactMap(Unicode.Scalar.init)
    }()

    /// Returns a string with a scalar that cannot combine with the text before it.
    private static func text(_ scalar: Unicode.Scalar) -> String {
        "a\(scalar)b"
    }

    @Test("every character survives XML, in values and keys")
    func characters() throws {
        let texts = Self.scalars.map(Self.text)
        let value: PropertyListValue = [
            "values": .array(texts.map(PropertyListValue.string)),
            "keys": .dictionary(PropertyListDictionary(texts.map { ($0, true) })),
        ]
        #expect(value.isExact(in: .xml))
        let data = try PropertyListWriter.data(of: value, as: .xml)
        #expect(try PropertyListReader.read(Array(data)).value == value)
        let root = try #require(try Foreign.read(data) as? [String: Any])
        #expect(Foreign.isSame(try #require(root["values"]), as: .array(texts.map(PropertyListValue.string))))
    }

    @Test("another XML parser reads the same characters")
    func characterByAnotherParser() throws {
        // XML 1.0 excludes the others.
        let texts = Self.scalars.filter { $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0) }
            .filter { !["\u{FFFE}", "\u{FFFF}"].contains($0) }.map(Self.text)
        let data = try PropertyListWriter.data(of: .array(texts.map(PropertyListValue.string)), as: .xml)
        let strings = StringCollector()
        let parser = XMLParser(data: data)
        parser.delegate = strings
        #expect(parser.parse(), "\(String(describing: parser.parserError)) on line \(parser.lineNumber)")
        #expect(strings.texts.count == texts.count)
        for (found, text) in zip(strings.texts, texts) where !found.hasSameScalars(as: text) {
            Issue.record("\(text.debugDescription) became \(found.debugDescription)")
        }
    }

    @Test("every character is exact in binary and in the old style", arguments: [PropertyListFormat.binary, .openStep])
    func charactersElsewhere(format: PropertyListFormat) throws {
        let value = PropertyListValue.array(Self.scalars.map { .string(Self.text($0)) })
        #expect(value.isExact(in: format))
        let document = try PropertyListReader.read(Array(try PropertyListWriter.data(of: value, as: format)))
        #expect(document == PropertyListDocument(value: value, format: format, substitutions: []))
    }

    @Test("dates at the limits of XML survive it")
    func dates() throws {
        let years = 365.25 * 86_400
        let seconds = [0, 1, -1, 1e9, -1e9, 8_000 * years, -8_000 * years, 9.199_999_999_999e12, -9.199_999_999_999e12]
        let value = PropertyListValue.array(
            seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0.rounded())) })
        #expect(value.isExact(in: .xml))
        let data = try PropertyListWriter.data(of: value, as: .xml)
        #expect(try PropertyListReader.read(Array(data)).value == value)
    }
}

/// A parser delegate that collects the text of each `<string>` element.
private final class StringCollector: NSObject, XMLParserDelegate {
    var texts: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        if elementName == "string" { texts.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        // Blanks between elements belong to no element.
        if let last = texts.indices.last,
            !(string.allSatisfy(\.isWhitespace) && texts[last].utf8.last == UInt8(ascii: "b"))
        {
            texts[last].unicodeScalars.append(contentsOf: string.unicodeScalars)
        }
    }
}
