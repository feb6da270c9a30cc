import Foundation
import Glibc
import TestExtent
import Testing

/// A change that is killed or fails leaves each file as it was or as it becomes, and the next change is not hindered.
///
/// Each kind of change has one command line here. `Scripts/checks/fault-matrix` and `Scripts/checks/power-loss` do the
/// same with all of their options, every call and every error.
@Suite(.waiting, .withoutSanitizer, Strace.condition)
struct KillTests {
    /// A command line that changes files in the root.
    struct Change: CustomTestStringConvertible {
        let line: String
        /// The command lines that run before.
        var first: [String] = []
        /// The command line that completes the change, if it is another one.
        var again: String?
        /// The command line that restores the files of the start, before all command lines.
        var undo: String?
        /// Whether files have other contents between the start and the end of the change.
        var hasStages = false
        /// Whether one file changes, so that an error concerns the whole change.
        var isOneFile = false

        var testDescription: String { line }
        var isOfDomains: Bool { !line.contains("root/file") && !line.contains("root/pruned") }

        static let all = [
            Change(line: "import D contents", isOneFile: true),
            Change(line: "delete E", again: "delete --if-exists E", isOneFile: true),
            Change(line: "write a/b/New k v", isOneFile: true),
            Change(line: "edit D", isOneFile: true),
            Change(line: "convert --json --in-place root/file.strings", isOneFile: true),
            Change(line: "write ./root/file.json n 2", isOneFile: true),
            Change(line: "write --journal root/journal D k new", undo: undo, isOneFile: true),
            Change(
                line: "undo --journal root/pruned --prune 1",
                first: (1...3).map { "write --journal root/pruned D k \($0)" }, isOneFile: true),
            Change(line: "batch lines"),
            Change(line: "batch --journal root/journal lines", undo: undo),
            Change(line: undo, first: ["batch --journal root/journal lines"], undo: undo),
            Change(line: migrate, undo: rollBack, hasStages: true),
            Change(line: "migrate --rollback m E", first: [migrate], again: rollBack, hasStages: true),
            Change(line: "apply --id me state", undo: remove),
            Change(line: "apply --id me next", first: ["apply --id me state"], undo: remove),
            Change(line: remove, first: ["apply --id me state"], undo: remove),
        ]
        private static let undo = "undo --all --journal root/journal"
        private static let migrate =
            "migrate --id m --convert --on-conflict=overwrite D E new=k size=count:int shown=other"
        private static let rollBack = "migrate --rollback m --if-exists E"
        private static let remove = "apply --id me --remove"
    }

    private let scratch = Scratch()
    private let environment: [String: String]

    init() throws {
        environment = try scratch.environment(editor: "sed -i s/old/edited/")
            .merging(["SOURCE_DATE_EPOCH": "1706702400"]) { $1 }
        let script = """
            defaults write D '{ k = old; count = 14; other = x; }'; defaults write E '{ k = old; shown = s; }'
            echo '{ name = a; }' >root/file.strings; echo '{"k": null, "n": 1}' >root/file.json
            echo '{ k = new; n = 1; }' >contents
            echo '{"D": {"k": "new", "map": {"$merge": {"y": 2}}}, "F": {"f": true}}' >state
            echo '{"D": {"k": "newest"}, "G": {"g": 1}}' >next
            for domain in D E F; do echo "write $domain k new"; done >lines
            for domain in D E F G a/b/New; do echo "write $domain last 1"; done >last
            """
        #expect(try scratch.bash(script) == .silence)
    }

    @Test("a kill at a system call leaves the old files or the new ones", arguments: Change.all)
    func kill(change: Change) throws {
        try interrupt(change, by: "signal=KILL") { outcome, left, before, after in
            #expect(outcome.status == 128 + SIGKILL)
            for path in Set(before.keys).union(after.keys).union(left.keys) where !change.hasStages {
                #expect([before[path], after[path]].contains(left[path]), "\(path)")
            }
        }
    }

    @Test(
        "an error of a system call leaves the old file, or the new one and a message that says so",
        arguments: Change.all.filter(\.isOneFile))
    func error(change: Change) throws {
        try interrupt(change, by: "error=EIO") { outcome, left, before, after in
            let isMade = outcome.error.contains("may not survive") || outcome.error.contains("has been made")
            #expect(left == (isMade || outcome.status == 0 ? after : before), "\(outcome)")
            guard outcome.status != 0 else { return outcome.expect(error: "") }
            // Among all calls are those that ask whether a file may be written.
            #expect(outcome.status == 74 || Extent.isWhole && outcome.status == 77, "\(outcome)")
            // A text that was edited stays, and its path is printed.
            outcome.expect(complaints: change.line == "edit D" ? outcome.errorLines.count : 1)
        }
    }

    /// The contents of the files in the root by their paths, except journals, records and temporary files. Those of
    /// folders are empty.
    private typealias Files = [String: [UInt8]]

    /// Runs a change with a fault at each of its calls, or at some if not every case runs. Checks what is left,
    /// completes the change and takes it back.
    private func interrupt(
        _ change: Change, by fault: String, check: (_ outcome: Outcome, _ left: Files, Files, Files) -> Void
    ) throws {
        let start = try files()
        for line in change.first { try scratch.succeed(line.components(separatedBy: " "), environment: environment) }
        try scratch.bash("cp -pr root before")
        let before = try files()
        let words = change.line.components(separatedBy: " ")
        let calls = try scratch.changingCalls(of: words, environment: environment)
        let after = try files()
        var found: Set<Files> = []
        for (call, number) in Extent.sample(calls, short: 10) {
            try scratch.bash("rm -rf root && cp -pr before root")
            let outcome = try scratch.defaults(
                words, injecting: ["\(call):\(fault):when=\(number)"], environment: environment, isFollowed: false)
            let left = try files()
            found.insert(left)
            check(outcome, left, before, after)
            if outcome.status < 128 { #expect(try temporaryFiles().isEmpty || call.hasPrefix("unlink"), "\(call)") }
            try scratch.bash("cp -pr root left")

            let again = try run(change.again ?? change.line)
            #expect(again.status == 0 || left == after, "\(call) \(number): \(again)")
            #expect(try files() == after, "\(call) \(number)")
            // A run that changes nothing leaves temporary files to the next change.
            #expect(try run("batch --lock-timeout 0 last") == .silence, "\(call) \(number)")
            if left != after || change.isOfDomains { #expect(try temporaryFiles().isEmpty, "\(call) \(number)") }

            try scratch.bash("rm -rf root && mv left root")
            guard let undo = change.undo else { continue }
            let undone = try run(undo)
            #expect(undone.status == 0 || left == start, "\(call) \(number): \(undone)")
            #expect(try files() == start, "\(call) \(number)")
        }
        #expect(before != after)
        #expect(found.isSuperset(of: [before, after]))
    }

    private func run(_ line: String) throws -> Outcome {
        try scratch.defaults(line.components(separatedBy: " "), environment: environment)
    }

    private func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.root)
            .filter { !$0.hasPrefix(".defaults") && $0 != "journal" }
    }

    private func temporaryFiles() throws -> [String] { try paths().filter { $0.contains(".defaults-") } }

    private func files() throws -> Files {
        let paths = try paths().filter { !$0.contains(".defaults-") }
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, (try? Disk.bytes("\(scratch.root)/\($0)")) ?? []) })
    }
}
