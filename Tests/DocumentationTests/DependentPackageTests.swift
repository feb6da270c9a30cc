import DefaultsTesting
import Foundation
import TestExtent
import Testing

/// Tests of a package that depends on this one. They build the libraries a second time.
@Suite(.waiting, .serialized, .enabled(if: Extent.isWhole, "runs with DEFAULTS_TESTS=all"))
struct DependentPackageTests {
    @Test("a package that depends on this one builds and runs, and its own store passes every check")
    func dependent() throws {
        let checks = "a store of its own passes \(ConformanceCheck.domainStore.count) checks"
        #expect(try run("Dependent") == "15 t FontSize,Window 12\n\(checks)\nan error is matched by its code\n")
    }

    @Test("programs of adopters build and run", arguments: ["Editor", "TokenService", "NotesStore", "Reader"])
    func adopters(name: String) throws {
        let results = ["Editor": "editor", "TokenService": "service", "NotesStore": "notes", "Reader": "reader"]
        #expect(try run(name) == "\(results[name] ?? ""): ok\n")
    }

    @Test("the first program of a newcomer, which is all top-level code, gives no warning")
    func newcomer() throws {
        #expect(try run("Newcomer") == "15 dark [\"notes.txt\"]\n12 false\n")
    }

    @Test("a script counts its runs, and its arguments take precedence")
    func script() throws {
        let home = try TemporaryStore()
        #expect(try run("Script", in: home) == "Hello, run 1\n")
        #expect(try run("Script", ["-Greeting", "Hi"], in: home) == "Hi, run 2\n")
        try expectState([Domain("com.example.Script"): ["Runs": 2]], in: home)
    }

    @Test("a script follows changes until another program ends it")
    func watcher() async throws {
        let home = try TemporaryStore()
        let domain = Domain("com.example.Watcher")
        let end = Task {
            for await state in home.changes(of: domain) where try state.get().contents["LastStart"] != nil {
                return try home.apply(ChangeSet([.set("Mode", "off")]), to: domain)
            }
        }
        let output = try run("Watcher", in: home)
        end.cancel()
        try await end.value
        #expect(output.hasSuffix("mode off\n"))
        try expectState([domain: ["LastStart": .any(.date), "Mode": "off", "LastEnd": .any(.date)]], in: home)
    }

    @Test("the programs of the tutorial do what it says")
    func tutorial() throws {
        let home = try TemporaryStore()
        let domain = Domain("com.example.Tutorial")
        #expect(try run("TutorialFirst", in: home) == "run 1\n")
        #expect(try run("Tutorial", in: home) == "run 2\n")
        try home.apply(ChangeSet([.set("FontSize", 20)]), to: domain)
        #expect(try run("TutorialFollow", in: home) == "size 20\n")
        try expectState([domain: ["Runs": 2, "FontSize": 20]], in: home)
    }

    /// Runs a program of the package, and returns its output.
    private func run(_ name: String, _ arguments: [String] = [], in home: TemporaryStore? = nil) throws -> String {
        let home = try home ?? TemporaryStore()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "run", "--quiet", "--package-path", BuiltProgram.package + "/Tests/DependentPackage",
                "--scratch-path",
                BuiltProgram.package + "/.build/dependent", name,
            ] + arguments
        // Other variables can change what is built, and where the programs have their preferences.
        var environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        environment["XDG_CONFIG_HOME"] = home.folder
        // The package manager leaves a lock file in the temporary folder.
        environment["TMPDIR"] = home.folder
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        #expect(process.terminationStatus == 0)
        return text
    }
}
