import Testing

/// The table of the README for users of `plutil` and `plistutil`.
struct ConvertTableTests {
    /// The commands in the second column, each without the alternatives after it.
    private static let commands: [String] = {
        let lines = ((try? Page.text(ofFile: Page.readme.rawValue)) ?? "").components(separatedBy: "\n")
        return lines.filter { $0.hasPrefix("| `pl") }.compactMap { line in
            line.split(separator: "|").last.flatMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        }
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
