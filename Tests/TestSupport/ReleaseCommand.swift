import Foundation
import TestExtent

/// The release executable, for tests of the library next to the command.
package enum ReleaseCommand {
    /// The path of the executable that `Scripts/build` creates, or the one that `DEFAULTS_EXECUTABLE` names.
    private static let path =
        ProcessInfo.processInfo.environment["DEFAULTS_EXECUTABLE"] ?? "\(package)/.build/dist/defaults"

    /// The folder of the package.
    private static var package: String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return folder.deletingLastPathComponent().deletingLastPathComponent().path
    }

    package static let isAvailable = FileManager.default.isExecutableFile(atPath: path)

    /// Runs the command with its domains in a folder.
    ///
    /// - Throws: ``Probe/Failure`` if it ends with another status than 0.
    static func run(_ arguments: [String], root: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ["DEFAULTS_ROOT": root, "HOME": root, "LC_ALL": "C"]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        guard process.terminationStatus == 0 else {
            throw Probe.Failure(status: process.terminationStatus, text: text)
        }
    }
}
