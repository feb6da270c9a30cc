import Foundation
import Glibc

@testable import DefaultsCore

/// A folder for one test, removed when the last reference is released.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/defaults-core-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of an entry of the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and creates its folders.
    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Replaces a file, or creates it, so that no reader finds a part of it. Creates its folders.
    func replace(_ name: String, with text: String) throws {
        let new = "new-\(UUID().uuidString)"
        try write(text, to: new)
        let folder = URL(fileURLWithPath: self(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try systemCall { rename(self(new), self(name)) }
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: self(name), encoding: .utf8)
    }

    /// Returns the permissions of a file.
    func mode(of name: String) throws -> mode_t? {
        try FilePaths.status(self(name))?.permissions
    }
}

/// Environments for tests, which inherit nothing.
extension ProcessEnvironment {
    static func of(_ variables: [String: String], accountHome: String = "/home/account") -> ProcessEnvironment {
        ProcessEnvironment(variable: { variables[$0] }, accountHome: { accountHome })
    }
}
