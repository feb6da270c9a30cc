import Foundation
import Testing

/// One way in which scripts call the command, and what comes of it.
struct Shape: Sendable {
    /// The number of the shape in the list that the tables together are.
    let number: Int
    /// Lines that bash runs, any of which may fail; `sudo` runs what follows it.
    let script: String
    /// What has to be there before.
    var setup = ""
    /// All that the script writes: paths in the scratch folder, each with the whole contents of its file.
    var files: [(path: String, contents: StoredValue)] = []
    /// Files that are gone afterwards.
    var removes: [String] = []
    /// What is printed on standard output.
    var output = ""

    /// A shape that writes the domain `D`.
    static func writes(_ number: Int, _ script: String, setup: String = "", _ contents: StoredValue) -> Shape {
        Shape(number: number, script: script, setup: setup, files: [("root/D.plist", contents)])
    }

    /// A shape that writes a file, given by its path in the scratch folder.
    static func writes(
        _ number: Int, _ script: String, setup: String = "", to path: String, _ contents: StoredValue
    ) -> Shape {
        Shape(number: number, script: script, setup: setup, files: [(path, contents)])
    }

    /// A shape that prints, and leaves all files as they are.
    static func prints(_ number: Int, _ script: String, setup: String = "", _ output: String) -> Shape {
        Shape(number: number, script: script, setup: setup, output: output)
    }

    /// Runs the script, and checks how it ends and which files it leaves.
    func run(in scratch: Scratch) throws {
        if !setup.isEmpty {
            let prepared = try scratch.bash("set -eu\n" + setup)
            #expect(prepared == .silence, "the setup of shape \(number)")
        }
        let before = try scratch.fileStates()
        let outcome = try scratch.bash("set -eu\nsudo() { \"$@\"; }\nUSER=tester\n" + script)
        outcome.expect(0, text: output, error: "", comment: "\(self)")
        let after = try scratch.fileStates()
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(changed.sorted() == files.map(\.path).sorted(), "\(self)")
        #expect(before.keys.filter { after[$0] == nil }.sorted() == removes.sorted(), "\(self)")
    }
}

extension Shape: CustomTestStringConvertible {
    var testDescription: String { "shape \(number): \(script)" }
}

extension Scratch {
    /// The regular files in the folder by their paths in it, with what a rewrite would change: inode, time and bytes.
    func fileStates() throws -> [String: String] {
        var states: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
            let inode = attributes[.systemFileNumber] as? Int ?? 0
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            states[name] = "\(inode) \(time) \(bytes.base64EncodedString())"
        }
        return states
    }
}
