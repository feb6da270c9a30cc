import Testing

/// The lines that the tests and checks of all verbs use.
@Suite(.waiting) struct VerbLineTests {
    private let scratch = Scratch()

    @Test("every verb of the command has a line")
    func verbs() throws {
        let known = Set(VerbLine.all.filter { $0.text.hasPrefix("defaults ") }.flatMap(\.words))
        #expect(try HelpPage(scratch).verbs.filter { !known.contains($0) } == [])
    }

    @Test("each line does what the file says")
    func lines() throws {
        try scratch.setUpLines()
        for line in VerbLine.all where line.kind != .setUp {
            let before = try TreeState(scratch.path)
            let outcome = try scratch.bash(line.text, environment: scratch.lineEnvironment)
            outcome.expect(line.status, error: line.status == 0 ? "" : nil, comment: line.text)
            // `edit` keeps a text that it refuses.
            let changed = try TreeState(scratch.path).differences(from: before)
                .filter { $0 != "home" && !$0.hasPrefix("home/defaults-edit-") }
            let changes = line.status == 0 && (line.kind == .changes || line.kind == .writes)
            #expect(changed.isEmpty != changes, "\(line.text): \(changed)")
            if !changed.isEmpty { try scratch.restoreFiles() }
        }
    }
}
