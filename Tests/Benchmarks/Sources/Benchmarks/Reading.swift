import Foundation
import PropertyList

/// Measures how long it takes to read whole property lists: with this package's readers, with Foundation's
/// `PropertyListSerialization` and with Python's plistlib. Leaves the files in the folder.
enum ReadingBenchmark {
    static func run(in folder: URL) throws {
        let python = try PythonTimes(folder: folder)
        for count in [10, 1_000, 100_000] {
            for kind in Kind.allCases {
                for format in [PropertyListFormat.binary, .xml] {
                    try measure(count: count, kind: kind, format: format, folder: folder, python: python)
                }
            }
        }
    }

    private static func measure(
        count: Int, kind: Kind, format: PropertyListFormat, folder: URL, python: PythonTimes
    ) throws {
        let data = try PropertyListWriter.data(of: .dictionary(kind.contents(count)), as: format)
        let name = "\(kind.rawValue)-\(count)-\(format.rawValue)"
        let file = folder.appendingPathComponent(name + ".plist")
        try data.write(to: file)
        let bytes = Array(data)
        let rounds = count >= 100_000 ? 5 : count >= 1_000 ? 51 : 501
        let (ours, serialization) = try Clock.processor.medians(rounds) { _ in
            _ = try PropertyListReader.read(bytes)
        } _: { _ in
            let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
            guard object as? [String: Any] != nil else { throw CocoaError(.propertyListReadCorrupt) }
        }
        let hasBar = count == 100_000
        let row = Row(work: "read whole", subject: name)
        row.print(ours, beside: "PLS", serialization, bar: hasBar ? .timesFaster(8) : .none)
        if let plistlib = try python.milliseconds(reading: file, rounds: rounds) {
            row.print(ours, beside: "plistlib", plistlib, bar: hasBar ? .timesFaster(4) : .none)
        } else {
            print("  skipped: plistlib, for python3 is not installed")
        }
    }
}

/// The contents of a domain that is measured.
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

/// The times of Python's plistlib, if Python is installed.
struct PythonTimes {
    private let script: URL

    init(folder: URL) throws {
        script = folder.appendingPathComponent("time-plistlib.py")
        let source = """
            import plistlib, sys, time
            data, times = open(sys.argv[1], 'rb').read(), []
            for _ in range(int(sys.argv[2])):
                start = time.perf_counter()
                plistlib.loads(data)
                times.append(time.perf_counter() - start)
            print(sorted(times)[len(times) // 2] * 1000)
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
