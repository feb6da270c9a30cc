import Foundation

/// The files that the tests read.
enum Fixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// Returns the content of a file.
    static func data(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }
}
