import Testing

/// The table of the man page for users of `plutil` and `plistutil`.
struct ConvertTableTests {
    /// The commands below those of the other programs.
    private static let commands: [String] = {
        let displays = (try? ManualPage(.compatibility).literalDisplays) ?? []
        let table = displays.first { $0.first?.hasPrefix("plutil ") == true } ?? []
        return table.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }()

    @Test("the table has a row for each use")
    func rows() {
        #expect(Self.commands.count > 8 && Self.commands.allSatisfy { $0.hasPrefix("defaults ") })
    }

    @Test("each command of the table succeeds, without a word on standard error", arguments: commands)
    func command(command: String) throws {
        let scratch = try Scratch()
        for name in ["F", "x.plist"] {
            let text = Disk.xml("<key>a</key><dict><key>b</key><string>text</string></dict>")
            try Disk.write(text, to: "\(scratch.path)/\(name)")
        }
        let outcome = try scratch.bash("umask 077; chmod 600 F; \(command)")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(command): \(outcome)")
        let isPrinted = !outcome.output.isEmpty
        let isSilent = ["-o", "-e", "--in-place", "check", "write", "delete"].contains { command.contains(" \($0) ") }
        #expect(isPrinted != isSilent, "\(command): \(outcome)")
    }
}
