import Foundation

/// The files of a repository, in `Fixtures/Repository`: property lists and JSON as Xcode and people write them.
enum RepositoryFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Repository").path

    /// The paths of the files in the folder, in order.
    static let paths: [String] = {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { FileManager.default.isReadableFile(atPath: folder + "/" + $0) && $0.contains(".") }
            .filter { !$0.hasSuffix(".lproj") }.sorted()
    }()

    static func lines(of path: String) throws -> [String] {
        let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        return text.components(separatedBy: "\n")
    }
}
