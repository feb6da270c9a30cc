import Foundation
import Glibc

@testable import DefaultsCore

/// A folder for one test, which goes when the last reference does.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/defaults-core-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file, making its folders.
    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: self(name), encoding: .utf8)
    }

    /// The permission bits of a file.
    func mode(of name: String) throws -> mode_t? {
        try FilePaths.status(self(name))?.permissions
    }
}

/// Environments of tests, in which nothing is inherited.
extension ProcessEnvironment {
    static func of(_ variables: [String: String], accountHome: String = "/home/account") -> ProcessEnvironment {
        ProcessEnvironment(variable: { variables[$0] }, accountHome: { accountHome })
    }
}
