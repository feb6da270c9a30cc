import Foundation
import TestExtent

/// A running probe.
package final class Probe {
    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    package struct Failure: Error {
        let status: Int32
        let text: String
    }

    /// Starts the probe.
    ///
    /// - Parameters:
    ///   - namespace: The namespaces of the probe, or `nil` for those of the caller.
    ///   - program: The name of the probe's executable.
    package init(
        _ words: [String], folder: String, in namespace: ProbeNamespace? = nil, program: String = "PreferencesProbe"
    ) throws {
        let executable = BuiltProgram.path(of: program)
        let command = (namespace?.prefix ?? []) + [executable]
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = command.dropFirst() + words
        process.environment = [
            "XDG_CONFIG_HOME": folder, "HOME": folder, "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no",
        ]
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
        process.wait()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, text: errors) }
        return text.trimmingCharacters(in: .newlines)
    }

    /// Waits for the end, and returns the exit status, or the negative number of the signal that ended the probe.
    package func finishAnyhow() -> Int32 {
        _ = try? finish()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    package var errors: String {
        String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
