package import DefaultsCore
package import Foundation

/// A folder for one test, removed when the last reference is released. Its path contains no symbolic links.
package final class Scratch: Sendable {
    package let path: String

    /// Creates the folder. No test can run without one, so an error ends the tests.
    package init() {
        do {
            path = try FilePaths.real(NSTemporaryDirectory()) + "/defaults-core-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            fatalError("the folder of a test cannot be made: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of an entry of the folder.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and creates its folders.
    package func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Replaces a file, or creates it, so that no reader finds a part of it. Creates its folders.
    package func replace(_ name: String, with text: String) throws {
        let new = "new-\(UUID().uuidString)"
        try write(text, to: new)
        let folder = URL(fileURLWithPath: self(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard rename(self(new), self(name)) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    package func text(of name: String) throws -> String {
        try String(contentsOfFile: self(name), encoding: .utf8)
    }

    /// Returns the permissions of a file.
    package func mode(of name: String) throws -> mode_t? {
        var status = stat()
        return stat(self(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}

/// Environments for tests, which inherit nothing.
extension ProcessEnvironment {
    package static func of(_ variables: [String: String], accountHome: String = "/home/account") -> ProcessEnvironment {
        ProcessEnvironment(variable: { variables[$0] }, accountHome: { accountHome })
    }
}
