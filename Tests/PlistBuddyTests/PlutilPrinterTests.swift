import Foundation
import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilPrinterTests {
    private func text(_ value: PropertyListValue) throws -> String {
        let bytes = Array(try PropertyListWriter.data(of: value, as: .binary))
        return String(decoding: PlutilPrinter.bytes(of: try PlutilSource(bytes)), as: UTF8.self)
    }

    private func text(ofJSON json: String) throws -> String {
        String(decoding: PlutilPrinter.bytes(of: try PlutilSource(Array(json.utf8))), as: UTF8.self)
    }

    @Test("containers have a line for each element, with two spaces a level")
    func containers() throws {
        #expect(
            try text(["a": ["x", [:]], "k9": 1.5, "k10": true, "e": []]) == """
                {
                  "a" => [
                    0 => "x"
                    1 => {
                    }
                  ]
                  "e" => [
                  ]
                  "k9" => 1.5
                  "k10" => true
                }

                """)
    }

    @Test(
        "scalars are printed without escapes",
        arguments: [
            ("a\n\"b\\", "\"a\n\"b\\\"\n"), (2.0, "2.0\n"), (.real(1e30), "1e+30\n"), (0.1, "0.1\n"), (-7, "-7\n"),
            (false, "false\n"), (.date(Date(timeIntervalSince1970: 1_704_164_645)), "2024-01-02 03:04:05 +0000\n"),
            (.data(Data("hello".utf8)), "{length = 5, bytes = 0x68656c6c6f}\n"),
            (
                .data(Data(0..<40)),
                "{length = 40, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 20212223 24252627 }\n"
            ),
            ([.uid(11)], "[\n  0 => <CFKeyedArchiverUID>{value = 11}\n]\n"),
        ] as [(PropertyListValue, String)])
    func scalars(value: PropertyListValue, printed: String) throws {
        #expect(try text(value) == printed)
    }

    @Test("a null has no quotes, and a string that reads like one has")
    func nulls() throws {
        #expect(
            try text(ofJSON: #"{"a":null,"b":["<null>",null]}"#)
                == "{\n  \"a\" => <null>\n  \"b\" => [\n    0 => \"<null>\"\n    1 => <null>\n  ]\n}\n")
        #expect(try text(ofJSON: #"["<null>"]"#) == "[\n  0 => \"<null>\"\n]\n")
    }

    @Test("all nulls of a document with many are printed as nulls")
    func manyNulls() throws {
        let lines = try text(ofJSON: "[" + repeatElement("null", count: 1000).joined(separator: ",") + "]")
            .split(separator: "\n")
        #expect(lines.count == 1002)
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasSuffix(" => <null>") })
    }
}
