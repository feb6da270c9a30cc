import Testing

/// The table of the man page for users of `plutil` and `plistutil`.
@Suite(.waiting) struct ConvertTableTests {
    /// A command of another program, and the command below it.
    struct Row: CustomTestStringConvertible {
        let other: String
        let command: String

        var testDescription: String { other }

        /// Whether both commands print and write the same values.
        var isEqual: Bool {
            other.hasPrefix("plutil ") && ![" -lint ", " -p ", " raw "].contains { other.contains($0) }
        }
    }

    private static let rows: [Row] = {
        let displays = (try? ManualPage(.compatibility).literalDisplays) ?? []
        let table = displays.first { $0.first?.hasPrefix("plutil ") == true } ?? []
        return zip(table, table.dropFirst()).filter { $0.1.hasPrefix("    ") }.map {
            Row(other: $0.0, command: String($0.1.dropFirst(4)))
        }
    }()

    @Test("the table has a row for each use")
    func uses() {
        #expect(Self.rows.count > 8)
        #expect(Self.rows.allSatisfy { $0.command.hasPrefix("defaults ") })
        #expect(Self.rows.count { $0.isEqual } > 5)
    }

    /// Runs a command in a folder with two property lists.
    private func run(_ command: String, in scratch: Scratch) throws -> Outcome {
        for name in ["F", "x.plist"] {
            let text = Disk.xml("<key>a</key><dict><key>b</key><string>text</string><key>c</key><true/></dict>")
            try Disk.write(text, to: "\(scratch.path)/\(name)")
        }
        return try scratch.bash("umask 077; chmod 600 F; \(command)")
    }

    @Test("each command of the table succeeds, without a word on standard error", arguments: rows)
    func command(row: Row) throws {
        let outcome = try run(row.command, in: Scratch())
        outcome.expect(0, error: "", comment: "\(row.command)")
        let isPrinted = !outcome.output.isEmpty
        let isSilent = ["-o", "-e", "--in-place", "check", "write", "delete"].contains {
            row.command.contains(" \($0) ")
        }
        #expect(isPrinted != isSilent, "\(row.command): \(outcome)")
    }

    @Test("each command of plutil and ours print and write the same values", arguments: rows.filter(\.isEqual))
    func values(row: Row) throws {
        let results = try [row.other, row.command].map { command in
            let scratch = Scratch()
            #expect(try run("\(command) >printed", in: scratch).status == 0, "\(command)")
            let print = "[ ! -s $file ] || { echo $file; head -c 1 $file; defaults convert --json=plain $file; }"
            return try scratch.bash("for file in $(find . -maxdepth 1 -type f | sort); do \(print); done").text
        }
        #expect(results[0].contains("\"text\""))
        #expect(results[0] == results[1])
    }
}
