import Foundation
import TestExtent
import Testing

/// The conditions of `check` that no transcript can show.
@Suite(.waiting) struct CheckTests {
    private let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.makeFolder(scratch.path + "/App")
    }

    /// Files of a key `S` and another value, and whether `UserDefaults` finds the key, which is why `check` reports
    /// them.
    static let values: [([UInt8], isFound: Bool)] = [
        ([0x51, 0x76], true), ([0x61, 0xD8, 0x00], true), ([0x80, 0x05], false), ([0xA1, 5], false), ([0x00], false),
        ([0xD1, 6, 4], false), ([0xC1, 4], false),
    ]

    @Test("a file in which UserDefaults finds nothing is reported", arguments: values)
    func userDefaults(value: [UInt8], isFound: Bool) throws {
        let key: [UInt8] = [0x51, UInt8(ascii: "S")]
        let bytes = CraftedBinary(
            [0xD2, 1, 2, 3, 4], .ascii("K"), key, value, [0x51, 0x74], [0x80, 0x01], [0x10, 0x05]
        ).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        let outcome = try scratch.defaults("check", "D")
        let isTold = [
            "UserDefaults treat the file as empty, because it contains a", "programs that use UserDefaults cannot read",
        ].contains { outcome.text.contains($0) }
        #expect(isTold == !isFound, "\(outcome.text)")
        #expect(try scratch.probe("get", "D", "S").contains("\"t\"") == isFound)
    }

    @Test(
        "text around XML that other programs refuse is reported",
        arguments: [
            (
                "\n<?xml version=\"1.0\"?><plist><dict/></plist>",
                "2:1: the XML declaration is not at the beginning, which"
            ),
            ("<plist><dict/></plist>\n\0", "2:1: NUL characters follow the end, which other programs do not accept"),
            ("<plist><dict/></plist>\nx", "2:1: the file contains text after the end on line 2, column 1; it can be"),
        ])
    func strayText(text: String, finding: String) throws {
        try Disk.write(text, to: scratch.path + "/App/f.plist")
        let outcome = try scratch.defaults("check", "./App")
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("./App/f.plist:" + finding))
        #expect(try scratch.defaults("check", "--json", "./App").text.contains(#""kind": "stray-text""#))
        #expect(try scratch.defaults("check", "--ignore", "stray-text", "./App") == .silence)
    }

    @Test("of one kind a hundred are reported, however many there are and however deep", .withoutSanitizer)
    func many() throws {
        let arrays = ["<array>", "</array>"].map { String(repeating: $0, count: 510) }
        let strings = String(repeating: "<string>\u{1}</string>", count: 50_000)
        try Disk.write(Disk.xml("<key>K</key>" + arrays.joined(separator: strings)), to: scratch.file("D"))
        for words in [["check"], ["check", "--json"]] {
            let outcome = try scratch.startWithinLimits(words).outcome()
            outcome.expect(1, error: "")
            #expect(outcome.text.split(separator: "contains control characters").count == 101)
        }
    }

    @Test("a walk has no limit of depth, follows no links, and does not enter .git", Executable.condition("python3"))
    func walk() throws {
        let deep =
            #"import os; [(os.mkdir("d" * 60), os.chdir("d" * 60)) for _ in range(300)]; "#
            + #"open("x.plist", "w").write("{ a = b }")"#
        try scratch.bash(
            """
            cd App && python3 -c '\(deep)'
            mkdir -p .git z/.git && echo '{ a = b }' | tee .git/x.plist > z/.git/y.plist
            ln -s . loop.plist && ln -s .. z/up && ln -s /nowhere z/dangling.plist && mkfifo z/fifo.plist
            """)
        let outcome = try scratch.defaults("check", "./App")
        outcome.expect(65, error: "")
        #expect(outcome.text.split(separator: "\n").count == 1)
        #expect(outcome.text.contains("/x.plist:1:8: cannot read"))
        #expect(outcome.text.utf8.count > 2 * 300 * 61)
        try scratch.bash("rm -rf App")
    }

    @Test("folders and files that may not be read are reported", OtherAccount.ordinaryCondition)
    func permissions() throws {
        try scratch.bash(
            "mkdir App/closed; echo {} | tee App/a.plist >App/closed/b.plist; chmod 0 App/a.plist App/closed")
        let outcome = try scratch.defaults(["check", "./App"], as: .unprivileged)
        try scratch.bash("chmod 700 App/closed")
        #expect(outcome.status == 65)
        #expect(outcome.text.contains("./App/a.plist: "))
        #expect(outcome.text.contains("./App/closed: "))
    }
}
