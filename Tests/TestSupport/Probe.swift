import Foundation

/// A running probe.
package final class Probe {
    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    package struct Failure: Error {
        let status: Int32
        let text: String
    }

    package init(_ words: [String], folder: String) throws {
        process.executableURL = URL(fileURLWithPath: Self.executable)
        process.arguments = words
        process.environment = ["XDG_CONFIG_HOME": folder, "HOME": folder, "LC_ALL": "C"]
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    /// Waits for the first output, and returns it.
    package func waitForOutput() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    /// Waits for the end and returns the output.
    package func finish() throws -> String {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, text: errors) }
        return text.trimmingCharacters(in: .newlines)
    }

    package var errors: String {
        String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    static let executable: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/PreferencesProbe"
    }()
}
