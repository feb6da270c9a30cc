import Foundation
import Testing

/// Text that Foundation reads more generously than we do: it is shown with its place, and never overwritten.
@Suite(.waiting, .withoutSanitizer) struct TextInputTests {
    private static let shown: [(String, String, String)] = [
        ("<key>k</key><date>2024-02-31T00:00:00Z</date>", "", "a date that does not exist at 'k'"),
        ("<key>k</key><data>AQ!D</data>", "", "data that is not base64 at 'k'"),
        ("<key>k</key><true/>", "junk", "text after the end on line "),
    ]

    private func place(_ body: String, _ tail: String, utf16: Bool, in scratch: Scratch) throws -> [UInt8] {
        let text = "<plist version=\"1.0\"><dict>\(body)</dict></plist>\(tail)"
        let bytes =
            utf16 ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
        try Disk.makeFolder(scratch.root)
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        return bytes
    }

    @Test(
        "what no value can hold is shown with its place, and no verb changes the file", arguments: shown, [false, true])
    func shownAndKept(file: (String, String, String), utf16: Bool) throws {
        let scratch = Scratch()
        let bytes = try place(file.0, file.1, utf16: utf16, in: scratch)
        let read = try scratch.defaults("read", "D")
        read.expect(65, containing: file.2)
        #expect(read.text.contains("k = "))
        for words in [["write", "D", "a", "b"], ["delete", "D", "k"], ["import", "E", scratch.file("D")]] {
            let outcome = try scratch.defaults(words)
            outcome.expect(65, complaints: 1, comment: "\(words)")
        }
        #expect(try Disk.bytes(scratch.file("D")) == bytes)
    }

    @Test("a NUL after the end says nothing", arguments: [false, true])
    func trailingNUL(utf16: Bool) throws {
        let scratch = Scratch()
        _ = try place("<key>k</key><true/>", "\0", utf16: utf16, in: scratch)
        #expect(try scratch.defaults("read", "D", "k").text == "1\n")
        #expect(try scratch.defaults("write", "D", "a", "b").status == 0)
    }

    @Test("comments alone are an empty dictionary as a file, and no value as a word")
    func commentsAlone() throws {
        let scratch = Scratch()
        try Disk.makeFolder(scratch.root)
        try Disk.write("/* none */\n// yet\n", to: scratch.file("D"))
        #expect(try scratch.defaults("read", "D").status == 1)
        #expect(try scratch.defaults("import", "E", scratch.file("D")).status == 0)
        #expect(try scratch.defaults("write", "E", "k", "//host/<name>").status == 1)
    }

    @Test(
        "a stream without end that is no property list is refused after its beginning",
        arguments: ["cat /dev/zero", "yes"])
    func endlessStreams(source: String) throws {
        let scratch = Scratch()
        for words in ["import D -", "write --stdin D K", "write --stdin D"] {
            let script =
                "\(source) | (ulimit -v 200000; timeout 600 '\(Executable.defaults)' \(words)) 2>&1; "
                + "echo \"${PIPESTATUS[1]}\""
            let output = try scratch.bash(script).text
            #expect(output.contains("65\n"), "\(words): \(output.prefix(400))")
            #expect(output.count < 400)
        }
    }

    @Test("a large file that is no property list is refused after its beginning")
    func sparseFile() throws {
        let scratch = try Scratch.honest()
        try scratch.bash("truncate --size 1G root/D.plist")
        for words in [
            ["read", "D"], ["read", "D", "K"], ["write", "D", "K", "v"], ["import", "E", "./root/D.plist"],
        ] {
            let outcome = try scratch.startWithinLimits(words).outcome()
            outcome.expect(65, complaints: 1)
        }
    }

    @Test("a file nested 512 deep is read and written on a small stack", arguments: [256, 128])
    func smallStack(kilobytes: Int) throws {
        let scratch = Scratch()
        let deep = "{ K = \(String(repeating: "(", count: 511))\(String(repeating: ")", count: 511)); }"
        try Disk.write(deep, to: scratch.path + "/deep.plist")
        let script =
            "ulimit -s \(kilobytes); '\(Executable.defaults)' import D ./deep.plist "
            + "&& '\(Executable.defaults)' read D K | wc -c"
        let outcome = try scratch.bash(script)
        outcome.expect(0, error: "")
        #expect(try #require(Int(outcome.text.filter(\.isNumber))) > 1000)
    }

    @Test("a file for which there is no memory is an error in one sentence, with status 70")
    func noMemory() throws {
        let scratch = try Scratch.honest()
        try scratch.bash("(echo '{ K = \"'; head -c 300000000 /dev/zero | tr '\\0' a; echo '\"; }') > root/D.plist")
        for words in ["read D", "write D K v", "import E ./root/D.plist"] {
            try expectLackOfMemory(for: words, "Cannot allocate memory", in: scratch)
        }
    }

    private func expectLackOfMemory(for words: String, _ sentence: String, in scratch: Scratch) throws {
        let script = "(ulimit -v 250000; '\(Executable.defaults)' \(words)) 2>&1 >/dev/null; echo $?"
        let output = try scratch.bash(script).text
        #expect(output.contains(sentence), "\(words): \(output.prefix(400))")
        #expect(output.hasSuffix("70\n"), "\(words)")
    }

    @Test("a binary file for whose values there is no memory is an error in one sentence, with status 70")
    func noMemoryForValues() throws {
        let scratch = try Scratch.honest()
        // An array of references of one byte, all to one string.
        let count: UInt32 = 10_000_000
        var bytes = Array("bplist00".utf8) + [0xD1, 0x01, 0x02, 0x51, 0x4B, 0xAF, 0x12]
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
        bytes += [UInt8](repeating: 0x01, count: Int(count))
        let table = bytes.count
        bytes += [0, 0, 0, 8, 0, 0, 0, 11, 0, 0, 0, 13] + [UInt8](repeating: 0, count: 6) + [4, 1]
        for number in [3, 0, table] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        for words in ["read D", "write D K v", "delete --force D", "import E ./root/D.plist"] {
            try expectLackOfMemory(for: words, "not enough memory", in: scratch)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("D"))).count == bytes.count)
    }

    @Test("a message is short, whatever it quotes")
    func longQuotations() throws {
        let scratch = Scratch()
        let long = String(repeating: "x", count: 20_000)
        try Disk.makeFolder(scratch.root)
        try Disk.write("<?xml encoding='\(long)'?><true/>", to: scratch.file("D"))
        for words in [
            ["read", "D"], [long], ["read", "--\(long)"], ["read", "E", long], ["write", "E", long, "-int", long],
            ["import", "E", "/\(long)"], ["rename", "E", long, "L"], ["write", "E", "k", "{\(long)"],
        ] {
            let outcome = try scratch.defaults(words)
            #expect(outcome.status != 0)
            #expect(outcome.error.utf8.count < 6100)
        }
    }
}
