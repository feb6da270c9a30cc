import Foundation
import Testing

/// What words of `write` become at their edges, where scripts differ in taste: the value and its type.
@Suite(.waiting) struct AppleValuesTests {
    let scratch = Scratch()

    @Test("words become the value they say, with its type", arguments: WordSamples.all)
    func values(words: [String], value: StoredValue) throws {
        let outcome = try scratch.defaults(["write", "D", "K"] + words)
        #expect(outcome == .silence)
        let expected: StoredValue = ["K": value]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }

    @Test("an added dictionary replaces the keys it names, whole, and keeps the others")
    func shallowMerge() throws {
        try scratch.bash(
            "defaults write D K -dict a '{x = 1;}' b -int 1; defaults write D K -dict-add a '{y = 2;}' c 3")
        let expected: StoredValue = ["K": ["a": ["y": "2"], "b": 1, "c": "3"]]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }

    @Test("a literal for a domain replaces all of it", arguments: ["{b = 2;}", "\"b\" = 2;", "'b'=\"2\";"])
    func wholeDomain(literal: String) throws {
        try scratch.place("<dict><key>a</key><integer>1</integer></dict>", in: "D")
        #expect(try scratch.defaults("write", "D", literal) == .silence)
        let expected: StoredValue = ["b": "2"]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }

    @Test(
        "a key is taken as it is, even empty or like an option of another program",
        arguments: ["", "-g", "-root", "-n", #"a\n"#, "(x)", "a.b", "é"])
    func keys(key: String) throws {
        #expect(try scratch.defaults("write", "D", key, "-bool", "yes") == .silence)
        #expect(try Foreign.stored(scratch.file("D")).text == StoredValue.dictionary([(key, true)]).text)
        #expect(try scratch.defaults("read", "D", key).text == "1\n")
        #expect(try scratch.defaults("rename", "D", key, key) == .silence)
        #expect(try scratch.defaults("rename", "D", key, "other") == .silence)
        let expected: StoredValue = ["other": true]
        #expect(try Foreign.stored(scratch.file("D")).text == expected.text)
    }

    @Test(
        "an application is found by path or name, and known by its identifier, else by its executable",
        arguments: [
            "Example", "example", "Example.app", "./home/Applications/Example.app", "home/Applications/Example.app/",
        ],
        ["CFBundleIdentifier", "CFBundleExecutable"])
    func applications(name: String, key: String) throws {
        let contents = scratch.home + "/Applications/Example.app/Contents"
        try FileManager.default.createDirectory(atPath: contents, withIntermediateDirectories: true)
        try Data("{ \(key) = com.example; }".utf8).write(to: URL(fileURLWithPath: contents + "/Info.plist"))
        #expect(try scratch.defaults("write", "-app", name, "K", "v") == .silence)
        #expect(try Foreign.stored(scratch.file("com.example")).text == (["K": "v"] as StoredValue).text)
    }
}

/// Words after a key, and the value they are.
private enum WordSamples {
    static let all: [([String], StoredValue)] = scalars + data + dates + containers

    private static let scalars: [([String], StoredValue)] = [
        (["-int", "9223372036854775807"], 9_223_372_036_854_775_807),
        (["-int", "-9223372036854775808"], .integer(.min)),
        (["-float", "32.3"], 32.3), (["-float", "1e308"], 1e308),
        (["-float", "5e-324"], .real(.leastNonzeroMagnitude)),
        (["-float", "-0"], -0.0), (["-float", "-inf"], .real(-.infinity)), (["-float", "0.1"], 0.1),
        (["-float", "12345678901234567890"], 12345678901234567890.0),
        (["-string", "-int"], "-int"), (["-string", "(a)"], "(a)"), (["-string", #"\n"#], #"\n"#),
        ([""], ""), (["-1"], "-1"), (["-foo"], "-foo"), (["-INT"], "-INT"), (["--int"], "--int"), (["-s"], "-s"),
        ([#"a\nb\tc"#], "a\nb\tc"), ([#"\u21a9"#], "u21a9"), (["/* no comment */"], "/* no comment */"),
        (["a = b;"], "a = b;"), (["it's"], "it's"), (["bplist00"], "bplist00"), (["\u{FEFF}x"], "\u{FEFF}x"),
    ]

    private static let data: [([String], StoredValue)] = [
        (["-data", ""], .data([])), (["-data", "A"], .data([0x0A])), (["-data", "34f"], .data([0x03, 0x4F])),
        (["-data", "123abcdef"], .data([0x01, 0x23, 0xAB, 0xCD, 0xEF])),
    ]

    private static let dates: [([String], StoredValue)] = [
        (["-date", "1919-01-01T01:01:00.000Z"], .date(-1_609_455_540)),
        (["-date", "2024-01-02 03:04:05 +0000"], .date(1_704_164_645)),
        (["-date", "2024-01-01 00:30:00 +0130"], .date(1_704_063_600)),
        (["-date", "0001-01-01"], .date(-62_135_596_800)),
        (["-date", "9999-12-31T23:59:59Z"], .date(253_402_300_799)),
    ]

    private static let containers: [([String], StoredValue)] = [
        (
            ["-array", "-int", "3", "-bool", "on", "-data", "00", "-date", "2020-01-01", "-float", "1", "x", "(y)"],
            [3, true, .data([0]), .date(1_577_836_800), 1.0, "x", ["y"]]
        ),
        (["-array-add", "(a,b)"], [["a", "b"]]),
        (["-array", "-string", "-array"], ["-array"]),
        (["-dict", "k", "1", "k", "-int", "2"], ["k": 2]),
        (["-dict", #""a (b)""#, "x", "-string", "c (d)", "y"], ["a (b)": "x", "c (d)": "y"]),
        (["-dict", "", ""], ["": ""]),
        (["-dict-add"], [:]), (["-array-add"], []),
    ]
}
