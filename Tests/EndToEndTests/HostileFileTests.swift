import Foundation
import Testing

/// What is no domain is neither read, nor changed, nor replaced.
@Suite(.waiting, .withoutSanitizer) struct HostileFileTests {
    /// The verbs that take a domain, which is `D`.
    static let verbs: [[String]] = [
        ["read", "D"], ["read", "D", "K"], ["read-type", "D", "K"], ["write", "D", "K", "v"],
        ["write", "D", "{ a = 1; }"], ["delete", "D"], ["delete", "D", "K"], ["import", "D", "./honest.plist"],
        ["export", "D", "-"], ["export", "D", "./out.plist"],
    ]

    /// A verb under way in a folder of its own, in which the file of `D` is hostile.
    private struct Trial {
        let arguments: [String]
        let scratch: Scratch
        let before: TreeState
        private let process: ChildProcess

        init(_ file: HostileFile, _ arguments: [String]) throws {
            self.arguments = arguments
            scratch = try Scratch.honest()
            try file.place(at: scratch.file("D"))
            before = try TreeState(scratch.path)
            process = try scratch.startWithinLimits(arguments, as: file == .unreadable ? .unprivileged : .own)
        }

        /// Waits for the verb; the folder stays meanwhile.
        func outcome() throws -> Outcome {
            try process.outcome()
        }

        /// What in the folder is not as it was.
        func changes() throws -> [String] {
            try TreeState(scratch.path).differences(from: before)
        }
    }

    @Test(
        "every verb refuses it in one sentence and touches nothing",
        arguments: HostileFile.refused.filter { $0 != .unreadable })
    func refusal(of file: HostileFile) throws {
        try expectRefusal(of: file)
    }

    @Test("every verb refuses a file without permission", OtherAccount.ordinaryCondition)
    func refusalOfUnreadable() throws {
        try expectRefusal(of: .unreadable)
    }

    private func expectRefusal(of file: HostileFile) throws {
        // They wait a tenth of a second for a file that looks cut off, so they do it all at once.
        for trial in try Self.verbs.map({ try Trial(file, $0) }) {
            let outcome = try trial.outcome()
            outcome.expect(file.status, text: "", complaints: 1, comment: "\(trial.arguments)")
            #expect(try trial.changes().isEmpty, "\(trial.arguments)")
        }
    }

    @Test("what has no value of its own is shown and owned up to, and not changed", arguments: HostileFile.shown)
    func shown(_ file: HostileFile) throws {
        for trial in try Self.verbs.map({ try Trial(file, $0) }) {
            let outcome = try trial.outcome()
            let isMissing = file == .numberAsKey && trial.arguments[0].hasPrefix("read") && trial.arguments.count == 3
            outcome.expect((isMissing ? 1 : 65), complaints: 1, comment: "\(trial.arguments)")
            let shows = trial.arguments[0] == "read" && !isMissing
            #expect(outcome.text.isEmpty == !shows, "\(trial.arguments): \(outcome.text)")
            #expect(try trial.changes().isEmpty, "\(trial.arguments)")
        }
    }

    @Test("what is shown in place of something else is the same in every run", arguments: HostileFile.shown)
    func shownAlike(_ file: HostileFile) throws {
        let expected =
            switch file {
            case .set: "{\n    K =     (\n        K\n    );\n}\n"
            case .null: "{\n    K = \"<null>\";\n}\n"
            default: "{\n    5 = K;\n}\n"
            }
        let scratch = try Scratch.honest()
        try file.place(at: scratch.file("D"))
        #expect(try scratch.defaults("read", "D").text == expected)
    }

    @Test(
        "a bare read names it on standard error and shows the others",
        arguments: HostileFile.allCases.filter { $0 != .unreadable })
    func readAll(_ file: HostileFile) throws {
        try expectNamed(file)
    }

    @Test("a bare read names a file without permission", OtherAccount.ordinaryCondition)
    func readAllUnreadable() throws {
        try expectNamed(.unreadable)
    }

    private func expectNamed(_ file: HostileFile) throws {
        let trial = try Trial(file, ["read"])
        let outcome = try trial.outcome()
        outcome.expect(65, complaints: 1)
        #expect(outcome.text.contains("Honest =     {\n        K = v;\n    };\n"))
        #expect(try trial.changes().isEmpty)
    }

    @Test("domains lists what holds something or cannot be read", arguments: HostileFile.allCases)
    func domains(_ file: HostileFile) throws {
        let trial = try Trial(file, ["domains"])
        let outcome = try trial.outcome()
        outcome.expect((file == .directory ? 65 : 0), text: (file == .directory ? "Honest\n" : "D, Honest\n"))
        #expect(file == .directory ? outcome.complains() : outcome.error.isEmpty, "\(outcome.error)")
        #expect(try trial.changes().isEmpty)
    }

    @Test("a file that is larger than what is read is refused by its size", arguments: verbs)
    func huge(_ arguments: [String]) throws {
        let scratch = try Scratch.honest()
        let state = "stat -c '%n %i %y %s' root root/D.plist && ls -A . root"
        let before = try scratch.bash("truncate --size 4G root/D.plist && \(state)")
        let outcome = try scratch.startWithinLimits(arguments).outcome()
        outcome.expect(65, text: "", complaints: 1)
        #expect(try scratch.bash(state) == before)
    }

    @Test(
        "import refuses it as a source and makes no domain",
        // A FIFO is a source like any other, and has no end until somebody writes to it.
        arguments: HostileFile.allCases.filter { ![.fifo, .unreadable].contains($0) })
    func importing(_ file: HostileFile) throws {
        try expectNotImported(file, as: .own)
    }

    @Test("import refuses a source without permission", OtherAccount.ordinaryCondition)
    func importingUnreadable() throws {
        try expectNotImported(.unreadable, as: .unprivileged)
    }

    private func expectNotImported(_ file: HostileFile, as account: Account) throws {
        let scratch = Scratch()
        try file.place(at: scratch.path + "/source")
        let before = try TreeState(scratch.path)
        let outcome = try scratch.startWithinLimits(["import", "D", "./source"], as: account).outcome()
        outcome.expect(file.status, text: "", complaints: 1)
        #expect(try TreeState(scratch.path).differences(from: before).isEmpty)
    }
}

extension Scratch {
    /// A scratch whose root holds the domain `Honest`, a copy of which is the file `honest.plist` beside the root.
    static func honest() throws -> Scratch {
        let scratch = Scratch()
        let data = Data("<plist><dict><key>K</key><string>v</string></dict></plist>".utf8)
        try FileManager.default.createDirectory(atPath: scratch.root, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: scratch.file("Honest")))
        try data.write(to: URL(fileURLWithPath: scratch.path + "/honest.plist"))
        return scratch
    }
}
