import Foundation
import PropertyList
import Testing
import ToolSupport

/// The values of `set`.
struct ValueSyntaxTests {
    private let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 86_400))

    @Test(
        "a value without a type flag is converted to the type of its key",
        arguments: [
            (["TabWidth", "8"], 8), (["Ligatures", "no"], false), (["Ligatures", "1"], true),
            (["FontPoints", "14"], 14.0), (["FontPoints", "1.4e1"], 14.0), (["FontName", "12"], "12"),
            (["FontName", ""], ""), (["FontName", "-12"], "-12"), (["LetterSpacing", "-1"], -1.0),
            (["ShownSeverity", "2"], 2), (["Scheme", "dark"], "dark"), (["Rulers", "(72, 80)"], [72, 80]),
            (["Rulers", "()"], []), (["TerminalState", "0102"], .data(Data([1, 2]))),
            (["TerminalState", "<0102>"], .data(Data([1, 2]))), (["Abbreviations", "{a = 1;}"], ["a": "1"]),
            (["FunctionKeys", "{2 = save;}"], ["2": "save"]), (["ZoomLevels", "(1, 2.5)"], [1.0, 2.5]),
        ] as [([String], PropertyListValue)])
    func converted(words: [String], expected: PropertyListValue) throws {
        let session = Session()
        #expect(session.run(["set"] + words) == .printed(""))
        #expect(try session.contents == [words[0]: expected])
    }

    @Test(
        "a value with a type flag, with one or two dashes",
        arguments: [
            (["TabWidth", "-int", "8"], 8), (["TabWidth", "--int", "8"], 8), (["Ligatures", "-bool", "no"], false),
            (["FontPoints", "-float", "14"], 14.0), (["FontPoints", "-int", "14"], 14.0),
            (["FontName", "-string", "-int"], "-int"), (["Rulers", "-array", "72", "-int", "80"], [72, 80]),
            (["Rulers", "-array"], []), (["Rulers", "-array-add", "132"], [80, 120, 132]),
            (["Rulers", "-array-remove", "80"], [120]),
            (["Abbreviations", "-dict", "a", "b", "c", "d"], ["a": "b", "c": "d"]),
            (["Abbreviations", "-dict-add", "a", "1"], ["btw": "by the way", "a": "1"]),
            (["TerminalState", "-data", "0a"], .data(Data([10]))),
        ] as [([String], PropertyListValue)])
    func flagged(words: [String], expected: PropertyListValue) throws {
        let session = Session()
        #expect(session.run(["set"] + words) == .printed(""))
        #expect(try session.contents == [words[0]: expected])
    }

    @Test("dates in both forms", arguments: ["2001-01-02T00:00:00Z", "2001-01-02 00:00:00 +0000"])
    func dates(text: String) throws {
        let session = Session()
        #expect(session("set", "LastOpened", text) == .printed(""))
        #expect(try session.contents == ["LastOpened": date])
        #expect(session("set", "LastBackup", "-date", text) == .printed(""))
        #expect(try session.contents == ["LastOpened": date, "LastBackup": date])
        #expect(session("set", "CleanUps", "-array", text, "-date", text) == .printed(""))
        #expect(try session.contents["CleanUps"] == [date, date])
    }

    @Test(
        "a value on standard input",
        arguments: [
            (["TabWidth"], "8\n", 8), (["FontName"], "A b\n", "A b"), (["FontName"], "two\nlines\n\n", "two\nlines\n"),
            (["FontName", "-string"], "A\n", "A\n"), (["Ligatures"], "no", false), (["TabWidth", "-int"], "8\n", 8),
            (["TerminalState"], "0a", .data(Data([10]))), (["TerminalState", "-data"], "0a", .data(Data("0a".utf8))),
            (["Rulers"], "[1, 2]", [1, 2]), (["Abbreviations"], "{ a = b; }", ["a": "b"]),
            (
                ["OtherFrames"], #"[{"origin": [1, 2.5], "width": 3, "height": 4}]"#,
                [["origin": [1.0, 2.5], "width": 3, "height": 4]]
            ),
        ] as [([String], String, PropertyListValue)])
    func input(words: [String], input: String, expected: PropertyListValue) throws {
        let session = Session()
        #expect(session.run(["set", "--stdin"] + words, input: Array(input.utf8)) == .printed(""))
        #expect(try session.contents == [words[0]: expected])
    }

    @Test("data in JSON on standard input is base64, as the JSON Schema says")
    func dataInJSON() throws {
        let session = Session()
        let json = #"{"user": "me", "key": "abcd"}"#
        #expect(session("set", "--stdin", "SyncCredentials", input: json) == .printed(""))
        let key = PropertyListValue.data(Data([0x69, 0xB7, 0x1D]))
        #expect(try session.contents == ["SyncCredentials": ["user": "me", "key": key]])
    }

    @Test(
        "an invalid value is refused, and the message has the rule",
        arguments: [
            (["TabWidth", "17"], "TabWidth is the integer 17; it must be an integer from 1 to 16"),
            (["TabWidth", "4.5"], "TabWidth is the string '4.5'; it must be an integer from 1 to 16"),
            (["TabWidth", "-string", "4"], "TabWidth is the string '4'; it must be an integer from 1 to 16"),
            (["Ligatures", "maybe"], "Ligatures is the string 'maybe'; it must be a boolean"),
            (
                ["LineHeight", "3"],
                "LineHeight is the integer 3; it must be a number of at least 1.0 and less than 3.0"
            ),
            (["Scheme", "blue"], "Scheme is the string 'blue'; it must be one of 'system', 'light' or 'dark'"),
            (["ShownSeverity", "7"], "ShownSeverity is the string '7'; it must be one of 0, 1 or 2"),
            (
                ["AccentColor", "red"],
                "AccentColor is the string 'red'; it must be a string that matches '^#[0-9a-f]{6}$'"
            ),
            (["FontName", "-int", "4"], "FontName is the integer 4; it must be a string"),
            (["Rulers", "80"], "Rulers is the string '80'; it must be an array"),
            (["Rulers", "(80, wide)"], "Rulers.1 is the string 'wide'; it must be an integer"),
            (["TabWidth", "-array-add", "4"], "'TabWidth' must be an integer from 1 to 16"),
            (["Rulers", "-dict-add", "a", "b"], "'Rulers' must be an array"),
            (["LastOpened", "yesterday"], "LastOpened is the string 'yesterday'; it must be a date"),
            (["TerminalState", "xyz"], "TerminalState is the string 'xyz'; it must be data"),
            (["MainFrame", "{width = 3;}"], "MainFrame.origin is missing; it is required"),
        ])
    func invalid(words: [String], message: String) throws {
        let session = Session()
        #expect(session.run(["set"] + words) == .failure(.invalidData, message))
        #expect(try session.contents == [:])
    }

    @Test(
        "arguments that are not a value are refused as by defaults",
        arguments: [
            (["TabWidth", "-int"], .usage, "'-int' needs a value after it"),
            (
                ["TabWidth", "-int", "x"], .usage,
                "'-int' takes a whole number of at most 64 bits, not 'x'"
            ),
            (["TabWidth", "4", "5"], .negative, "Unexpected argument 5; leaving defaults unchanged."),
            (["Abbreviations", "-dict", "a"], .negative, "Key a lacks a corresponding value"),
            (
                ["Rulers", "-array", "-array"], .negative,
                "Cannot nest composite types (arrays and dictionaries); exiting"
            ),
            (
                ["TabWidth", "-itn", "4"], .usage,
                "unknown type flag '-itn'; did you mean '-int'? To store it as a string, use -string '-itn'"
            ),
        ] as [([String], Session.Status, String)])
    func notAValue(words: [String], status: Session.Status, message: String) throws {
        let session = Session()
        #expect(session.run(["set"] + words) == .failure(status, message))
        #expect(try session.contents == [:])
    }

    @Test("a second value besides standard input is refused", arguments: [["8"], ["-int", "8"], [""]])
    func valueBesidesInput(words: [String]) throws {
        let session = Session()
        let message = "Unexpected argument \(words.last ?? ""); leaving defaults unchanged."
        #expect(session.run(["set", "--stdin", "TabWidth"] + words, input: [0x38]) == .failure(.negative, message))
        #expect(try session.contents == [:])
    }

    @Test("input that is not UTF-8 is refused")
    func inputIsNotText() throws {
        let session = Session()
        let message = "Could not read data from -: it is not valid UTF-8"
        #expect(session.run(["set", "--stdin", "FontName"], input: [0xFF]) == .failure(.invalidData, message))
        #expect(try session.contents == [:])
    }

    @Test("an element is added to the value that is stored")
    func addition() throws {
        let session = Session(.many, ["Rulers": [72]])
        #expect(session("set", "Rulers", "-array-add", "80") == .printed(""))
        #expect(try session.contents == ["Rulers": [72, 80]])
        #expect(session("set", "SpellLanguages", "-array-remove", "en") == .printed(""))
        #expect(try session.contents["SpellLanguages"] == [])
    }

    @Test("values are printed as defaults read prints them")
    func printing() {
        let session = Session(.many, ["LastOpened": date, "TerminalState": .data(Data([1]))])
        #expect(session("get", "Ligatures") == .printed("1\n"))
        #expect(session("get", "FontPoints") == .printed("12.5\n"))
        #expect(session("get", "Rulers") == .printed("(\n    80,\n    120\n)\n"))
        #expect(session("get", "Abbreviations") == .printed("{\n    btw = \"by the way\";\n}\n"))
        #expect(session("get", "LastOpened") == .printed("2001-01-02 00:00:00 +0000\n"))
        #expect(session("get", "TerminalState") == .printed("{length = 1, bytes = 0x01}\n"))
        #expect(session("get", "--json", "LastOpened") == .printed("{\n  \"$date\": \"2001-01-02T00:00:00Z\"\n}\n"))
    }

    @Test("on a terminal, control characters of values are escaped")
    func terminal() {
        var session = Session(.many, ["FontName": "a\u{9B}2J"])
        #expect(session("get", "FontName") == .printed("a\u{9B}2J\n"))
        session.isTerminal = true
        for words in [["get", "FontName"], ["list"], ["get", "--json", "FontName"], ["export", "-"]] {
            let outcome = session.run(words)
            #expect(outcome.status == .success)
            #expect(outcome.output.contains("2J"))
            #expect(!outcome.output.unicodeScalars.contains("\u{9B}"))
        }
    }
}
