import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The lookup of a key in a file.
@Suite struct ReaderLookupTests {
    /// Returns the value of a key in the whole file.
    private func member(_ key: String, of bytes: [UInt8]) throws -> PropertyListDocument? {
        try PropertyListReader.read(bytes).member(key)
    }

    @Test(
        "The lookup of each key of random domains gives its value",
        arguments: [PropertyListFormat.binary, .xml])
    func sameAnswers(format: PropertyListFormat) throws {
        var values = RandomValues(seed: 99, exactIn: format)
        for _ in 0..<150 {
            let root = values.dictionary()
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(root), as: format))
            for key in root.keys + ["no such key", "é", "e\u{301}", "a"] {
                #expect(try PropertyListReader.value(forKey: key, in: bytes)?.value == root[key])
            }
        }
    }

    @Test("An old-style file, and XML in another encoding, are read whole")
    func otherFormats() throws {
        #expect(try PropertyListReader.value(forKey: "b", in: Array("{ a = 1; b = 2; }".utf8))?.value == "2")
        let units = "<dict><key>a</key><true/></dict>".utf16
        let utf16: [UInt8] = [0xFF, 0xFE] + units.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try PropertyListReader.value(forKey: "a", in: utf16)?.value == true)
    }

    @Test("The first of duplicate keys is found in binary and the last in XML")
    func duplicates() throws {
        let binary = CraftedBinary(
            .dictionary(keys: [1, 1], values: [2, 3]), .ascii("a"), [0x08], [0x09])
        #expect(try PropertyListReader.value(forKey: "a", in: binary.bytes)?.value == false)
        let xml = "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>"
        #expect(try PropertyListReader.value(forKey: "a", in: Array(xml.utf8))?.value == false)
    }

    @Test("A root of another type is refused in all formats")
    func otherRoots() throws {
        let array = CraftedBinary([0xA0]).bytes
        #expect(throws: PropertyListError(.notDictionary(.array))) {
            try PropertyListReader.value(forKey: "a", in: array)
        }
        for (text, type) in [
            ("<array/>", PropertyListType.array), ("( a )", .array),
            ("<dict><key>CF$UID</key><integer>1</integer></dict>", .uid),
        ] {
            for key in ["CF$UID", "a"] {
                #expect(throws: PropertyListError(.notDictionary(type))) {
                    try PropertyListReader.value(forKey: key, in: Array(text.utf8))
                }
            }
        }
    }

    @Test("A root of CF$UID and other keys is a dictionary for each lookup")
    func referenceKey() throws {
        let text = "<dict><key>CF$UID</key><integer>1</integer><key>a</key><true/></dict>"
        #expect(try PropertyListReader.value(forKey: "CF$UID", in: Array(text.utf8))?.value == 1)
        #expect(try PropertyListReader.value(forKey: "a", in: Array(text.utf8))?.value == true)
        #expect(try PropertyListReader.value(forKey: "b", in: Array(text.utf8)) == nil)
    }

    @Test("A key that is not a string is found by its text and reported")
    func keysOfOtherTypes() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2], values: [3, 3]), [0x10, 5], .ascii("a"), [0x09]
        ).bytes
        for key in ["5", "a", "b"] {
            #expect(try PropertyListReader.value(forKey: key, in: file) == member(key, of: file))
        }
        #expect(try PropertyListReader.value(forKey: "5", in: file)?.substitutions.isEmpty == false)
    }

    @Test("A lookup works beside a key with an unpaired surrogate")
    func loneSurrogates() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2], values: [3, 3]), [0x61, 0xD8, 0x3D], .ascii("a"), [0x09]
        ).bytes
        for key in ["\u{FFFD}", "a"] {
            #expect(try PropertyListReader.value(forKey: key, in: file) == member(key, of: file))
        }
    }

    @Test("A lookup returns the substitutions in the value, with paths from the root")
    func substitutions() throws {
        let file = CraftedBinary(
            .dictionary(keys: [1, 2], values: [3, 4]), .ascii("a"), .ascii("b"),
            .array(4), [0x00]
        ).bytes
        let expected = [PropertyListSubstitution(path: PropertyListPath(["a", "0"]), found: .null)]
        #expect(try PropertyListReader.value(forKey: "a", in: file)?.substitutions == expected)
        #expect(try PropertyListReader.value(forKey: "a", in: file) == member("a", of: file))
    }

    @Test(
        "The lookup in a broken file gives the value of the whole file, if that can be read",
        arguments: (0..<10).map { UInt64($0) })
    func brokenFiles(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        var readable = 0
        for _ in 0..<20 {
            let root = values.dictionary()
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(root), as: .binary))
            for _ in 0..<20 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                for key in root.keys.prefix(3) {
                    guard let whole = try? PropertyListReader.read(broken) else {
                        _ = try? PropertyListReader.value(forKey: key, in: broken)
                        continue
                    }
                    let expected = Result { try whole.member(key) }
                    let found = Result { try PropertyListReader.value(forKey: key, in: broken) }
                    #expect((try? expected.get()?.value) == (try? found.get()?.value))
                    readable += 1
                }
            }
        }
        #expect(readable > 100)
    }

    @Test("Keys of a large binary file are found")
    func largeFiles() throws {
        let pairs = (0..<20_000).map { ("key\($0)", PropertyListValue.string("value \($0)")) }
        let bytes = Array(try PropertyListWriter.data(of: .dictionary(PropertyListDictionary(pairs)), as: .binary))
        for index in stride(from: 0, to: 20_000, by: 4999) {
            #expect(try PropertyListReader.value(forKey: "key\(index)", in: bytes)?.value == .string("value \(index)"))
        }
        #expect(try PropertyListReader.value(forKey: "key20000", in: bytes) == nil)
    }
}
