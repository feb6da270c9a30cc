import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Decisions by the first bytes of a large file or a stream.
struct ReaderBeginningTests {
    private static func padded(_ text: String, with filler: String = " ") -> [UInt8] {
        var text = text
        while text.utf8.count < PropertyListReader.beginningSize { text += filler }
        return Array(text.utf8.prefix(PropertyListReader.beginningSize))
    }

    @Test(
        "other content than a property list or JSON is refused from its beginning",
        arguments: [
            Array(repeating: 0, count: 4096), padded("y\n", with: "y\n"), padded("hello, ", with: "world "),
            padded("\u{FEFF}# ", with: "x"), padded("<5 of ", with: "<"), padded("<", with: "<\n"),
            padded("bplist15", with: "x"),
            [0xFF, 0xFE] + Array(repeating: 0, count: 4094), [0xFE, 0xFF] + Array(repeating: 0xDC, count: 4094),
            [0, 0, 0xFE, 0xFF] + Array(repeating: 0xFF, count: 4092), Array(repeating: 0xFF, count: 4096),
            padded("é", with: "é"), padded("= a", with: "b"), padded("\u{7F}ELF", with: "\u{1}"),
            padded("-1 ", with: "2 "), padded("+", with: "1"),
            MarkedEncoding.utf16BigEndian.bytes(of: String(repeating: "y\n", count: 1023)),
        ] as [[UInt8]])
    func refused(beginning: [UInt8]) {
        #expect(PropertyListReader.refusesAll(beginningWith: beginning))
        #expect(!JSONReader.recognizes(beginning))
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(beginning) }
        for tail in ["", "=", ";", "\"};", "</plist>", "*/ {}"] {
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(beginning + Array(tail.utf8)) }
        }
    }

    @Test(
        "content that can be a property list or JSON is read further",
        arguments: [
            "<?xml", "<plist>", "<!-- ", "<0fbd77 ", "{", "(", "\"", "'", "[", "// ", "/* ", "a = ", "a;", "a /* ",
            "a // ", "a",
            " \n\t", "\u{FEFF} ", "\u{2028}", "bplist00", "/usr", "{\"a\":", "\u{A0}", "a\u{2028}", "1.25e+10",
        ])
    func undecided(text: String) {
        for filler in [" ", "a", "0"] {
            #expect(!PropertyListReader.refusesAll(beginningWith: Self.padded(text, with: filler)))
        }
        for encoding in MarkedEncoding.allCases
        where !text.hasPrefix("bplist") && text.unicodeScalars.first != "\u{FEFF}" {
            let bytes = encoding.bytes(of: text + String(repeating: "a", count: 4096)).prefix(
                PropertyListReader.beginningSize)
            #expect(!PropertyListReader.refusesAll(beginningWith: Array(bytes)))
        }
    }

    @Test("no beginning of a file that is read is refused")
    func fixtures() throws {
        let files = try ReaderFixture.all.map { ($0.name, try $0.bytes) }
            .filter { (try? PropertyListReader.read($0.1)) != nil }
        for (name, bytes) in files {
            for count in [20, 100, 1000, 4096] {
                #expect(!PropertyListReader.refusesAll(beginningWith: Array(bytes.prefix(count))), "\(name) \(count)")
            }
        }
        #expect(files.count > 50)
    }
}
