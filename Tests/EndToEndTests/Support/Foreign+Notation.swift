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
    static let isInstalled = Executable.isInstalled("python3")

    /// The pairs of files as plistlib reads them, in ``Notation``.
    static func lines(_ paths: [String], in scratch: Scratch) throws -> [[String]] {
        let script = Executable.package + "/Tests/EndToEndTests/Fixtures/notation.py"
        let output = try run([script] + paths, in: scratch).text
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .split(separator: "", omittingEmptySubsequences: false).dropLast().map { $0.map(String.init) }
    }

    /// Writes `{KEY: VALUE}`, both Python expressions, to a file.
    ///
    /// - Parameter format: `XML` or `BINARY`.
    static func write(key: String = "'K'", value: String, as format: String, to path: String, in scratch: Scratch)
        throws
    {
        let script = """
            import plistlib, os, sys
            from datetime import datetime
            os.makedirs(os.path.dirname(sys.argv[1]), exist_ok=True)
            with open(sys.argv[1], 'wb') as file:
                plistlib.dump({\(key): \(value)}, file, fmt=plistlib.FMT_\(format))
            """
        _ = try run(["-c", script, path], in: scratch)
    }

    private static func run(_ arguments: [String], in scratch: Scratch) throws -> Outcome {
        let words = ["/usr/bin/env", "python3"] + arguments
        let outcome = try scratch.run(words.map { Array($0.utf8) })
        guard outcome.status == 0 else { throw PythonFailure(description: outcome.error) }
        return outcome
    }

    private struct PythonFailure: Error, CustomStringConvertible {
        let description: String
    }
}
