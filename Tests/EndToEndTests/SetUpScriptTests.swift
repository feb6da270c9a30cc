import Foundation
import Testing

/// A whole set-up script of a Mac, run as it is, and what must be in the files afterwards.
@Suite(.waiting) struct SetUpScriptTests {
    let scratch = Scratch()

    @Test("every line of a set-up script succeeds, in silence")
    func everyLineSucceeds() throws {
        let script = try runSetUpScript()
        #expect(script.outcome == .silence)
        #expect(script.failedLines.isEmpty, "\(script.failedLines.joined(separator: "\n"))")
        #expect(script.calls >= 100)
    }

    @Test("a set-up script leaves the values and types it says, as Foundation reads them")
    func foundationAgrees() throws {
        _ = try runSetUpScript()
        let expected = expectation
        #expect(try files() == expected.keys.sorted())
        for (file, lines) in expected {
            #expect(try Foreign.lines("\(scratch.path)/\(file)") == lines, "\(file)")
        }
    }

    @Test(
        "a set-up script leaves the values and types it says, as plistlib reads them",
        Executable.condition("python3"))
    func plistlibAgrees() throws {
        _ = try runSetUpScript()
        let expected = expectation.sorted { $0.key < $1.key }
        let found = try Plistlib.lines(expected.map { "\(scratch.path)/\($0.key)" }, in: scratch)
        #expect(found.count == expected.count)
        for (lines, (file, expectedLines)) in zip(found, expected) { #expect(lines == expectedLines, "\(file)") }
    }

    @Test("a set-up script run again changes no byte")
    func runAgain() throws {
        let contents = { try files().map { try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/\($0)")) } }
        _ = try runSetUpScript()
        let before = try contents()
        try #require(!before.isEmpty)
        _ = try runSetUpScript()
        #expect(try contents() == before)
    }

    /// Runs the script with a function around the command that counts calls and keeps the lines that fail.
    private func runSetUpScript() throws -> (outcome: Outcome, calls: Int, failedLines: [String]) {
        let prelude = """
            defaults() {
                echo >>calls
                command defaults "$@" || echo "line ${BASH_LINENO[0]}, status $?: defaults ${*@Q}" >>failures
            }
            # Bash looks up functions before files also for names with slashes.
            /usr/libexec/PlistBuddy() {
                echo >>calls
                PlistBuddy "$@" || echo "line ${BASH_LINENO[0]}, status $?: PlistBuddy ${*@Q}" >>failures
            }
            source "$SCRIPT"
            """
        var environment = scratch.environment
        environment["SCRIPT"] = Executable.package + "/Tests/EndToEndTests/Fixtures/setup.sh"
        let outcome = try scratch.bash(prelude, environment: environment)
        return (outcome, lines(of: "calls").count, lines(of: "failures"))
    }

    private func lines(of name: String) -> [String] {
        let text = (try? String(contentsOfFile: "\(scratch.path)/\(name)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The property lists in the scratch folder.
    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix(".plist") }.sorted()
    }

    /// The lines that each file must have. `$HOME` stands for the home of the run.
    private var expectation: [String: [String]] {
        SetUpScript.expectation.mapValues { text in
            text.split(separator: "\n").map { $0.replacingOccurrences(of: "$HOME", with: scratch.home) }
        }
    }
}
