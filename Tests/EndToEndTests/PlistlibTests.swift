import Foundation
import Testing
import UserDefaultsProbe

/// The command and Python's plistlib, which shares no code with Foundation, read each other's files.
@Suite(.waiting, Executable.condition("python3"))
struct PlistlibTests {
    let scratch = Scratch()

    /// A Python expression, and what the command says of the value.
    struct Expression: CustomTestStringConvertible, Sendable {
        let python: String
        let readType: String
        let read: String
        var formats = ["XML", "BINARY"]
        var testDescription: String { python }
    }

    static let expressions = [
        Expression(python: "'text'", readType: "string", read: "text"),
        Expression(python: "''", readType: "string", read: ""),
        Expression(python: "'1'", readType: "string", read: "1"),
        Expression(python: "' <&>\"\\' ]]> \\t\\n'", readType: "string", read: " <&>\"' ]]> \t\n"),
        Expression(
            python: "'é e\\u0301 \\u2028 \\ufffd \\U0001f5d1'", readType: "string",
            read: "é e\u{301} \u{2028} \u{FFFD} 🗑"),
        Expression(python: "'a\\rb\\x1b\\0'", readType: "string", read: "a\rb\u{1B}\0", formats: ["BINARY"]),
        Expression(python: "'\\ufeffa\\ufeff'", readType: "string", read: "\u{FEFF}a\u{FEFF}", formats: ["BINARY"]),
        Expression(python: "0", readType: "integer", read: "0"),
        Expression(python: "-1", readType: "integer", read: "-1"),
        Expression(python: "255", readType: "integer", read: "255"),
        Expression(python: "65536", readType: "integer", read: "65536"),
        Expression(python: "2**32", readType: "integer", read: "4294967296"),
        Expression(python: "2**63 - 1", readType: "integer", read: "9223372036854775807"),
        Expression(python: "-2**63", readType: "integer", read: "-9223372036854775808"),
        Expression(python: "2**63", readType: "integer", read: "9223372036854775808"),
        Expression(python: "2**64 - 1", readType: "integer", read: "18446744073709551615"),
        Expression(python: "True", readType: "boolean", read: "1"),
        Expression(python: "False", readType: "boolean", read: "0"),
        Expression(python: "1.0", readType: "float", read: "1"),
        Expression(python: "0.1", readType: "float", read: "0.1"),
        Expression(python: "-1e300", readType: "float", read: "-1e+300"),
        Expression(python: "5e-324", readType: "float", read: "5e-324"),
        Expression(python: "float('inf')", readType: "float", read: "inf"),
        Expression(python: "float('-inf')", readType: "float", read: "-inf"),
        Expression(python: "float('nan')", readType: "float", read: "nan"),
        Expression(python: "datetime(2019, 9, 16, 5, 45, 42)", readType: "date", read: "2019-09-16 05:45:42 +0000"),
        Expression(python: "datetime(1904, 1, 1)", readType: "date", read: "1904-01-01 00:00:00 +0000"),
        Expression(python: "datetime(1582, 10, 14, 23, 59, 59)", readType: "date", read: "1582-10-14 23:59:59 +0000"),
        Expression(python: "b''", readType: "data", read: "{length = 0, bytes = 0x}"),
        Expression(python: "b'\\0\\xff\\x7f'", readType: "data", read: "{length = 3, bytes = 0x00ff7f}"),
        Expression(
            python: "bytes(range(200))", readType: "data",
            read: "{length = 200, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... c0c1c2c3 c4c5c6c7 }"),
        Expression(python: "[]", readType: "array", read: "(\n)"),
        Expression(python: "{}", readType: "dictionary", read: "{\n}"),
        Expression(
            python: "['a', 1, True, [], {'k': 0.5}]", readType: "array",
            read: "(\n    a,\n    1,\n    1,\n        (\n    ),\n        {\n        k = \"0.5\";\n    }\n)"),
    ]

    @Test(
        "what plistlib writes, the command reads with its type, and keeps when it rewrites the file",
        arguments: expressions)
    func commandReads(_ expression: Expression) throws {
        let formats = expression.formats
        let copies = formats.map { "\(scratch.path)/\($0)" }
        try Plistlib.write("{'K': \(expression.python)}", to: zip(formats, copies), in: scratch)
        for (format, copy) in zip(formats, copies) {
            try FileManager.default.createDirectory(atPath: scratch.root, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: copy, toPath: scratch.file(format))
            #expect(try scratch.defaults("read-type", format, "K").text == "Type is \(expression.readType)\n")
            #expect(try scratch.defaults("read", format, "K").output == Array((expression.read + "\n").utf8))
            try scratch.succeed("write", format, "other", "-int", "1")
            #expect(try signature(of: scratch.file(format)) == signature(of: copy))
        }
        let lines = try Plistlib.lines(copies + formats.map(scratch.file), in: scratch)
        #expect(lines.suffix(formats.count) == lines.prefix(formats.count).map { $0 + ["\"other\": 1"] })
    }

    @Test("a U+FEFF at the beginning of a string in XML is kept when the command rewrites the file")
    func byteOrderMark() throws {
        try FileManager.default.createDirectory(atPath: scratch.root, withIntermediateDirectories: true)
        try Plistlib.write("{'K': '\\ufeffa'}", to: [("XML", scratch.file("D"))], in: scratch)
        try scratch.succeed("write", "D", "other", "-int", "1")
        let found = try Plistlib.lines([scratch.file("D")], in: scratch)
        #expect(found == [["\"K\": \"\u{FEFF}a\"", "\"other\": 1"]])
    }

    /// What the command writes, and what plistlib must read.
    struct Value: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let notation: String
        let isExactInXML: Bool
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., gives notation: String, isExactInXML: Bool = true) {
            (self.arguments, self.notation, self.isExactInXML) = (arguments, notation, isExactInXML)
        }
    }

    static let values = [
        Value("-string", "text", gives: #""text""#), Value("-string", "", gives: #""""#),
        Value("-string", " <&>\"' ]]> ", gives: #"" <&>\"' ]]> ""#), Value("true", gives: #""true""#),
        Value("-string", "\t\n\r\u{7F}\r\n", gives: #""\u{9}\u{a}\u{d}\u{7f}\u{d}\u{a}""#),
        // Of a string in XML, Foundation drops a U+FEFF at the beginning.
        Value("-string", "\u{FEFF}a\u{FEFF}", gives: "\"\u{FEFF}a\u{FEFF}\"", isExactInXML: false),
        Value(
            "-dict", "\u{FEFF}", "-string", "\u{FEFF}", gives: "{\"\u{FEFF}\": \"\u{FEFF}\"}",
            isExactInXML: false),
        Value("-string", "\u{FFFD}", gives: "\"\u{FFFD}\""),
        Value("-int", "0", gives: "0"), Value("-int", "-1", gives: "-1"),
        Value("-int", "9223372036854775807", gives: "9223372036854775807"),
        Value("-int", "-9223372036854775808", gives: "-9223372036854775808"),
        Value("-int", "9223372036854775808", gives: "9223372036854775808"),
        Value("-int", "18446744073709551615", gives: "18446744073709551615"),
        Value("-float", "0.1", gives: "0.1"), Value("-float", "1", gives: "1.0"),
        Value("-float", "1e300", gives: "1e+300"), Value("-float", "5e-324", gives: "5e-324"),
        Value("-float", "inf", gives: "inf"), Value("-float", "-infinity", gives: "-inf"),
        Value("-float", "nan", gives: "nan"),
        Value("-float", "-0.0", gives: "-0.0", isExactInXML: false),
        Value("-float", "32.3", gives: "32.3"), Value("-bool", "yes", gives: "true"),
        Value("-bool", "no", gives: "false"), Value("-data", "", gives: "<>"),
        Value("-data", "00FF7f", gives: "<00ff7f>"),
        Value("-date", "2019-09-16 05:45:42 +0000", gives: "@2019-09-16T05:45:42Z"),
        Value("-date", "1904-01-01", gives: "@1904-01-01T00:00:00Z"),
        Value("-date", "1582-10-14T23:59:59Z", gives: "@1582-10-14T23:59:59Z"),
        Value("-date", "0001-01-01T00:00:00Z", gives: "@0001-01-01T00:00:00Z"),
        Value("-date", "9999-12-31T23:59:59Z", gives: "@9999-12-31T23:59:59Z"),
        Value("-date", "2019-09-16T05:45:42.750Z", gives: "@2019-09-16T05:45:42.750Z", isExactInXML: false),
        Value("-array", gives: "[]"), Value("-dict", gives: "{}"), Value("((), {}, ({},))", gives: "[[], {}, [{}]]"),
        Value("-array", "a", "-int", "1", "-float", "1", "-bool", "1", gives: #"["a", 1, 1.0, true]"#),
        Value("-dict", "é", "1", "e\u{301}", "2", gives: "{\"e\\u{301}\": \"2\", \"é\": \"1\"}"),
    ]

    @Test("what the command writes and exports, plistlib reads with its type", arguments: values)
    func plistlibReads(_ value: Value) throws {
        try scratch.succeed(["write", "D", "K"] + value.arguments)
        try expectExports(of: "D", toBe: ["\"K\": \(value.notation)"], isExactInXML: value.isExactInXML)
    }

    @Test("keys of every character reach plistlib as they are")
    func awkwardKeys() throws {
        try scratch.succeed(["write", "D"] + ["K", "-dict"] + Self.keys.flatMap { ["-string", $0, "-string", $0] })
        for key in Self.keys { try scratch.succeed("write", "--", "E", key, "-string", key) }
        let pairs = Self.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
            .map { "\(Notation.text(of: $0)): \(Notation.text(of: $0))" }
        try expectExports(of: "D", toBe: ["\"K\": {\(pairs.joined(separator: ", "))}"])
        try expectExports(of: "E", toBe: pairs)
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("E"))).starts(with: Data("<?xml".utf8)))
    }

    /// Keys that XML carries, though not all of them without care.
    static let keys = [
        "", " ", "  two  ", "\t", "\n", "a\nb", "\r", "a\r\nb", "<", ">", "&", "&amp;", "&#65;", "\"", "'", "]]>",
        "<!--", "-->", "<![CDATA[", "<?x?>",
        "<key>", "</dict>", "\\", "\\n", "-int", "--help", "-", "é", "e\u{301}", "日本", "🗑", "\u{7F}", "\u{80}",
        "\u{85}", "\u{A0}",
        "\u{AD}", "\u{200D}", "\u{2028}", "\u{202E}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}",
        "\u{10FFFF}",
    ]

    /// What a file's format shows in.
    private func signature(of path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path)).prefix(6)
    }

    /// Compares what plistlib reads of the domain's file and of both exports. The export as XML can be refused.
    private func expectExports(of domain: String, toBe lines: [String], isExactInXML: Bool = true) throws {
        var paths = [scratch.file(domain), scratch.path + "/binary"]
        try scratch.succeed("export", domain, paths[1])
        let export = try scratch.defaults("export", domain, "-")
        #expect(export.status == (isExactInXML ? 0 : 65))
        if isExactInXML {
            paths.append(scratch.path + "/output")
            try Data(export.output).write(to: URL(fileURLWithPath: paths[2]))
        }
        #expect(try Plistlib.lines(paths, in: scratch) == paths.map { _ in lines })
    }
}
