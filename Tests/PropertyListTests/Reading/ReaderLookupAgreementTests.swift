import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The lookup of a key gives the same value or error as reading the whole file.
@Suite struct ReaderLookupAgreementTests {
    private static let fixtures = ReaderFixture.all.map(\.path)

    private typealias Answer = Result<PropertyListDocument?, PropertyListError>

    private func alone(_ key: String, in bytes: [UInt8]) -> Answer {
        Result { () throws(PropertyListError) in try PropertyListReader.value(forKey: key, in: bytes) }
    }

    private func ofWhole(_ key: String, in bytes: [UInt8]) -> Answer { member(key, of: read(bytes)) }

    private func read(_ bytes: [UInt8]) -> Result<PropertyListDocument, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyListReader.read(bytes) }
    }

    private func member(_ key: String, of whole: Result<PropertyListDocument, PropertyListError>) -> Answer {
        Result { () throws(PropertyListError) in try whole.get().member(key) }
    }

    /// Returns keys of the root of a file, if it can be read, and other keys.
    private func keys(of bytes: [UInt8]) -> [String] {
        guard let root = (try? PropertyListReader.read(bytes))?.value.members else { return ["a", "CF$UID"] }
        return root.keys + ["a", "", "CF$UID", "no such key"]
    }

    @Test("The lookup of each key of each fixture gives the value or error of the whole file", arguments: fixtures)
    func fixture(path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for key in keys(of: bytes) {
            let (alone, ofWhole) = (alone(key, in: bytes), ofWhole(key, in: bytes))
            // The lookup may succeed in a binary file with an error elsewhere.
            if bytes.starts(with: "bplist".utf8), case .failure = ofWhole { continue }
            #expect(alone == ofWhole, "\(key)")
        }
    }

    @Test("The fixtures are found, and some have keys")
    func fixturesAreFound() throws {
        let read = try Self.fixtures.filter { path in
            guard path.contains("/read-") else { return false }
            return keys(of: Array(try Data(contentsOf: URL(fileURLWithPath: path)))).count > 4
        }
        #expect(read.count > 5)
    }

    @Test("A key is found in every notation")
    func writtenKeys() throws {
        let text = """
            <plist><dict><key>a&amp;b</key><integer>1</integer><key><![CDATA[<x>]]></key><integer>2</integer>
            <key>&#233;</key><integer>3</integer><key>e&#x301;</key><integer>4</integer><key/><integer>5</integer>
            <key>c<!-- no -->d</key><integer>6</integer><key > t </key ><integer>7</integer></dict></plist>
            """
        let expected: [(String, PropertyListValue)] = [
            ("a&b", 1), ("<x>", 2), ("\u{E9}", 3), ("e\u{301}", 4), ("", 5), ("cd", 6), (" t ", 7),
        ]
        for (key, value) in expected {
            #expect(try PropertyListReader.value(forKey: key, in: Array(text.utf8))?.value == value, "\(key)")
        }
        for key in ["a&amp;b", "t", "x", "e", "\u{301}"] {
            #expect(try PropertyListReader.value(forKey: key, in: Array(text.utf8)) == nil, "\(key)")
        }
    }

    @Test("Two notations of a key are one key, and the last value is used")
    func duplicatesWrittenApart() throws {
        for (first, second) in [("a", "&#97;"), ("&#97;", "a"), ("<![CDATA[a]]>", "a")] {
            let text = "<dict><key>\(first)</key><true/><key>\(second)</key><false/></dict>"
            #expect(try PropertyListReader.value(forKey: "a", in: Array(text.utf8))?.value == false)
        }
        let text = "<dict><key>a</key><dict><key>b</key><true/><key>b</key><false/></dict></dict>"
        #expect(try PropertyListReader.value(forKey: "a", in: Array(text.utf8))?.value == ["b": false])
    }

    @Test("A nested key is another key", arguments: [PropertyListFormat.binary, .xml])
    func deeperKeys(format: PropertyListFormat) throws {
        let root: PropertyListValue = [
            "a": ["k": 1, "a": ["k": 2]], "b": [["k": 3]], "c": ["CF$UID": "x"], "k": ["k": 4],
        ]
        let bytes = Array(try PropertyListWriter.data(of: root, as: format))
        #expect(try PropertyListReader.value(forKey: "k", in: bytes)?.value == ["k": 4])
        let others = Array(try PropertyListWriter.data(of: ["a": ["k": 1], "b": [["k": 3]]], as: format))
        #expect(try PropertyListReader.value(forKey: "k", in: others) == nil)
    }

    @Test("Keys in UTF-16 and canonically equivalent keys differ in binary")
    func wideKeys() throws {
        let root: PropertyListDictionary = ["\u{E9}": 1, "e\u{301}": 2, "日本": 3, "😀": 4, "e": 5, "\u{1F600}\u{E9}": 6]
        let bytes = Array(try PropertyListWriter.data(of: .dictionary(root), as: .binary))
        for (key, value) in root {
            #expect(try PropertyListReader.value(forKey: key, in: bytes)?.value == value)
        }
        // Latin-1 in a string of bytes, which only Foundation's readers accept.
        let latin = CraftedBinary(.dictionary(keys: [1], values: [2]), [0x51, 0xE9], [0x09]).bytes
        #expect(try PropertyListReader.value(forKey: "\u{E9}", in: latin)?.value == true)
        #expect(try PropertyListReader.value(forKey: "e\u{301}", in: latin) == nil)
    }

    @Test(
        "An error anywhere in the text gives the same error",
        arguments: Extent.sample(0..<10, short: 3).map { UInt64($0) })
    func brokenText(seed: UInt64) throws {
        var values = RandomValues(seed: seed, exactIn: .xml)
        var refused = 0
        for index in 0..<60 {
            let domain = PropertyListValue.dictionary(values.dictionary())
            let bytes =
                index % 3 == 0
                ? Array(Mutation.ornate.utf8) : Array(try PropertyListWriter.data(of: domain, as: .xml))
            let keys = keys(of: bytes)
            for _ in 0..<10 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                let whole = read(broken)
                for key in [keys[0], keys[keys.count / 2], "a", "CF$UID"] {
                    let ofWhole = member(key, of: whole)
                    #expect(alone(key, in: broken) == ofWhole)
                    if case .failure = ofWhole { refused += 1 }
                }
            }
        }
        #expect(refused > 100)
    }

    @Test("Too deep nesting under another key gives the same error")
    func depth() {
        for (open, close) in [("<array>", "</array>"), ("<dict><key>n</key>", "</dict>")] {
            for depth in [511, 512] {
                let text =
                    "<dict><key>deep</key>" + String(repeating: open, count: depth) + "<true/>"
                    + String(repeating: close, count: depth) + "<key>a</key><true/></dict>"
                let alone = alone("a", in: Array(text.utf8))
                #expect(alone == ofWhole("a", in: Array(text.utf8)))
                #expect((try? alone.get()) == nil || depth == 511)
            }
        }
    }
}
