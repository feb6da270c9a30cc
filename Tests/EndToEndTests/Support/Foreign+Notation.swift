import Foundation
import UserDefaultsProbe

extension Foreign {
    /// The pairs of a file as Foundation's `PropertyListSerialization` reads them, in ``Notation``.
    static func lines(_ path: String) throws -> [String] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard let dictionary = object as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
        return Notation.lines(of: dictionary)
    }
}

/// Python's own reader and writer of property lists, for tests that are skipped where there is no `python3`.
enum Plistlib {
    /// The pairs of files as plistlib reads them, in ``Notation``.
    static func lines(_ paths: [String], in scratch: Scratch) throws -> [[String]] {
        let script = Executable.package + "/Tests/EndToEndTests/Fixtures/notation.py"
        let output = try run([script] + paths, in: scratch).text
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .split(separator: "", omittingEmptySubsequences: false).dropLast().map { $0.map(String.init) }
    }

    /// Writes a dictionary, a Python expression, to files of the formats `XML` and `BINARY`.
    static func write(_ dictionary: String, to files: some Sequence<(String, String)>, in scratch: Scratch) throws {
        let dumps = files.map { format, path in
            "plistlib.dump(\(dictionary), open('\(path)', 'wb'), fmt=plistlib.FMT_\(format))\n"
        }
        _ = try run(["-c", "import plistlib\nfrom datetime import datetime\n" + dumps.joined()], in: scratch)
    }

    private static func run(_ arguments: [String], in scratch: Scratch) throws -> Outcome {
        let words = ["/usr/bin/env", "python3"] + arguments
        let outcome = try scratch.run(words)
        guard outcome.status == 0 else { throw PythonFailure(description: outcome.error) }
        return outcome
    }

    private struct PythonFailure: Error, CustomStringConvertible {
        let description: String
    }
}
