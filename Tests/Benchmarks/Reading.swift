import Foundation

/// Measures how long it takes to read whole property lists: this package's readers, the engine inside Foundation, Foundation's
/// `PropertyListSerialization` and Python's plistlib. Compiled with the sources of PropertyList, in one module.
///
/// Usage: `reading`, or `reading python-files DIR` to write the files for Python.
@main
enum ReadingBenchmark {
    /// The bars: the whole of a domain of 100,000 keys is read so many times faster than by the others.
    static let bars = (serialization: 8.0, python: 4.0)

    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory())
        let python = try PythonTimes(folder: folder)
        print(
            "keys", "kind", "format", "bytes", "ours ms", "engine ms", "PLS ms", "plistlib ms", "PLS/ours",
            "plistlib/ours",
            separator: "\t")
        var misses: [String] = []
        for count in [10, 1_000, 100_000] {
            for kind in Kind.allCases {
                for format in [PropertyListFormat.binary, .xml] {
                    let row = try Row(count: count, kind: kind, format: format, folder: folder, python: python)
                    print(row.text)
                    if count == 100_000 { misses += row.misses }
                }
            }
        }
        for miss in misses { print("MISSED: \(miss)") }
        exit(misses.isEmpty ? 0 : 1)
    }
}

/// What a domain holds.
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

/// One file and the times of its readers.
struct Row {
    let text: String
    let misses: [String]

    init(count: Int, kind: Kind, format: PropertyListFormat, folder: URL, python: PythonTimes) throws {
        let data = try PropertyListWriter.data(of: .dictionary(kind.contents(count)), as: format)
        let name = "\(kind.rawValue)-\(count)-\(format.rawValue)"
        let file = folder.appendingPathComponent(name + ".plist")
        try data.write(to: file)
        let bytes = Array(data)
        let engineFormat: EngineReader.Format = format == .xml ? .xml : .binary
        let rounds = count >= 100_000 ? 5 : count >= 1_000 ? 50 : 500
        var (ours, engine, serialization) = (Double.infinity, Double.infinity, Double.infinity)
        // In turn, so that a busy moment of the machine strikes all of them.
        for _ in 0..<rounds {
            ours = min(ours, try time { _ = try PropertyListReader.read(bytes) })
            engine = min(engine, try time { _ = try EngineReader.read(bytes, as: engineFormat) })
            serialization = min(
                serialization,
                try time {
                    let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
                    guard object as? [String: Any] != nil else { throw CocoaError(.propertyListReadCorrupt) }
                })
        }
        let plistlib = try python.milliseconds(reading: file, rounds: rounds)
        let ratios = (serialization: serialization / ours, python: plistlib.map { $0 / ours })
        let columns: [String] = [
            String(count), kind.rawValue, format.rawValue, String(bytes.count), ours.short, engine.short,
            serialization.short, plistlib?.short ?? "-", ratios.serialization.short, ratios.python?.short ?? "-",
        ]
        text = columns.joined(separator: "\t")
        var misses: [String] = []
        if ratios.serialization < ReadingBenchmark.bars.serialization {
            misses.append("\(name): \(ratios.serialization.short) × PropertyListSerialization")
        }
        if let ratio = ratios.python, ratio < ReadingBenchmark.bars.python {
            misses.append("\(name): \(ratio.short) × plistlib")
        }
        self.misses = misses
    }
}

/// How long something takes, in milliseconds.
func time(_ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

/// The times of Python's plistlib, where there is a Python.
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
    fileprivate var short: String {
        self < 1 ? String(format: "%.3f", self) : String(format: "%.1f", self)
    }
}
