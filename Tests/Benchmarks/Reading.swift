import Foundation

/// Measures the reading of whole property lists by this package's readers, Foundation's `PropertyListSerialization` and
/// Python's plistlib. It is compiled with the sources of PropertyList, in one module.
///
/// Usage: `Reading FOLDER`. The folder keeps the files. Prints lines for the table of `Scripts/benchmark`.
@main
enum ReadingBenchmark {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        let python = try PythonTimes(folder: folder)
        for count in [10, 1_000, 100_000] {
            for kind in Kind.allCases {
                for format in [PropertyListFormat.binary, .xml] {
                    try measure(count: count, kind: kind, format: format, folder: folder, python: python)
                }
            }
        }
    }

    /// Measures the readers of one file.
    static func measure(
        count: Int, kind: Kind, format: PropertyListFormat, folder: URL, python: PythonTimes
    ) throws {
        let data = try PropertyListWriter.data(of: .dictionary(kind.contents(count)), as: format)
        let name = "\(kind.rawValue)-\(count)-\(format.rawValue)"
        let file = folder.appendingPathComponent(name + ".plist")
        try data.write(to: file)
        let bytes = Array(data)
        let rounds = count >= 100_000 ? 7 : count >= 1_000 ? 50 : 500
        var (ours, serialization) = (Double.infinity, Double.infinity)
        var plistlib: Double?
        // In turn, so that other load affects all of them.
        for turn in 0..<rounds {
            for _ in 0..<3 { ours = min(ours, try time { _ = try PropertyListReader.read(bytes) }) }
            serialization = min(
                serialization,
                try time {
                    let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
                    guard object as? [String: Any] != nil else { throw CocoaError(.propertyListReadCorrupt) }
                })
            // A process for each turn would take longer than the measured work.
            if turn.isMultiple(of: (rounds + 2) / 3) {
                let time = try python.milliseconds(reading: file, rounds: max(1, rounds / 3))
                plistlib = [plistlib, time].compactMap { $0 }.min()
            }
        }
        let isMeasured = count == 100_000
        let row = Row(file: name, ours: ours)
        row.print(beside: "PLS", serialization, bar: isMeasured ? 8 : nil)
        if let plistlib {
            row.print(beside: "plistlib", plistlib, bar: isMeasured ? 4 : nil)
        } else {
            print("  skipped: plistlib, python3 is not installed")
        }
    }
}

/// One file and the time of our reader.
struct Row {
    let file: String
    let ours: Double

    /// Prints the time of another reader. `bar` is the minimum ratio of the times.
    func print(beside other: String, _ theirs: Double, bar: Double?) {
        let ratio = theirs / ours
        let isMissed = bar.map { ratio < $0 } ?? false
        let columns: [String] = [
            "read whole", file, ours.milliseconds, other, theirs.milliseconds, String(format: "%.1fx", ratio),
            bar.map { ">= \(Int($0))x" } ?? "-", isMissed ? "MISSED" : "",
        ]
        Swift.print(columns.joined(separator: "\t"))
    }
}

/// The contents of a domain.
enum Kind: String, CaseIterable {
    case flat
    case nested

    func contents(_ count: Int) -> PropertyListDictionary {
        PropertyListDictionary((0..<count).map { ("com.example.Setting.key\($0)", value($0)) })
    }

    private func value(_ index: Int) -> PropertyListValue {
        guard self == .nested else { return .string("value number \(index)") }
        switch index % 10 {
        case 0: return .integer(PropertyListInteger(Int64(index * 7)))
        case 1: return .boolean(index.isMultiple(of: 3))
        case 2: return .real(Double(index) / 7)
        case 3: return .date(Date(timeIntervalSinceReferenceDate: Double(index * 1000)))
        case 4: return .data(Data((0..<24).map { UInt8(truncatingIfNeeded: index &+ $0) }))
        case 5: return .array([.string("a\(index)"), .integer(PropertyListInteger(Int64(index))), .boolean(true)])
        case 6: return .dictionary(["name": .string("n\(index)"), "size": .real(1.5), "on": .boolean(false)])
        case 7: return .string("höchst & <\(index)>")
        default: return .string("value number \(index)")
        }
    }
}

/// Returns the duration of a body, in milliseconds.
func time(_ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

/// Measures Python's plistlib, if Python is installed.
struct PythonTimes {
    private let script: URL

    init(folder: URL) throws {
        script = folder.appendingPathComponent("time-plistlib.py")
        let source = """
            import plistlib, sys, time
            data, best = open(sys.argv[1], 'rb').read(), float('inf')
            for _ in range(int(sys.argv[2])):
                start = time.perf_counter()
                plistlib.loads(data)
                best = min(best, time.perf_counter() - start)
            print(best * 1000)
            """
        try Data(source.utf8).write(to: script)
    }

    func milliseconds(reading file: URL, rounds: Int) throws -> Double? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, file.path, String(rounds)]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

extension Double {
    /// The time as text for the table.
    fileprivate var milliseconds: String {
        String(format: self < 1 ? "%.3f ms" : self < 100 ? "%.2f ms" : "%.0f ms", self)
    }
}
