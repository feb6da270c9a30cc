import CoreFoundation
import Foundation
import Glibc

/// Everything below a folder, to be compared with what is there later: of each entry the facts, and the bytes of a
/// file or the destination of a link.
struct TreeState: Equatable {
    private var entries: [String: Entry] = [:]

    fileprivate struct Entry: Equatable {
        let facts: FileFacts
        let contents: Data?
    }

    /// The folder as it is now; empty where there is none.
    init(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) + ["."] {
            entries[name] = try Entry(path: "\(path)/\(name)")
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The names of what is not the same in both, for a failing test to show.
    func differences(from other: TreeState) -> [String] {
        Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
    }
}

extension TreeState.Entry {
    fileprivate init(path: String) throws {
        facts = try FileFacts(path)
        switch facts.mode & S_IFMT {
        case S_IFREG: contents = FileManager.default.contents(atPath: path)
        case S_IFLNK: contents = Data(try FileManager.default.destinationOfSymbolicLink(atPath: path).utf8)
        default: contents = nil
        }
    }
}
