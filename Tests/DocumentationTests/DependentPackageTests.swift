import DefaultsTesting
import Foundation
import Testing

/// A test of a package that depends on this one.
struct DependentPackageTests {
    @Test("a package that depends on this one builds and runs, and its own store passes every check")
    func dependent() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let home = try TemporaryStore()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "run", "--quiet", "--package-path", package + "/Tests/DependentPackage", "--scratch-path",
            package + "/.build/dependent", "Dependent",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_CONFIG_HOME"] = home.folder
        // The package manager leaves a lock file in the temporary folder.
        environment["TMPDIR"] = home.folder
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let count = DomainStoreConformance.checks.count
        #expect(text == "15 t FontSize,Window 12\na store of its own passes \(count) checks\ntrue\n")
    }
}
