import DefaultsCore
import Foundation
import Testing

@testable import DefaultsCLI

/// A notice on a terminal when a string without a type flag replaces a value of another type.
struct TypeChangeTests {
    private static let contents: PropertyListDictionary = [
        "array": ["1"], "bool": true, "data": .data(Data([1])), "date": .date(Date(timeIntervalSinceReferenceDate: 0)),
        "dict": ["n": 14], "int": 14, "numbers": [1], "real": 1.5, "string": "14",
    ]

    private static func tool(errorIsTerminal: Bool = true) throws -> Tool {
        Tool([Domain("D"): contents], errorIsTerminal: errorIsTerminal)
    }

    private static func notice(_ key: String, _ type: String, _ flag: String) -> String {
        "defaults: the value of '\(key)' was \(type) and is now a string; use '\(flag)' to keep the type\n"
    }

    @Test(
        "the notice has the type and its flag, and the string is written",
        arguments: [
            ("int", "an integer", "-int"), ("real", "a real", "-float"), ("bool", "a boolean", "-bool"),
            ("date", "a date", "-date"), ("data", "data", "-data"),
        ])
    func notices(key: String, type: String, flag: String) throws {
        let tool = try Self.tool()
        #expect(
            tool("write", "D", key, "16")
                == Tool.Outcome(status: .success, error: Self.notice(key, type, flag)))
        #expect(try tool.contents("D")[key] == "16")
        #expect(tool("write", "D", key, "17") == Tool.Outcome(status: .success))
    }

    @Test("the notice has the path, and does not change the status")
    func paths() throws {
        let tool = try Self.tool()
        #expect(
            tool("write", "--exit-code", "--path", "dict.n", "D", "x y")
                == Tool.Outcome(status: .changed, error: Self.notice("dict.n", "an integer", "-int")))
    }

    @Test(
        "a type flag, a value of another kind, another option, a new key and a failure give no notice",
        arguments: [
            ["write", "D", "int", "-string", "16"], ["write", "D", "int", "--string", "16"],
            ["write", "D", "int", "-int", "16"], ["write", "D", "int", "(16)"], ["write", "D", "string", "16"],
            ["write", "D", "array", "16"], ["write", "D", "new", "16"], ["write", "E", "int", "16"],
            ["write", "--path", "numbers.0", "--insert", "D", "16"], ["write", "D", "{ int = 16; }"],
        ])
    func silence(words: [String]) throws {
        #expect(try Self.tool().run(words) == Tool.Outcome(status: .success))
    }

    @Test("a dry run, a failed change and a stream that is not a terminal give no notice")
    func others() throws {
        #expect(try Self.tool()("write", "-n", "D", "int", "16").error.isEmpty)
        #expect(try !Self.tool()("write", "--path", "int.a", "D", "16").error.contains("type"))
        #expect(try Self.tool(errorIsTerminal: false)("write", "D", "int", "16") == Tool.Outcome(status: .success))
    }
}
