import Foundation
import PropertyList
import TestExtent
import Testing

/// What is at a limit is read, by every verb; what is beyond it is refused in one sentence, and nothing is touched.
@Suite(.waiting, .withoutSanitizer) struct LimitTests {
    private let scratch = Scratch()

    /// The bytes of the file of `D`, and of the input beside it.
    private static let size = 4000

    init() throws {
        try Disk.makeFolder(scratch.root)
        try Disk.makeFolder(scratch.path + "/other")
        let file = Self.padded("<plist><dict><key>K</key><string>v</string></dict></plist>")
        try file.write(to: URL(fileURLWithPath: scratch.file("D")))
        try file.write(to: URL(fileURLWithPath: scratch.path + "/other/D.plist"))
        try file.write(to: URL(fileURLWithPath: scratch.path + "/input"))
        try Self.padded(#"{"New": "K"}"#).write(to: URL(fileURLWithPath: scratch.path + "/map.json"))
        try Data("<dict><key>K</key><string>w</string></dict>".utf8).write(to: URL(fileURLWithPath: scratch.file("E")))
    }

    private static func padded(_ text: String) -> Data {
        Data((text + String(repeating: "\n", count: size - text.utf8.count)).utf8)
    }

    private func run(_ words: [String], limit: Int) throws -> Outcome {
        let words = [Executable.defaults, words[0], "--max-size", String(limit)] + words.dropFirst()
        let input = words.contains("-") || words.contains("--stdin") ? try Disk.bytes(scratch.path + "/input") : []
        return try scratch.run(words, input: input)
    }

    /// Command lines that read a file or standard input of that size, and how they end when they may.
    static let readers: [([String], Int32)] = [
        (["read", "D"], 0), (["read", "D", "K"], 0), (["read", "--path", "K", "D"], 0), (["read-type", "D", "K"], 0),
        (["read", "./root/D.plist", "K"], 0),
        (["write", "D", "K", "w"], 0), (["write", "D", "K", "-array-add", "x"], 1), (["write", "D", "{ a = b; }"], 0),
        (["write", "--value-file", "./input", "E", "L"], 0), (["write", "--stdin", "E", "L", "-string"], 0),
        (["rename", "D", "K", "L"], 0), (["delete", "D", "K"], 0), (["delete", "D"], 0),
        (["import", "E", "./input"], 0), (["import", "E", "-"], 0), (["import", "D", "./root/E.plist"], 0),
        (["export", "D", "-"], 0), (["export", "D", "./out.plist"], 0), (["diff", "D", "E"], 1),
        (["diff", "E", "./input.plist"], 1), (["diff", "./other", "./root"], 1),
        (["migrate", "E", "E", "./map.json"], 0), (["migrate", "D", "E", "New=K"], 0),
        (["migrate", "--status", "D"], 0),
    ]

    @Test("a file or stream as large as the limit is read, a larger one by no verb", arguments: readers)
    func fileSize(words: [String], status: Int32) throws {
        if words.contains("./input.plist") { try scratch.bash("mv input input.plist") }
        let before = try TreeState(scratch.path)
        let refused = try run(words, limit: Self.size - 1)
        let lines = refused.errorLines.count
        refused.expect(65, text: "", complaints: lines)
        #expect(
            refused.error.hasSuffix("it has more than \(Self.size - 1) bytes; use '--max-size' to raise the limit\n"),
            "\(refused.error)")
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
        let read = try run(words, limit: Self.size)
        #expect(read.status == status, "\(read.error)")
    }

    @Test("verbs over all domains name it, and go on")
    func allDomains() throws {
        let sentence = "it has more than \(Self.size - 1) bytes; use '--max-size' to raise the limit\n"
        let read = try run(["read"], limit: Self.size - 1)
        #expect(read.status == 65, "\(read.error)")
        #expect(read.complains(), "\(read.error)")
        #expect(read.error.hasSuffix(sentence), "\(read.error)")
        #expect(read.text == "{\n    E =     {\n        K = w;\n    };\n}\n")
        let find = try run(["find", "K"], limit: Self.size - 1)
        #expect(find.status == 65, "\(find.error)")
        #expect(find.complains(), "\(find.error)")
        #expect(find.error.hasSuffix(sentence), "\(find.error)")
        let check = try run(["check", "D"], limit: Self.size - 1)
        #expect(check.status == 65, "\(check.text)")
        #expect(check.error.isEmpty, "\(check.text)")
        #expect(check.text.contains(sentence), "\(check.text)")
        #expect(try run(["domains"], limit: Self.size - 1).text == "D, E\n")
        for words in [["read"], ["find", "K"]] { #expect(try run(words, limit: Self.size).status == 0) }
        #expect(try !run(["check", "D"], limit: Self.size).text.contains("cannot read"))
    }

    @Test("by default it is a gibibyte")
    func defaultSize() throws {
        try scratch.bash("truncate --size 1073741825 root/D.plist")
        for words in [
            ["read", "D"], ["read", "D", "K"], ["write", "D", "K", "v"], ["import", "E", "./root/D.plist"],
        ] {
            let outcome = try scratch.startWithinLimits(words).outcome()
            outcome.expect(65, text: "", complaints: 1)
            #expect(
                outcome.error.hasSuffix("it has more than 1073741824 bytes; use '--max-size' to raise the limit\n"),
                "\(outcome.error)")
        }
    }

    @Test("the option raises the limit")
    func raisedSize() throws {
        // A key, and another with data of a gibibyte, which takes no room on the disk.
        let length = 1 << 30
        let objects: [UInt8] = [0xD2, 1, 2, 3, 4, 0x51, 0x4B, 0x51, 0x4C, 0x51, 0x76]
        let start = Array("bplist00".utf8) + objects + [0x4F, 0x13] + [UInt8].bigEndian(length, width: 8)
        let table = start.count + length
        let offsets = [8, 13, 15, 17, 19].flatMap { [UInt8].bigEndian($0, width: 8) }
        let numbers = [5, 0, table].flatMap { [UInt8].bigEndian($0, width: 8) }
        try Data(start).write(to: URL(fileURLWithPath: scratch.file("Huge")))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.file("Huge")))
        try file.seek(toOffset: UInt64(table))
        try file.write(contentsOf: Data(offsets + [0, 0, 0, 0, 0, 0, 8, 1] + numbers))
        try file.close()
        #expect(try scratch.defaults("read", "Huge", "K").status == 65)
        for size in ["2G", String(table + 40 + 32)] {
            #expect(
                try scratch.defaults("--max-size", size, "read", "Huge", "K")
                    == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
        }
        #expect(try scratch.defaults("--max-size", String(table + 40 + 31), "read", "Huge", "K").status == 65)
    }

    @Test("512 containers inside one another are read and written, and not one more")
    func depth() throws {
        for depth in [512, 513] {
            // The domain is one of them.
            let value = String(repeating: "(", count: depth - 1) + String(repeating: ")", count: depth - 1)
            try Data("{ K = \(value); }".utf8).write(to: URL(fileURLWithPath: scratch.path + "/deep.plist"))
            let outcomes = try [
                ["read", "./deep"], ["read", "./deep", "K"], ["import", "F", "./deep.plist"],
                ["write", "F", "K", value],
                ["export", "./deep", "-"],
            ].map { try run($0, limit: 1 << 30) }
            for outcome in outcomes {
                #expect(outcome.status == (depth == 512 ? 0 : 65), "\(outcome.error.prefix(300))")
                #expect(depth == 512 ? outcome.error.isEmpty : outcome.complains())
            }
        }
        #expect(try Foreign.foundation(scratch.file("F")).allKeys as? [String] == ["K"])
    }

    @Test("a key has no limit but that of the file")
    func keyLength() throws {
        let key = String(repeating: "k", count: 100_000)
        #expect(try scratch.defaults("write", "F", key, "v").status == 0)
        #expect(try scratch.defaults("read", "F", key).text == "v\n")
    }
}
