import Foundation
import Testing

/// The command and a program that uses Foundation's `UserDefaults` see and keep each other's preferences.
@Suite(.waiting) struct UserDefaultsTests {
    let scratch = Scratch()

    /// What the program sets, and what the command says of it.
    struct Setting: CustomTestStringConvertible, Sendable {
        let type: String
        let text: String
        let readType: String
        let read: String
        var testDescription: String { "\(type) \(text)" }

        init(_ type: String, _ text: String, is readType: String, _ read: String) {
            (self.type, self.text, self.readType, self.read) = (type, text, readType, read)
        }
    }

    static let settings = [
        Setting("string", "Größe 14 🗑", is: "string", "Größe 14 🗑"),
        Setting("string", "", is: "string", ""),
        Setting("string", "true", is: "string", "true"),
        Setting("int", "0", is: "integer", "0"),
        Setting("int", "14", is: "integer", "14"),
        Setting("int", "-9223372036854775808", is: "integer", "-9223372036854775808"),
        Setting("int", "9223372036854775807", is: "integer", "9223372036854775807"),
        Setting("bool", "true", is: "boolean", "1"),
        Setting("bool", "false", is: "boolean", "0"),
        Setting("double", "0.1", is: "float", "0.1"),
        Setting("double", "1", is: "float", "1"),
        Setting("double", "-1e300", is: "float", "-1e+300"),
        Setting("double", "inf", is: "float", "inf"),
        // Foundation keeps the nearest double of a Float.
        Setting("float", "0.1", is: "float", "0.10000000149011612"),
        Setting("float", "0.5", is: "float", "0.5"),
        Setting("data", "abc", is: "data", "{length = 3, bytes = 0x616263}"),
        Setting("data", "", is: "data", "{length = 0, bytes = 0x}"),
        Setting("date", "1568612742", is: "date", "2019-09-16 05:45:42 +0000"),
        Setting("date", "-2082841200", is: "date", "1904-01-01 01:00:00 +0000"),
        // Foundation drops the fraction of a second.
        Setting("date", "1568612742.75", is: "date", "2019-09-16 05:45:42 +0000"),
        // Foundation keeps a file's URL as its path.
        Setting("url", "/tmp/a b", is: "string", "/tmp/a b"),
        Setting("plist", "<array/>", is: "array", "(\n)"),
        Setting("plist", "<dict/>", is: "dictionary", "{\n}"),
        Setting("plist", "<integer>18446744073709551615</integer>", is: "integer", "18446744073709551615"),
        Setting(
            "plist", "<array><true/><integer>1</integer><string>b c</string></array>", is: "array",
            "(\n    1,\n    1,\n    \"b c\"\n)"),
        Setting(
            "plist", "<dict><key>a</key><dict><key>b</key><array><real>0.5</real></array></dict></dict>",
            is: "dictionary",
            "{\n    a =     {\n        b =         (\n            \"0.5\"\n        );\n    };\n}"),
    ]

    @Test("what a program sets, the command reads with its type", arguments: settings)
    func commandReads(_ setting: Setting) throws {
        try scratch.probe("set", "com.example.Editor", "K", setting.type, setting.text)
        #expect(
            try scratch.defaults("read-type", "com.example.Editor", "K").text == "Type is \(setting.readType)\n")
        #expect(try scratch.defaults("read", "com.example.Editor", "K").output == Array((setting.read + "\n").utf8))
    }

    /// What the command writes, and what the program gets.
    struct Value: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let notation: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., gives notation: String) {
            (self.arguments, self.notation) = (arguments, notation)
        }
    }

    static let values = [
        Value("-string", "Größe 14 🗑", gives: #""Größe 14 🗑""#),
        Value("-string", "", gives: #""""#),
        Value("1", gives: #""1""#),
        Value("-int", "1", gives: "1"),
        Value("-int", "0", gives: "0"),
        Value("-int", "-9223372036854775808", gives: "-9223372036854775808"),
        Value("-int", "9223372036854775807", gives: "9223372036854775807"),
        Value("-int", "18446744073709551615", gives: "18446744073709551615"),
        Value("-float", "1", gives: "1.0"),
        Value("-float", "0.1", gives: "0.1"),
        Value("-float", "-1e300", gives: "-1e+300"),
        Value("-float", "-inf", gives: "-inf"),
        Value("-float", "nan", gives: "nan"),
        Value("-float", "-0.0", gives: "-0.0"),
        Value("-bool", "true", gives: "true"),
        Value("-bool", "false", gives: "false"),
        Value("-date", "2019-09-16 05:45:42 +0000", gives: "@2019-09-16T05:45:42Z"),
        Value("-date", "1904-01-01T01:00:00Z", gives: "@1904-01-01T01:00:00Z"),
        Value("-date", "2019-09-16T05:45:42.750Z", gives: "@2019-09-16T05:45:42.750Z"),
        Value("-data", "00ff7f", gives: "<00ff7f>"),
        Value("-data", "", gives: "<>"),
        Value("-array", gives: "[]"),
        Value("-dict", gives: "{}"),
        Value("-array", "a", "-int", "1", "-bool", "yes", "(b, {})", gives: #"["a", 1, true, ["b", {}]]"#),
        Value("-dict", "a", "-float", "1", "b", "{ c = (d); }", gives: #"{"a": 1.0, "b": {"c": ["d"]}}"#),
        Value("-string", "é e\u{301}", gives: #""é e\u{301}""#),
        Value("-string", "\u{FEFF}a", gives: "\"\u{FEFF}a\""),
        Value("-string", "\u{1B}[0m\r", gives: #""\u{1b}[0m\u{d}""#),
    ]

    @Test("what the command writes, a program reads with its type", arguments: values)
    func programReads(_ value: Value) throws {
        try scratch.succeed(["write", "com.example.Editor", "K"] + value.arguments)
        #expect(try scratch.probe("dump", "com.example.Editor") == "\"K\": \(value.notation)\n")
        #expect(try scratch.probe("get", "com.example.Editor", "K") == "\(value.notation)\n")
    }
}
