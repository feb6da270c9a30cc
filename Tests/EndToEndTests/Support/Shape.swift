import Foundation
import TestExtent
import Testing

/// One way in which scripts call the command, and what comes of it.
struct Shape: Sendable {
    /// An error in the file of the shapes.
    struct ParseError: Error {
        let row: Substring
    }

    /// The number of the shape in the list of shapes.
    let number: Int
    /// Lines that bash runs first.
    var setup = ""
    /// Lines that bash runs, any of which may fail.
    var script = ""
    /// The complete standard output of the script.
    var output = ""
    /// All files that the script writes: paths in the scratch folder, each with its whole contents in `Notation`.
    var files: [(path: String, contents: String)] = []
    /// The files that the script removes.
    var removes: [String] = []

    /// Reads the shapes in `Fixtures/shapes.txt`, which describes its form.
    static func all() throws -> [Shape] {
        var shapes: [Shape] = []
        let rows = try Page.text(ofFile: "Tests/EndToEndTests/Fixtures/shapes.txt").split(separator: "\n")
        for row in rows.drop(while: { !$0.hasPrefix("== ") }) where !row.hasPrefix("== ") {
            let digits = row.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits) { shapes.append(Shape(number: number)) }
            guard let index = shapes.indices.last else { throw ParseError(row: row) }
            try shapes[index].add(row.dropFirst(digits.isEmpty ? 0 : digits.count + 1))
        }
        return shapes
    }

    private mutating func add(_ row: Substring) throws {
        let text = String(row.dropFirst(2))
        switch row.prefix(2) {
        case "+ ": setup += text + "\n"
        case "$ ": script += text + "\n"
        case "| ": output += text + "\n"
        case "- ": removes.append(text)
        case "  " where !files.isEmpty: files[files.count - 1].contents += " " + text
        case "= ":
            guard let separator = text.firstRange(of: " {") else { throw ParseError(row: row) }
            files.append((String(text[..<separator.lowerBound]), String(text[separator.lowerBound...].dropFirst())))
        default: throw ParseError(row: row)
        }
    }

    /// Runs the script, and checks how it ends and which files it leaves.
    func run(in scratch: Scratch) throws {
        let prepared = try scratch.bash("set -eu\n\(Self.application)\n\(setup)")
        #expect(prepared == .silence, "the setup of shape \(number)")
        let before = try scratch.fileStates()
        let outcome = try scratch.bash("set -eu\nsudo() { \"$@\"; }\nUSER=tester\n" + script)
        outcome.expect(0, text: output, error: "", comment: "\(self)")
        let after = try scratch.fileStates()
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(changed.sorted() == files.map(\.path).sorted(), "\(self)")
        #expect(before.keys.filter { after[$0] == nil }.sorted() == removes.sorted(), "\(self)")
    }

    /// A function for the setup.
    private static let application = """
        application() {
            mkdir -p ~/Applications/"$1".app/Contents
            cat > ~/Applications/"$1".app/Contents/Info.plist <<PLIST
        <plist version="1.0"><dict>
        <key>CFBundleExecutable</key><string>run</string>
        <key>CFBundleIdentifier</key><string>$2</string>
        <key>CFBundleVersion</key><string>3.14</string>
        </dict></plist>
        PLIST
        }
        """
}

extension Shape: CustomTestStringConvertible {
    var testDescription: String { "shape \(number): \(script)" }
}

/// Runs each shape once, for all tests of a suite.
struct RunShapes: SuiteTrait, TestScoping {
    /// The shapes, each with the folder in which it has run.
    @TaskLocal static var runs: [(shape: Shape, folder: Scratch)] = []

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await WaitingTrait.waiting.provideScope(for: test, testCase: testCase) {
            let runs = try Shape.all().map { shape in
                let folder = Scratch()
                try shape.run(in: folder)
                return (shape: shape, folder: folder)
            }
            try await Self.$runs.withValue(runs) { try await function() }
        }
    }
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
