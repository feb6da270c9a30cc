/// The complaints about values that `write` does not accept. `ValueArgumentsTests` has the others about words.
enum ValueComplaints {
    static let all: [Complaint] = mustFail + domains + additions + operands

    /// Command lines of which scripts rely on the failure.
    private static let mustFail: [Complaint] = [
        Complaint(
            "defaults -currentHost write dontAutoLoad -array a b c", 1,
            "the key before the type flag '-array' is missing. Unexpected argument b; leaving defaults unchanged."),
        Complaint(#"defaults write D K -dict "Enabled 0""#, 1, "Key Enabled 0 lacks a corresponding value"),
        unparsed(#"{"a":1}"#, "The text is JSON, which option '--stdin' reads"),
        Complaint("defaults write D K", 1, "the value is missing after key 'K'. " + notDictionary),
        Complaint(
            "defaults write D K -array -dict a b", 1, "Cannot nest composite types (arrays and dictionaries); exiting"),
        Complaint("defaults write D K Local '(x)'", 1, "Unexpected argument (x); leaving defaults unchanged."),
        unparsed("Local (x)", "An unexpected '(' on line 1, column 7"),
    ]

    /// A literal that does not parse.
    private static func unparsed(_ literal: String, _ reason: String) -> Complaint {
        Complaint(
            "defaults write D K '\(literal)'", 1,
            "Could not parse: \(literal).  \(reason).  To store it as a string, use -string.")
    }

    private static let domains: [Complaint] = [
        unparsedDomain("'{a = 1'", "{a = 1", "Invalid old-style text, a missing ';' after a value on line 1, column 7"),
        unparsedDomain(#"'{"a": 1}'"#, #"{"a": 1}"#, "The text is JSON, which option '--stdin' reads"),
        unparsedDomain(
            #"$'(\n\t\e'"#, #"(\n\t\033"#, "Invalid old-style text, a missing ')' for the array on line 2, column 2"),
        Complaint("defaults write D '(a)'", 1, notDictionary),
    ]

    private static func unparsedDomain(_ word: String, _ reported: String, _ reason: String) -> Complaint {
        Complaint(
            "defaults write D \(word)", 1,
            "Could not parse: \(reported).  \(reason).  Write a dictionary as { key = value; }.")
    }

    private static let notDictionary = "Rep argument is not a dictionary. Defaults have not been changed."

    private static let additions: [Complaint] = [
        Complaint("defaults write D K -array-add x", 1, notAdded("K", "an array")),
        Complaint("defaults write D N -array-add", 1, notAdded("N", "an array")),
        Complaint("defaults write D K -dict-add a b", 1, notAdded("K", "a dictionary")),
        Complaint(
            "defaults write D A -dict-add a b", 1, notAdded("A", "a dictionary"),
            setup: "defaults write D A -array"),
    ]

    private static func notAdded(_ key: String, _ type: String) -> String {
        "Value for key \(key) is not \(type); cannot append.  Leaving defaults unchanged."
    }

    private static let operands: [Complaint] = [
        Complaint("defaults write D K -array a -int", 255, "'-int' needs a value after it"),
        Complaint("defaults write D K -int ''", 255, "'-int' takes a whole number of at most 64 bits, not ''"),
        Complaint("defaults write D K -data é", 255, "'-data' takes hexadecimal digits, not 'é'"),
    ]
}
