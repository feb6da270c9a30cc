import DefaultsSchemas
import Foundation
import TestExtent
import Testing
import ToolSupport

/// The way from the declaration of keys to the refusal of values in the shell.
@Suite(.waiting) struct ShellTests {
    /// A folder with the schema of all keys.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

        init() throws {
            try FileManager.default.createDirectory(atPath: path + "/root", withIntermediateDirectories: true)
            let schema = PreferenceSchema.many
            try Data(schema.jsonSchema.utf8).write(to: URL(fileURLWithPath: "\(path)/\(schema.domain).json"))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Runs a script of the shell, in which `defaults` is the command.
        ///
        /// - Returns: The status, and the text on standard output and standard error.
        func run(_ script: String) throws -> (status: Int32, text: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "defaults() { '\(BuiltProgram.defaults)' \"$@\"; }\n\(script)"]
            process.environment = [
                "DEFAULTS_ROOT": path + "/root", "DEFAULTS_SCHEMAS": path, "HOME": path, "FOLDER": path, "LC_ALL": "C",
            ]
            let texts = Pipe()
            (process.standardOutput, process.standardError) = (texts, texts)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: texts.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.wait()
            return (process.terminationStatus, text)
        }
    }

    private static let isBuilt = ConditionTrait.enabled(if: BuiltProgram.hasDefaults, "Scripts/build has not been run")

    /// A session, in which each line of output follows its command.
    private static let session = """
        $ defaults write com.example.Large TerminalRows 30
        defaults: TerminalRows is the string '30'; it must be an integer from 5 to 200; use '-int 30', or \
        '--no-schema' to store it anyway
        $ defaults write com.example.Large TerminalRows -int 30
        $ defaults write com.example.Large TerminalRows -int 2
        defaults: TerminalRows is the integer 2; it must be an integer from 5 to 200; use '--no-schema' \
        to store it anyway
        $ defaults write com.example.Large Ligatures no
        defaults: Ligatures is the string 'no'; it must be a boolean; use '-bool no', or '--no-schema' \
        to store it anyway
        $ defaults rename com.example.Large TerminalRows Ligatures
        defaults: Ligatures is the integer 30; it must be a boolean; use '--no-schema' to store it anyway
        $ defaults read com.example.Large
        {
            TerminalRows = 30;
        }
        $ defaults delete com.example.Large TerminalRows

        """

    @Test("a session shows refused and allowed values", isBuilt)
    func transcript() throws {
        let folder = try Folder()
        var commands = 0
        for step in Self.session.components(separatedBy: "$ ").dropFirst() {
            let lines = step.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let outcome = try folder.run(String(lines[0]))
            #expect(outcome.text == lines[1], "\(lines[0])")
            #expect(outcome.status == (outcome.text.contains("defaults: ") ? 65 : 0), "\(lines[0])")
            commands += 1
        }
        #expect(commands == 7)
    }

    @Test("explain prints the description of a key", isBuilt)
    func explanation() throws {
        let outcome = try Folder().run("defaults explain com.example.Large TerminalRows")
        #expect(outcome.text.contains("The number of rows of a new terminal."), "\(outcome)")
    }

    @Test(
        "the defaults of all keys are allowed, and a value of another type is refused for each of them", isBuilt)
    func allKeys() throws {
        let folder = try Folder()
        let keys = PreferenceSchema.many.keys
        let defaults = keys.compactMap { key in key.storedDefault.map { (key.name, $0) } }
        let document = JSONWriter(.lossless).text(of: .dictionary(PropertyListDictionary(defaults)))
        try Data(document.utf8).write(to: URL(fileURLWithPath: folder.path + "/defaults.json"))
        let stored = try folder.run("defaults import com.example.Large \"$FOLDER/defaults.json\"")
        #expect(stored == (0, ""))
        // No key has values that are arrays of dictionaries of data.
        let wrong = keys.map { ($0.name, PropertyListValue.array([["x": .data(Data([1]))]])) }
        let others = JSONWriter(.lossless).text(of: .dictionary(PropertyListDictionary(wrong)))
        try Data(others.utf8).write(to: URL(fileURLWithPath: folder.path + "/wrong.json"))
        let refused = try folder.run("defaults import com.example.Large \"$FOLDER/wrong.json\"")
        #expect(refused.status == 65)
        let more = refused.text.firstMatch(of: /; ([0-9]+) more are refused/).flatMap { Int($0.1) } ?? 0
        #expect(more >= keys.count - 1, "\(refused.text)")
    }

    @Test("the man page shows the schema that its declaration makes")
    func page() throws {
        let page = try String(contentsOfFile: BuiltProgram.package + "/man/defaults-schema.7", encoding: .utf8)
        let lines = page.components(separatedBy: "\n")
        #expect(lines.contains { $0.hasSuffix(#"Self("FontSize", default: 12, in: 6...72)"#) })
        let start = try #require(lines.firstIndex { $0.hasPrefix("$ cat > ~/.local/share") })
        let text = lines[(start + 1)...].prefix { $0 != "> END" }.map { $0.dropFirst(2) + "\n" }.joined()
        let key = PreferenceKey<Int>("FontSize", default: 12, in: 6...72).described("The size of text, in points.")
        let schema = PreferenceSchema("com.example.Editor") { PreferenceSchema.Keys("Text", key) }
        #expect(schema.jsonSchema == text)
    }
}
