import Foundation
import TestExtent

/// A program that reads a text and writes it again. Tests with a program are skipped if it is not installed.
enum Filter: String, CaseIterable, Sendable {
    case jq
    case python3

    private var arguments: [String] {
        switch self {
        case .jq: ["."]
        case .python3:
            ["-c", "import json, sys; json.dump(json.load(sys.stdin.buffer), sys.stdout, ensure_ascii=False)"]
        }
    }

    /// The installed programs.
    static let installed = allCases.filter { $0.path != nil }

    private var path: String? { InstalledProgram.path(of: rawValue) }

    /// Returns the output of the program for an input.
    func output(for input: [UInt8]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, result) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
        try Data(input).write(to: source)
        try Data().write(to: result)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = arguments
        process.environment = ["LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"]
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: result)
        try process.run()
        process.wait()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return Array(try Data(contentsOf: result))
    }
}
