import Foundation
import PropertyList
import TestExtent
import Testing

/// `read` and `read-type` of one key, which look at no more of the file than they need, give what the whole domain
/// holds.
@Suite(.waiting) struct LookupTests {
    private let scratch = Scratch()

    init() throws { try Disk.makeFolder(scratch.root) }

    private func run(_ words: [String]) throws -> Outcome {
        try scratch.defaults(words)
    }

    private static let forms: [PropertyListFormat] = [.xml, .binary]

    @Test("each key of random domains, in both formats", arguments: forms, (0..<6).map { UInt64($0) })
    func randomDomains(format: PropertyListFormat, seed: UInt64) throws {
        var domains = RandomValues(forPrograms: seed)
        var asked = 0
        for _ in 0..<30 {
            let contents = domains.domain()
            let value = PropertyListValue.dictionary(contents)
            guard value.isExact(in: format) else { continue }
            let data = try PropertyListWriter.data(of: value, as: format)
            try data.write(to: URL(fileURLWithPath: scratch.file("D")))
            for (key, value) in contents where !key.utf8.contains(0) {
                let outcome = try run(["read", "--json", "--", "D", key])
                #expect(outcome.status == 0, "\(outcome.error)")
                #expect(try JSONReader.read(outcome.output) == value)
                asked += 1
            }
            for key in ["not there", "CF$UI", "e"] where contents[key] == nil {
                expectAbsence(of: key, try run(["read", "D", key]))
            }
        }
        #expect(asked > 3)
    }

    /// Expects the error of a key that does not exist. A near name may follow it.
    private func expectAbsence(of key: String, _ outcome: Outcome) {
        let sentence = "defaults: The domain/default pair of (D, \(key)) does not exist"
        outcome.expect(1, text: "")
        #expect(outcome.error == sentence + "\n" || outcome.error.hasPrefix(sentence + "; did you mean "), "\(outcome)")
    }

    @Test("keys of a large domain, in both formats", arguments: forms)
    func largeDomain(format: PropertyListFormat) throws {
        var contents = PropertyListDictionary(
            (0..<15_000).map { ("key\($0)", PropertyListValue.string("value \($0), \($0 % 7)")) })
        contents.merge(["list": [1, ["a": ["deep", true]]], "map": ["key1": "inner"], "zz": .data(Data(0..<200))])
        if format == .xml { contents["é"] = "wide" }
        let data = try PropertyListWriter.data(of: .dictionary(contents), as: format)
        #expect(data.count > 1 << 18)
        try data.write(to: URL(fileURLWithPath: scratch.file("D")))
        for key in ["key0", "key1", "key14999", "key7500", "list", "map", "zz", "é"] {
            guard let value = contents[key] else { continue }
            #expect(try JSONReader.read(run(["read", "--json", "--", "D", key]).output) == value, "\(key)")
        }
        #expect(try run(["read", "--path", "list.1.a.0", "D"]).text == "deep\n")
        #expect(try run(["read-type", "--path", "map.key1", "D"]).text == "Type is string\n")
        for key in ["key15000", "key", "", "a", "ë"] {
            #expect(try run(["read", "D", key]).status == 1, "\(key)")
        }
        // What is cut off is refused, wherever that is.
        for count in [data.count - 1, data.count - 40, data.count / 2, 1 << 18] {
            try data.prefix(count).write(to: URL(fileURLWithPath: scratch.file("D")))
            if format == .xml, count == data.count - 1 { continue }
            let outcome = try run(["read", "D", "key0"])
            outcome.expect(65, text: "", complaints: 1)
        }
    }

    /// A property list of the old style, of XML with all that it may have, and of UTF-16; each has the same values.
    private static let written: [[UInt8]] = [
        Array(#"{ "a&b" = x; list = ( { k = 1; }, two ); k = last; k = top; }"#.utf8),
        Array(
            """
            <?xml version="1.0"?><!-- c --><plist><dict><key>a&amp;b</key><string><![CDATA[x]]></string>
            <key>list</key><array><dict><key>k</key><string>1</string></dict><string>two</string></array>
            <key>k</key><string>last</string><key>&#x6B;</key><string>top</string></dict></plist>
            """.utf8),
        [0xFF, 0xFE]
            + """
            <dict><key>k</key><string>top</string><key>a&#38;b</key><string>x</string>\
            <key>list</key><array><dict><key>k</key><string>1</string></dict><string>two</string></array></dict>
            """
            .utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]

    @Test("keys and paths, however the file is written", arguments: written)
    func writtenForms(bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        for (words, text) in [
            (["a&b"], "x"), (["k"], "top"), (["--path", "k"], "top"), (["--path", "list.0.k"], "1"),
            (["--path", "list.1"], "two"), (["--path", "a&b"], "x"),
        ] {
            let operands = words.count == 1 ? ["D"] + words : words + ["D"]
            #expect(try run(["read"] + operands) == Outcome(status: 0, output: Array("\(text)\n".utf8), error: ""))
            #expect(try run(["read-type"] + operands).text == "Type is string\n")
        }
        #expect(try run(["read-type", "--path", "list.0", "D"]).text == "Type is dictionary\n")
        for (path, name) in [("list.2", "list.2"), ("k.k", "k.k"), ("list.0.l", "list.0.l"), ("K", "K")] {
            expectAbsence(of: name, try run(["read", "--path", path, "D"]))
        }
    }

    @Test("a domain, a key and a path that are not there are told alike")
    func missing() throws {
        try scratch.store(["a": ["b": 1]], at: scratch.file("D"))
        for (words, domain, key) in [
            (["read", "D", "b"], "D", "b"), (["read-type", "E", "b"], "E", "b"),
            (["read", "--path", "a.c", "D"], "D", "a.c"),
            (["read", "-g", "b"], "kCFPreferencesAnyApplication", "b"),
        ] {
            #expect(
                try run(words)
                    == Outcome(
                        status: 1, output: [],
                        error: "defaults: The domain/default pair of (\(domain), \(key)) does not exist\n"))
        }
    }

    @Test("of two values under one key, the last counts in text and the first in binary")
    func duplicates() throws {
        try Data("<dict><key>K</key><true/><key>K</key><string>last</string></dict>".utf8)
            .write(to: URL(fileURLWithPath: scratch.file("X")))
        let binary = CraftedBinary([0xD2, 1, 1, 2, 3], .ascii("K"), [0x51, 0x31], [0x09]).bytes
        try Data(binary).write(to: URL(fileURLWithPath: scratch.file("B")))
        #expect(try run(["read", "X", "K"]).text == "last\n")
        #expect(try run(["read", "B", "K"]).text == "1\n")
        #expect(try run(["read-type", "B", "K"]).text == "Type is string\n")
    }

    @Test("text that is broken behind the key is refused, whether the key is there or not")
    func brokenText() throws {
        try Data("<dict><key>K</key><string>v</string><key>L</key><integer>x</integer></dict>".utf8)
            .write(to: URL(fileURLWithPath: scratch.file("D")))
        for words in [
            ["read", "D", "K"], ["read", "D", "M"], ["read-type", "D", "K"], ["read", "--path", "K", "D"],
        ] {
            let outcome = try run(words)
            outcome.expect(65, text: "", complaints: 1, containing: "invalid XML", comment: "\(words)")
        }
    }

    @Test("a binary file with one broken value answers for the others, says which is broken, and is never changed")
    func brokenBinary() throws {
        let bytes = CraftedBinary(
            [0xD2, 1, 2, 3, 4], .ascii("K"), .ascii("L"), .ascii("v"), [0xF7]
        ).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        #expect(try run(["read", "D", "K"]) == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
        for words in [
            ["read", "D", "L"], ["read-type", "D", "L"], ["read", "D"], ["write", "D", "K", "w"], ["delete", "D", "L"],
        ] {
            let outcome = try run(words)
            outcome.expect(65, text: "", complaints: 1, comment: "\(words)")
        }
        #expect(try Disk.bytes(scratch.file("D")) == bytes)
    }

    @Test("a date that is not finite can be printed and deleted, and no other change is made")
    func infiniteDate() throws {
        let infinity: [UInt8] = [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]
        let bytes = CraftedBinary(
            [0xD2, 1, 2, 3, 4], .ascii("K"), .ascii("L"), infinity, .ascii("v")
        ).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        #expect(try run(["read", "D", "K"]) == Outcome(status: 0, output: Array("inf\n".utf8), error: ""))
        let check = try run(["check", "D"])
        #expect(check.status == 1, "\(check.text)")
        #expect(check.text.contains("contains a date that does not exist at 'K'"), "\(check.text)")
        let change = try run(["write", "D", "L", "w"])
        change.expect(65, complaints: 1, containing: "not finite at 'K'")
        #expect(try Disk.bytes(scratch.file("D")) == bytes)
        #expect(try run(["delete", "D", "K"]).status == 0)
        #expect(try run(["check", "D"]).text.contains("date") == false)
    }

    @Test("only what is shown in place of something else is owned up to")
    func substitutions() throws {
        let bytes = CraftedBinary(
            [0xD2, 1, 2, 3, 4], .ascii("K"), .ascii("L"), .ascii("v"), [0x00]
        ).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file("D")))
        #expect(try run(["read", "D", "K"]) == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
        let outcome = try run(["read", "D", "L"])
        outcome.expect(65, text: "<null>\n", complaints: 1)
    }

    @Test("so is what lies at a path, also when there is too much of it to tell each by its place")
    func manySubstitutions() throws {
        let file = CraftedBinary(
            [0xD2, 1, 2, 3, 5], .ascii("K"), .ascii("L"),
            [0xAF, 0x10, 200] + Array(repeating: 4, count: 200), [0x00], [0xA1, 6], .ascii("v")
        ).bytes
        try Data(file).write(to: URL(fileURLWithPath: scratch.file("D")))
        for index in [0, 99, 100, 199] {
            let outcome = try run(["read", "--path", "K.\(index)", "D"])
            outcome.expect(65, text: "<null>\n", complaints: 1)
            let type = try run(["read-type", "--path", "K.\(index)", "D"])
            type.expect(65, text: "", complaints: 1)
        }
        #expect(try run(["read", "--path", "L.0", "D"]) == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
        #expect(try run(["read-type", "D", "K"]).text == "Type is array\n")
    }
}
