import Foundation
import TestExtent
import Testing

/// Equal contents are equal bytes, whoever writes them, wherever, and in whatever order.
@Suite(.waiting) struct DeterminismTests {
    /// What one run left: the domain's file, and its exports.
    struct Bytes: Equatable {
        var file: Data
        var xml: Data
        var binary: Data
    }

    static let runs = Extent.count(20, short: 6)

    @Test("equal contents are equal bytes, in XML and in binary", arguments: ["xml", "binary"])
    func equalBytes(format: String) throws {
        let first = try bytes(run: 0, format: format)
        #expect(first.xml.starts(with: Data("<?xml".utf8)))
        #expect(first.binary.starts(with: Data("bplist00".utf8)))
        #expect(first.file == (format == "xml" ? first.xml : first.binary))
        for run in 1..<Self.runs {
            let other = try bytes(run: run, format: format)
            #expect(other.file == first.file, "the file of run \(run)")
            #expect(other.xml == first.xml, "export to standard output in run \(run)")
            #expect(other.binary == first.binary, "export to a file in run \(run)")
        }
    }

    @Test("the bytes tell the contents, not how they came about")
    func history() throws {
        let scratch = Scratch()
        try scratch.succeed("write", "--", "A", "-array", "-array", "x")
        try scratch.succeed("write", "A", "K", "-int", "1")
        try scratch.succeed("write", "A", "K", "-string", "a long value that goes again")
        try scratch.succeed("write", "A", "gone", "-bool", "true")
        try scratch.succeed("delete", "A", "gone")
        try scratch.succeed("write", "A", "K", "-float", "2")
        try scratch.succeed(
            "write", "B", "<dict><key>K</key><real>2.0</real><key>-array</key><array><string>x</string></array></dict>")
        let files = try ["A", "B"].map { try Data(contentsOf: URL(fileURLWithPath: scratch.file($0))) }
        #expect(files[0] == files[1])
        #expect(try Foreign.lines(scratch.file("A")) == ["\"-array\": [\"x\"]", "\"K\": 2.0"])
    }

    /// Writes the contents in an order and surroundings of the run's own.
    private func bytes(run: Int, format: String) throws -> Bytes {
        let scratch = Scratch()
        var generator = SeededGenerator(seed: UInt64(run))
        let environment = Self.surroundings(of: run, in: scratch)
        let run = { (arguments: [String]) in try scratch.succeed(arguments, environment: environment) }
        if format == "binary" {
            // A domain keeps the format it has.
            try run(["write", "Seed", "integer", "-int", "0"])
            try run(["export", "Seed", scratch.file("D")])
        }
        for words in Self.writes(using: &generator) { try run(["write", "D"] + words) }
        let bulk = scratch.path + "/bulk.plist"
        try Data(Self.bulk(using: &generator).utf8).write(to: URL(fileURLWithPath: bulk))
        try run(["import", "D", bulk])
        try run(["export", "D", scratch.path + "/export.plist"])
        let output = try scratch.defaults("export", "D", "-", environment: environment).output
        return Bytes(
            file: try Data(contentsOf: URL(fileURLWithPath: scratch.file("D"))), xml: Data(output),
            binary: try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/export.plist")))
    }

    private static func surroundings(of run: Int, in scratch: Scratch) -> [String: String] {
        let locales = ["C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "ja_JP.eucJP", "th_TH", ""]
        let zones = ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", ":/nowhere", "EST5EDT"]
        var environment = scratch.environment
        environment["LC_ALL"] = locales[run % locales.count]
        environment["LANG"] = locales[(run + 3) % locales.count]
        environment["LC_NUMERIC"] = locales[(run + 1) % locales.count]
        environment["TZ"] = zones[run % zones.count]
        environment["HOME"] = run.isMultiple(of: 3) ? "/nonexistent" : scratch.home
        return environment
    }

    /// The words after `write D`, shuffled, as are the pairs within.
    private static func writes(using generator: inout SeededGenerator) -> [[String]] {
        let pairs = (0..<200).map { ["key \($0)", "value \($0 * 7 % 13)"] }.shuffled(using: &generator)
        let nested = (0..<12).map { "k\($0) = { b = (\($0), {}); a = <0f0f>; };" }.shuffled(using: &generator)
        let writes = [
            ["integer", "-int", "14"], ["most", "-int", "18446744073709551615"],
            ["least", "-int", "-9223372036854775808"],
            ["tenth", "-float", "0.1"], ["third", "-float", "0.3333333333333333"], ["one", "-float", "1"],
            ["huge", "-float", "1e300"], ["infinite", "-float", "-inf"], ["nan", "-float", "nan"],
            ["now", "-date", "2024-01-31T12:00:00Z"], ["early", "-date", "1904-01-01 00:00:00 +0000"],
            ["summer", "-date", "2024-07-01 02:30:00"], ["yes", "-bool", "yes"], ["no", "-bool", "no"],
            ["data", "-data", "0fbd77"], ["empty", "-string", ""], ["Zeichen", "-string", "ÄÖÜ é e\u{301} 🗑 ı İ"],
            ["é", "-string", "composed"], ["e\u{301}", "-string", "decomposed"], ["I", "i"], ["ı", "İ"],
            ["list", "-array", "a", "-int", "1", "-float", "1", "-bool", "true"],
            ["big", "-dict"] + pairs.flatMap { $0 }, ["nested", "{ \(nested.joined()) }"],
        ]
        return writes.shuffled(using: &generator)
    }

    /// An old-style property list of 200 keys, shuffled.
    private static func bulk(using generator: inout SeededGenerator) -> String {
        (0..<200).map { "\"bulk \($0)\" = { n = \($0); list = (\($0), x); };\n" }.shuffled(using: &generator).joined()
    }
}
