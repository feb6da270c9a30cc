import Foundation
import Testing

/// Every verb that stores values refuses those that the schema of the domain does not allow, and changes nothing.
@Suite(.waiting) struct SchemaRefusalTests {
    @Test("the table has every verb that changes domains, and each of them has the options")
    func verbs() throws {
        let scratch = Scratch()
        let verbs = Set(SchemaChange.all.map(\.verb))
        var changing: Set<String> = []
        for verb in try HelpPage(scratch).verbs + ["delete-all"] {
            let help = try scratch.defaults("help", verb).text
            guard help.contains("\n  --exit-code ") else { continue }
            changing.insert(verb)
            for option in ["--schema", "--no-schema"] {
                #expect(help.contains("\n  \(option) ") == verbs.contains(verb), "\(verb) \(option)")
            }
        }
        #expect(changing == verbs.union(SchemaChange.unrefusedVerbs))
    }

    @Test("a refusal is one sentence, changes nothing and is not recorded", arguments: SchemaChange.all)
    func refusal(of change: SchemaChange) throws {
        let scratch = try SchemaChange.scratch()
        let journal = scratch.path + "/journal"
        let before = try scratch.domainFiles()
        let outcome = try change.run(
            change.refused, in: scratch, with: change.isRecorded ? ["DEFAULTS_JOURNAL": journal] : [:])
        #expect(change.isRefused(outcome), "\(outcome)")
        #expect(outcome.error.contains("'--no-schema' to store it anyway"), "\(outcome.error)")
        #expect(try scratch.domainFiles() == before)
        #expect(!Disk.exists(journal))
        #expect(try scratch.leftTexts().count == (change.verb == "edit" ? 1 : 0))
    }

    @Test("a dry run is refused in the same words", arguments: SchemaChange.all)
    func dryRun(of change: SchemaChange) throws {
        let scratch = try SchemaChange.scratch()
        let before = try scratch.domainFiles()
        let preview = try change.run(change.refused, "--dry-run", in: scratch)
        #expect(change.isRefused(preview), "\(preview)")
        // The next line of `edit` is the place of the text.
        #expect(try change.run(change.refused, in: scratch).errorLines.first == preview.errorLines.first)
        #expect(try scratch.domainFiles() == before)
    }

    @Test("a broken schema refuses every change, and --no-schema is the way out", arguments: SchemaChange.all)
    func brokenSchema(_ change: SchemaChange) throws {
        for schema in ["{", #"{"type": 1}"#, #"{"$ref": "x"}"#, "\u{0}", ""] {
            let scratch = try SchemaChange.scratch(schema: schema)
            let before = try scratch.domainFiles()
            let outcome = try change.run(change.allowed, in: scratch)
            outcome.expect(
                65, text: "", complaints: 1, containing: "use '--no-schema' to ignore the schema", comment: schema)
            #expect(try scratch.leftTexts() == [])
            #expect(try scratch.domainFiles() == before)
            guard schema == "{" else { continue }
            let forced = try change.run(change.allowed, "--exit-code", "--no-schema", in: scratch)
            #expect(forced.status == 2, "\(forced)")
        }
    }

    @Test(
        "with --no-schema, without a schema and with an empty one, the value is stored in the same way",
        arguments: SchemaChange.all)
    func unchecked(_ change: SchemaChange) throws {
        let plain = try SchemaChange.scratch(schema: nil)
        let expected = try change.run(change.refused, "--exit-code", in: plain)
        #expect(expected.status == 2, "\(expected)")
        let ignoring = try SchemaChange.scratch()
        #expect(try change.run(change.refused, "--exit-code", "--no-schema", in: ignoring) == expected)
        let lenient = try SchemaChange.scratch(schema: "{}")
        #expect(try change.run(change.refused, "--exit-code", in: lenient) == expected)
        for scratch in [ignoring, lenient] { try expectEqual(scratch, plain) }
    }

    @Test("an allowed value is stored as without a schema", arguments: SchemaChange.all)
    func allowed(_ change: SchemaChange) throws {
        let scratch = try SchemaChange.scratch()
        let plain = try SchemaChange.scratch(schema: nil)
        let outcome = try change.run(change.allowed, "--exit-code", in: scratch)
        outcome.expect(2, error: "")
        #expect(try change.run(change.allowed, "--exit-code", in: plain) == outcome)
        try expectEqual(scratch, plain)
    }

    /// Compares the domains of two folders byte by byte.
    private func expectEqual(_ first: Scratch, _ second: Scratch) throws {
        let names = { (scratch: Scratch) in
            try FileManager.default.subpathsOfDirectory(atPath: scratch.root).filter { $0.hasSuffix(".plist") }.sorted()
        }
        #expect(try names(first) == names(second))
        for name in try names(first) {
            #expect(try Disk.bytes("\(first.root)/\(name)") == Disk.bytes("\(second.root)/\(name)"), "\(name)")
        }
    }
}
