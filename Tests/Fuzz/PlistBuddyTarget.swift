import Foundation

@testable import DefaultsCLI
@testable import PlistBuddy
@testable import PropertyList

/// Commands of PlistBuddy, one on each line, performed on a property list in memory. Nothing but `Save` writes before
/// the end, and the saved property list is read again as it is.
extension FuzzTarget {
    static let plistBuddy = FuzzTarget(
        name: "plistBuddy", run: run,
        change: { bytes, random in random.below(4) == 0 ? nil : commands(&random) })

    /// A file in memory.
    private final class MemoryFile: SessionFile {
        private(set) var root: PropertyListValue
        init(root: PropertyListValue) { self.root = root }
        func read() -> PropertyListDocument? { PropertyListDocument(value: root, format: .xml, substitutions: []) }
        func write(_ root: PropertyListValue) { self.root = root }
    }

    private static let start: PropertyListValue = [
        "K": "text", "A": [1, ["B": true]], "D": ["a:b": "c", "": 2.5], "N": 1,
    ]

    private static func run(_ bytes: [UInt8]) -> Verdict {
        let file = MemoryFile(root: start)
        var session = PlistBuddySession(path: "f.plist", printsXML: bytes.count % 2 == 0)
        promise(session.open(file), "the file is not opened")
        // Copying the root into itself doubles it.
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(12) {
            guard let text = String(exactly: Array(line)), !mentionsFiles(text) else { continue }
            let before = file.root
            session.perform(text, in: file)
            promise(file.root == before || session.hasSaved, "a change that was not saved")
        }
        session.perform("Save", in: file)
        promise(!session.isChanged, "changes are left")
        if let data = try? PropertyListWriter.data(of: file.root, as: .binary) {
            let found = try? PropertyListReader.read(Array(data)).value
            promise(found == file.root, "the saved value is another one")
        }
        return session.status == .success ? .read : .refused
    }

    /// Returns whether a command would read a file.
    private static func mentionsFiles(_ line: String) -> Bool {
        switch try? PlistBuddyCommand(line) {
        case .merge, .importFile: true
        default: false
        }
    }

    private static let names = ["Print", "Set", "Add", "Copy", "Delete", "Clear", "Revert", "Save", "CD", "add", "="]
    private static let entries = [":K", ":A", ":A:", ":A:1:B", ":D:a\\:b", ":D:", ":New:0:x", "':A'", ":A:7", "K", ":"]
    private static let types = ["string", "array", "dict", "bool", "integer", "real", "date", "data"]
    private static let values = ["", "text", "1", "true", "2.5", "01/31/24", "\"a b\"", "\\n", "2024-01-31T12:00:00Z"]

    private static func commands(_ random: inout Random) -> [UInt8] {
        var lines: [String] = []
        for _ in 0..<(1 + random.below(3)) {
            let name = names[random.below(names.count)]
            var words = [name, entries[random.below(entries.count)]]
            if name.lowercased() == "add" { words.append(types[random.below(types.count)]) }
            if name == "Clear" { words[1] = types[random.below(types.count)] }
            if name == "Copy" { words.append(entries[random.below(entries.count)]) }
            words.append(values[random.below(values.count)])
            lines.append(words.joined(separator: " "))
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
