import DefaultsSchemas
import TestExtent
import Testing

/// The texts about all keys.
struct ManySettingsTextTests {
    private static let names = PreferenceSchema.many.keys.map(\.name)

    /// A session in which each key has another value than its default.
    private let session = Session(
        .many, PropertyListDictionary(PreferenceSchema.many.keys.map { ($0.name, $0.otherValue) }))

    @Test("the list has a row for each key, with its state and its value")
    func list() {
        let rows = Session()("list").output.split(separator: "\n")
        #expect(rows.map { $0.split(separator: "\t")[0] } == Self.names.map { $0[...] })
        #expect(rows.allSatisfy { $0.split(separator: "\t")[1] == "default" })
        let expected = [
            "FontName\tdefault\tMonospace", "FontPoints\tdefault\t12.5", "TabWidth\tdefault\t4",
            "Rulers\tdefault\t[80,120]", "LegacyTabSize\tdefault\t", "Scheme\tdefault\tsystem",
            "MasterPassword\tdefault\t", "Abbreviations\tdefault\t{\"btw\":\"by the way\"}",
            "MainFrame\tdefault\t{\"height\":600,\"origin\":[100.0,80.0],\"width\":800}", "ShownSeverity\tdefault\t0",
        ]
        for row in expected { #expect(rows.contains(row[...]), "\(row)") }
    }

    @Test("the list of values that are set")
    func listOfSetValues() {
        let rows = session("list").output.split(separator: "\n")
        #expect(rows.count == Self.names.count)
        let expected = [
            "FontPoints\tset\t6.0", "TabWidth\tset\t1", "Scheme\tset\tlight",
            "MasterPassword\tset\t•••",
            "LastOpened\tset\t\"2001-01-02T00:00:00Z\"", "TerminalState\tset\t\"AH//\"", "ShownSeverity\tset\t1",
        ]
        for row in expected { #expect(rows.contains(row[...]), "\(row)") }
        #expect(rows.allSatisfy { $0.split(separator: "\t")[1] == "set" })
    }

    @Test("on a terminal, the columns are aligned and the values are on lines of their own")
    func terminal() {
        var session = session
        session.isTerminal = true
        let lines = session("list").output.split(separator: "\n")
        #expect(lines.count == 2 * Self.names.count)
        #expect(Array(lines[...1]) == ["FontName             set", "    another text"])
    }

    @Test("the list in JSON has the state, the value and the default of each key")
    func listInJSON() throws {
        let members = try #require(try session.value("list", "--json").members)
        #expect(Set(members.keys) == Set(Self.names))
        #expect(members["TabWidth"] == ["state": "set", "value": 1, "default": 4])
        #expect(members["LegacyTabSize"] == ["state": "set", "value": 7])
        #expect(members["MasterPassword"] == ["state": "set", "secret": true])
        for key in session.schema.keys where !key.details.isSecret {
            var expected: PropertyListDictionary = ["state": "set", "value": key.otherValue]
            expected["default"] = key.storedDefault
            #expect(members[key.name] == .dictionary(expected))
        }
    }

    @Test(
        "the description of a key, line by line",
        arguments: [
            ("FontPoints", ["The size of text, in points.", "Value: a number from 6.0 to 72.0", "Default: 12.5"]),
            (
                "LineHeight",
                [
                    "The height of a line, as a multiple of the size of text.",
                    "Value: a number of at least 1.0 and less than 3.0", "Default: 1.25",
                ]
            ),
            ("ResultLimit", ["The largest number of results.", "Value: an integer of at least 1", "Default: 10000"]),
            (
                "Scheme",
                [
                    "The colors of windows.", "Value: one of 'system', 'light' or 'dark'", "  system: System",
                    "  light: Light", "  dark: Dark",
                    "Default: system",
                ]
            ),
            (
                "CursorColor",
                [
                    "The color of the cursor, or none for that of the theme.",
                    "Value: a string that matches '^#[0-9a-f]{6}$'", "Default: none",
                ]
            ),
            (
                "LegacyTabSize",
                [
                    "The width of a tab in old versions.", "Value: an integer", "Default: none",
                    "Deprecated: use TabWidth",
                ]
            ),
            ("LastOpened", ["The date of the last start.", "Value: a date", "Default: none"]),
            ("TerminalState", ["The contents of terminals that are restored.", "Value: data", "Default: none"]),
            (
                "Pin",
                [
                    "The number that unlocks the program.", "Value: an integer from 1000 to 999999",
                    "Secret: the value is not shown",
                ]
            ),
        ])
    func description(name: String, expected: [String]) {
        let lines = (expected + ["State: default"]).map { "    \($0)\n" }
        #expect(Session()("describe", name) == .printed("\(name)\n" + lines.joined()))
    }

    @Test("help lists each key with its summary below the title of its group")
    func help() {
        let help = Session()("help").output
        #expect(help == Session()("--help").output)
        for group in session.schema.groups { #expect(help.contains("\n\n\(group.title ?? ""):\n")) }
        for key in session.schema.keys {
            let line = help.split(separator: "\n").first { $0.hasPrefix("  \(key.name) ") }
            #expect(line?.contains(" \(key.summary)") == true, "\(key.name)")
        }
        let expected = [
            "  CursorBlinkInterval                  The time between blinks of the cursor, in milliseconds.",
            "  LegacyTabSize                        The width of a tab in old versions. (deprecated: use TabWidth)",
        ]
        for line in expected { #expect(help.split(separator: "\n").contains(line[...])) }
    }

    @Test("each key is a candidate with its summary", arguments: ["get", "set", "describe", "reset"])
    func candidates(verb: String) {
        let candidates = session.candidates(verb, "")
        #expect(candidates.first == "words")
        #expect(candidates.contains("TabWidth\tThe width of a tab, in columns."))
        #expect(candidates.dropFirst().map { $0.split(separator: "\t")[0] } == Self.names.map { $0[...] })
    }
}
