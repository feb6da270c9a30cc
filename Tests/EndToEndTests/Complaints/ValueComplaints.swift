/// The complaints about values that `write` does not accept.
enum ValueComplaints {
    static let all: [Complaint] = literals + containers + operands

    /// Command lines of which scripts rely on the failure.
    static let mustFail: [Complaint] = [
        Complaint(
            "defaults -currentHost write dontAutoLoad -array a b c", 1,
            "Unexpected argument b; leaving defaults unchanged."),
        Complaint(#"defaults write D K -dict "Enabled 0""#, 1, "Key Enabled 0 lacks a corresponding value"),
        unparsed(#"{"a":1}"#, "The text is JSON, which option '--stdin' reads"),
        Complaint("defaults write D K", 1, "Rep argument is not a dictionary. Defaults have not been changed."),
        Complaint(
            "defaults write D K -array -dict a b", 1, "Cannot nest composite types (arrays and dictionaries); exiting"),
        Complaint("defaults write D K Local '(x)'", 1, "Unexpected argument (x); leaving defaults unchanged."),
        unparsed("Local (x)", "An unexpected '(' on line 1, column 7"),
    ]

    /// A literal that does not parse.
    private static func unparsed(_ literal: String, _ reason: String, reported: String? = nil) -> Complaint {
        let text = reported ?? literal
        return Complaint(
            "defaults write D K '\(literal)'", 1,
            "Could not parse: \(text).  \(reason).  To store it as a string, use -string.")
    }

    private static let literals: [Complaint] = [
        unparsed(
            #"a\"#, "Invalid old-style text, a missing '\"' for the string that begins on line 1, column 1",
            reported: #""a\""#),
        unparsed("{a = 1}", "Invalid old-style text, a missing ';' after a value on line 1, column 7"),
        unparsed("(a, b", "Invalid old-style text, a missing ')' for the array that begins on line 1, column 1"),
        unparsed("(a) b", "Invalid old-style text, unexpected text after the end on line 1, column 5"),
        unparsed("<abc>", "Invalid old-style text, an odd number of digits in data on line 1, column 4"),
        unparsed("<*I3>", "Invalid XML, the unknown element <*I3> on line 1, column 1"),
        unparsed("[1]", "The text is JSON, which option '--stdin' reads"),
        unparsed(#"it"s"#, "An unexpected '\"' on line 1, column 3"),
        unparsed(
            "<dict><key>a</key>",
            "Invalid XML, the text ends while looking for a value in <dict> on line 1, column 19"),
        unparsed(#"\Ud800"#, "An unpaired surrogate, which cannot be stored", reported: #""\Ud800""#),
        Complaint(
            "defaults write D K -array a '{'", 1,
            """
            Could not parse: {.  Invalid old-style text, a missing '}' for the dictionary that begins on line 1, \
            column 1.  To store it as a string, use -string.
            """),
        Complaint(
            "defaults write D K -dict '(' a", 1,
            """
            Could not parse: (.  Invalid old-style text, a missing ')' for the array that begins on line 1, column 1.  \
            To store it as a string, use -string.
            """),
        Complaint(
            "defaults write D '{a = 1'", 1,
            """
            Could not parse: {a = 1.  Invalid old-style text, a missing ';' after a value on line 1, column 7.  \
            Write a dictionary as { key = value; }.
            """),
        Complaint("defaults write D '(a)'", 1, "Rep argument is not a dictionary. Defaults have not been changed."),
        Complaint(
            "defaults write D $'(\\n\\t\\e'", 1,
            #"Could not parse: (\n\t\033.  Invalid old-style text, a missing ')' for the array on line 2, column 2.  "#
                + "Write a dictionary as { key = value; }."),
        Complaint("defaults write D K a b c", 1, "Unexpected argument b; leaving defaults unchanged."),
        Complaint("defaults write D K -int 1 2", 1, "Unexpected argument 2; leaving defaults unchanged."),
        Complaint("defaults write D K -string a -int", 1, "Unexpected argument -int; leaving defaults unchanged."),
    ]

    private static let containers: [Complaint] = [
        Complaint(
            "defaults write D K -dict a -array-add", 1,
            "Cannot nest composite types (arrays and dictionaries); exiting"),
        Complaint(
            "defaults write D K -dict -dict a", 1, "Cannot nest composite types (arrays and dictionaries); exiting"),
        Complaint("defaults write D K -dict -int 5 x", 1, "Dictionary keys must be strings"),
        Complaint("defaults write D K -dict '(a)' x", 1, "Dictionary keys must be strings"),
        Complaint("defaults write D K -dict a b -string c", 1, "Key c lacks a corresponding value"),
        Complaint("defaults write D K -dict-add a", 1, "Key a lacks a corresponding value"),
        Complaint(
            "defaults write D K -array-add x", 1,
            "Value for key K is not an array; cannot append.  Leaving defaults unchanged."),
        Complaint(
            "defaults write D N -array-add", 1,
            "Value for key N is not an array; cannot append.  Leaving defaults unchanged."),
        Complaint(
            "defaults write D K -dict-add a b", 1,
            "Value for key K is not a dictionary; cannot append.  Leaving defaults unchanged."),
        Complaint(
            "defaults write D A -dict-add a b", 1,
            "Value for key A is not a dictionary; cannot append.  Leaving defaults unchanged.",
            setup: "defaults write D A -array"),
    ]

    private static let operands: [Complaint] =
        [
            "-string", "-data", "-int", "-integer", "-float", "-bool", "-boolean", "-date", "-array a -int",
            "-dict a -bool",
        ]
        .map { words in
            let flag = words.split(separator: " ").last ?? ""
            return Complaint("defaults write D K \(words)", 255, "'\(flag)' needs a value after it")
        }
        + refusals(of: "-int", taking: "a whole number of at most 64 bits", integers)
        + refusals(of: "-integer", taking: "a whole number of at most 64 bits", integers)
        + refusals(
            of: "-float", taking: "a number",
            ["", "x", "1e999", "-1e999", "0x10", "1,5", "1.2.3", "nano", "--1", "1 2"])
        + refusals(of: "-bool", taking: booleans, ["", "maybe", "y", "n", "2", "t", " true"])
        + refusals(of: "-boolean", taking: booleans, ["maybe"])
        + [Complaint("defaults write D K -array -bool 2", 255, "'-bool' takes \(booleans), not '2'")]
        + refusals(
            of: "-date", taking: "a date such as 2024-01-31T12:00:00Z or '2024-01-31 12:00:00 +0000'",
            ["", "tomorrow", "2020-02-30", "2020-13-01", "2020-01-01T25:00:00Z", "01/02/2020", "1577836800"])
        + refusals(of: "-data", taking: "hexadecimal digits", ["0g", "<00>", "00 11", "0x00", "é"])

    private static let booleans = "true, false, yes, no, 1, 0, on or off"
    private static let integers = [
        "", "abc", "0x10", "3.7", "1e3", "1 2", "-", "18446744073709551616", "-9223372036854775809", "٣", "--1",
    ]

    private static func refusals(of flag: String, taking expected: String, _ operands: [String]) -> [Complaint] {
        operands.map {
            Complaint("defaults write D K \(flag) '\($0)'", 255, "'\(flag)' takes \(expected), not '\($0)'")
        }
    }
}
