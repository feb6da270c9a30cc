import Foundation
import TestExtent
import Testing

/// The completion scripts, read by their shells.
@Suite(.waiting) struct CompletionScriptTests {
    @Test("bash accepts its script", .enabled(if: InstalledProgram.path(of: "bash") != nil, "bash is not installed"))
    func bash() throws {
        try check("bash", names: ["_editor_settings", "complete -F _editor_settings editor"])
    }

    @Test("zsh accepts its script", .enabled(if: InstalledProgram.path(of: "zsh") != nil, "zsh is not installed"))
    func zsh() throws {
        try check("zsh", names: ["#compdef editor\n", "compdef _editor_settings editor"])
    }

    @Test("fish accepts its script", .enabled(if: InstalledProgram.path(of: "fish") != nil, "fish is not installed"))
    func fish() throws {
        try check("fish", names: ["complete -c editor ", "-a settings"])
    }

    private func check(_ shell: String, names: [String]) throws {
        let script = Session()("completions", shell)
        #expect(script.status == .success)
        for name in names + ["settings __complete \(shell)"] { #expect(script.output.contains(name), "\(name)") }
        #expect(try Self.accepts(shell, script.output))
        // The check finds an error.
        #expect(try !Self.accepts(shell, script.output + "\nif ("))
    }

    /// Returns whether a shell can parse a script.
    private static func accepts(_ shell: String, _ script: String) throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(script.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(InstalledProgram.path(of: shell)))
        process.arguments = ["-n", file.path]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.wait()
        return process.terminationStatus == 0
    }
}
