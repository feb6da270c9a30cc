import Foundation
import Testing

/// A file keeps its format for as long as that can say what the domain holds, and no value is ever bent to fit.
@Suite(.waiting) struct FormatKeepingTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    private var file: String { scratch.file("D") }

    private func format() throws -> PropertyListSerialization.PropertyListFormat {
        var format = PropertyListSerialization.PropertyListFormat.xml
        _ = try PropertyListSerialization.propertyList(
            from: Data(Disk.bytes(file)), options: [], format: &format)
        return format
    }

    private func writeFile(_ contents: [String: Any], as format: PropertyListSerialization.PropertyListFormat) throws {
        try PropertyListSerialization.data(fromPropertyList: contents, format: format, options: 0)
            .write(to: URL(fileURLWithPath: file))
    }

    @Test("XML stays XML and binary stays binary, whatever is written", arguments: ["xml", "binary"])
    func kept(name: String) throws {
        let expected: PropertyListSerialization.PropertyListFormat = name == "xml" ? .xml : .binary
        try writeFile(["old": 1], as: expected)
        for words in [
            ["-int", "2"], ["-float", "0.1"], ["-data", "00ff"], ["-date", "2026-01-02T03:04:05Z"], ["é\n\t"],
        ] {
            #expect(try write("k", words).status == 0)
            #expect(try format() == expected, "\(words)")
        }
        try Disk.write("{ from = file; }", to: scratch.path + "/in.plist")
        #expect(try scratch.defaults("import", "D", "./in.plist").status == 0)
        #expect(try scratch.defaults("delete", "D", "k").status == 0)
        #expect(try format() == expected)
        #expect(try Foreign.foundation(file) == ["old": 1, "from": "file"])
    }

    @Test(
        "old style stays old style for strings and data",
        arguments: [["text"], ["-data", "00ff"], ["-array", "a", "b"]])
    func oldStyleKept(words: [String]) throws {
        try Disk.write("{ old = value; }", to: file)
        #expect(try write("k", words).status == 0)
        #expect(try format() == .openStep)
        let contents = try Foreign.foundation(file)
        #expect(contents.count == 2)
        #expect(contents["old"] as? String == "value")
    }

    @Test(
        "a file stays XML for strings with control characters, and they come back to the letter",
        arguments: ["\u{1B}[0m", "a\rb", "a\r\nb", "\u{1}", "\u{7}bell", "\u{FFFE}", "x\u{FFFF}"])
    func controlCharacters(text: String) throws {
        try writeFile(["old": true], as: .xml)
        #expect(try scratch.defaults("write", "D", "k", "-string", text).status == 0)
        #expect(try format() == .xml)
        #expect(try !Disk.bytes(file).contains(UInt8(ascii: "\r")))
        #expect(try Foreign.foundation(file)["k"] as? String == text)
        #expect(try scratch.defaults("delete", "D", "k").status == 0)
        #expect(try scratch.defaults("write", "D", text, "-string", "key").status == 0)
        #expect(try Foreign.foundation(file)[text] as? String == "key")
        #expect(try Foreign.foundation(file)["old"] as? Bool == true)
    }

    @Test(
        "a fraction of a second, -0.0 and a dictionary with only CF$UID turn the file of a name binary, others stay")
    func valuesBeyondXML() throws {
        let others: [([String], (Any?) -> Bool)] = [
            (
                ["-date", "2026-01-02T03:04:05.25Z"],
                { ($0 as? Date)?.timeIntervalSince1970 == 1_767_323_045.25 }
            ),
            (["-float", "-0.0"], { ($0 as? Double).map { $0 == 0 && $0.sign == .minus } == true }),
            (["-dict", "CF$UID", "-int", "7"], { ($0 as? NSDictionary ?? [:])["CF$UID"] as? Int == 7 }),
        ]
        for (words, isKept) in others {
            try writeFile(["old": "é"], as: .xml)
            try scratch.bash("cp root/D.plist F.plist")
            for path in ["./F.plist", "./new.plist", scratch.file("D")] {
                let refused = try scratch.defaults(["write", path, "k"] + words)
                refused.expect(65, complaints: 1, containing: "at 'k'; use binary or JSON", comment: path)
                let rehearsed = try scratch.defaults(["write", "--dry-run", path, "k"] + words)
                rehearsed.expect(65, complaints: 1, containing: "at 'k'; use binary or JSON", comment: path)
            }
            #expect(try format() == .xml)
            #expect(!Disk.exists(scratch.path + "/new.plist"))
            #expect(try write("k", words).status == 0, "\(words)")
            for line in ["export D -", "read --xml D", "convert --format xml root/D.plist", "read --xml D k"] {
                let place = line.hasSuffix("k") ? "" : " at 'k'"
                try scratch.defaults(line.split(separator: " ").map(String.init)).expect(
                    65, text: "", complaints: 1, containing: "\(place); use binary or JSON", comment: line)
            }
            #expect(try format() == .binary, "\(words)")
            let contents = try Foreign.foundation(file)
            #expect(isKept(contents["k"]), "\(words): \(String(describing: contents["k"]))")
            #expect(contents["old"] as? String == "é")
        }
    }

    @Test("keys that are equal up to normalisation both survive the write of a third", arguments: ["-int", "-string"])
    func normalisation(flag: String) throws {
        let composed = "<key>caf\u{E9}</key><integer>1</integer>"
        let decomposed = "<key>cafe\u{301}</key><integer>2</integer>"
        try Disk.write(Disk.xml(composed + decomposed), to: file)
        #expect(try scratch.defaults("write", "D", "third", flag, "3").status == 0)
        let bytes = Data(try Disk.bytes(file))
        // Foundation's dictionaries would show one of the two.
        let text = String(decoding: bytes, as: UTF8.self).replacing(#/\s/#, with: "")
        #expect(Array(text.utf8).contains(Array(composed.utf8)))
        #expect(Array(text.utf8).contains(Array(decomposed.utf8)))
        #expect(try scratch.defaults("read", "D", "caf\u{E9}").text == "1\n")
        #expect(try scratch.defaults("read", "D", "cafe\u{301}").text == "2\n")
        #expect(try scratch.defaults("delete", "D", "caf\u{E9}").status == 0)
        #expect(try scratch.defaults("read", "D", "cafe\u{301}").text == "2\n")
    }

    private func write(_ key: String, _ words: [String]) throws -> Outcome {
        try scratch.defaults(["write", "D", key] + words)
    }
}
