import Foundation
import Testing

@testable import PropertyList

/// Our readers against the engine inside Foundation and against `PropertyListSerialization`.
@Suite struct ReaderDifferentialTests {
    private static let seeds = (0..<10).map { UInt64($0) }

    @Test("Random values are read from binary as they were written, by us as by the engine", arguments: seeds)
    func binary(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        for _ in 0..<150 {
            let value = values.domain()
            let bytes = Array(try PropertyListWriter.data(of: value, as: .binary))
            let ours = try PropertyListReader.read(bytes)
            #expect(ours.value == value)
            #expect(ours == (try EngineReader.read(bytes, as: .binary)))
        }
    }

    @Test("Random values are read from XML as they were written, by us as by the engine", arguments: seeds)
    func xml(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed), isForXML: true)
        for _ in 0..<150 {
            let value = values.domain()
            let bytes = Array(try PropertyListWriter.data(of: value, as: .xml))
            let ours = try PropertyListReader.read(bytes)
            #expect(ours.value == value)
            #expect(ours == (try EngineReader.read(bytes, as: .xml)))
        }
    }

    @Test("PropertyListSerialization reads the same", arguments: [PropertyListFormat.binary, .xml])
    func serialization(format: PropertyListFormat) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: 4711), isForXML: format == .xml)
        values.isForSerialization = true
        for _ in 0..<200 {
            let data = try PropertyListWriter.data(of: values.domain(), as: format)
            #expect(try PropertyListReader.read(Array(data)).value == Serialization.value(of: data))
        }
    }

    @Test("Of broken binary files, we read what the engine reads, but for the listed differences", arguments: seeds)
    func brokenBinary(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        for _ in 0..<10 {
            let bytes = Array(try PropertyListWriter.data(of: values.domain(), as: .binary))
            for _ in 0..<40 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                expectAgreement(on: broken, as: .binary)
            }
        }
    }

    @Test("Of broken XML, we read what the engine reads, but for the listed differences", arguments: seeds)
    func brokenXML(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed), isForXML: true)
        for _ in 0..<10 {
            let text = try PropertyListWriter.data(of: values.domain(), as: .xml)
            let bytes = Array(text) + (Bool.random(using: &values.generator) ? [] : Array(Mutation.ornate.utf8))
            for _ in 0..<40 {
                let broken = Mutation.text(bytes, using: &values.generator)
                expectAgreement(on: broken, as: .xml)
            }
        }
    }

    private func expectAgreement(on bytes: [UInt8], as format: EngineReader.Format) {
        let engine = Result { try EngineReader.read(bytes, as: format) }
        let ours = Result { try format == .binary ? BinaryReader.read(bytes) : XMLReader.read(bytes) }
        let text = Data(bytes).base64EncodedString()
        switch (ours, engine) {
        case (.success(let ours), .success(let engine)):
            guard ours.value != engine.value || ours.substitutionSet != engine.substitutionSet else { return }
            #expect(ReaderDifference.explains(ours, engine, of: bytes), "\(ours) and \(engine) of \(text)")
        case (.failure(let error), .success(let engine)):
            #expect(ReaderDifference.explains(error), "\(error), but \(engine) of \(text)")
        case (.success(let ours), .failure(let error)):
            #expect(ReaderDifference.explains(readingOf: bytes), "\(ours), but \(error) of \(text)")
        case (.failure, .failure):
            break
        }
    }
}

/// Where our readers deliberately differ from Foundation.
enum ReaderDifference {
    /// Beginnings of the reasons for which we refuse what the engine reads, each with why.
    private static let refusals: [String: String] = [
        "malformed XML, no date": "February 30 is no day; the engine carries it into March",
        "malformed XML, no base64": "the engine gives less data than was written, or none, without a word",
        "malformed XML, a <key> where": "a value is missing; the engine takes the next key for it",
        "malformed XML, a <plist> inside": "no program writes it",
        "malformed XML, something follows the end": "two files were joined, or one is torn; the engine stops looking",
        "malformed XML, an '&' that begins no known": "`&#;` names no character; the engine reads U+0000",
        "malformed XML, '<": "a tag was cut off, `<string <b>`; the engine takes all for attributes",
        "malformed XML, '/": "`<dict a/b>` is no tag; the engine takes all for attributes",
        "malformed XML, the text ends while looking for":
            "a comment or an attribute was cut off; the engine stops looking",
        "malformed XML, bytes that are no UTF-8": "torn or of another encoding; the engine minds it in strings only",
        "malformed binary, a length that is no integer":
            "the engine reads lengths of 16 bytes and more, from the last 8",
        "malformed binary, offsets of": "so does it with offsets",
        "malformed binary, references of": "and with references",
        "malformed binary, an object that overlaps": "files that unfold without bound are made of such objects",
        "more than 512 containers": "one level more than the engine's own limit",
        "malformed XML, '\"' while looking for '<plist>'": "the engine ends a document type at a `>` in quotes",
        "malformed XML, U+": "control characters are no blanks",
        "malformed XML, no number in <real>": "nor are they here",
        "malformed XML, the unknown element <": "a tag was cut off, `<pl<!--ist`; the engine looks at beginnings",
        "malformed binary, a UID beyond": "the engine reads the last 8 bytes of up to 16",
    ]

    static func explains(_ refusal: any Error) -> Bool {
        refusals.keys.contains { String(describing: refusal).hasPrefix($0) }
    }

    /// Whether the bytes have something that we read and the engine does not.
    static func explains(readingOf bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        // A string of no UTF-16 at all. (So would be long ones of a length of none.)
        if bytes.starts(with: "bplist".utf8) { return bytes.contains(0x60) || bytes.contains(0x6F) }
        // Comments and instructions inside text, as XML allows; `<data/>`, which is `<data></data>`; a `>` in quotes.
        return text.contains("<!--") || text.contains("<?") || text.contains("<data/>") || text.contains("<!DOCTYPE")
            || text.contains("=\"") || text.contains("<date>")
    }

    /// Whether two readings differ for a good reason.
    static func explains(_ ours: PropertyListDocument, _ engine: PropertyListDocument, of bytes: [UInt8]) -> Bool {
        // The engine drops the upper half of integers of 16 bytes; the order of a set is that of its hash table there; and it tells
        // keys that are no strings in other words.
        let kinds = Set(ours.substitutions.map(\.found))
        if !kinds.isDisjoint(with: [.wideInteger, .set, .keyOfAnotherType]) { return true }
        if bytes.starts(with: "bplist".utf8) {
            // What we read from 16 bytes may be negative; and we tell of values that are dropped because their key was there before.
            let isOnlyTold = ours.value == engine.value && ours.substitutionSet.isSuperset(of: engine.substitutionSet)
            return isOnlyTold || bytes.contains(0x14)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // It takes -1 and 1.5 under CF$UID for references, and ends a tag at a `>` in quotes.
        return text.contains("CF$UID") || text.contains("=\"")
    }
}

/// Ways to break a file.
enum Mutation {
    /// XML with what Foundation does not write.
    static let ornate = """
        <?xml version='1.0'?><!-- a --><!DOCTYPE plist SYSTEM "x"><plist a='b'><dict ><key>a&#x41;&amp;</key ><array>
        <string>x<![CDATA[<&>]]>y</string><integer> -0x1F</integer><real>+.5e3</real><date>-28-01-01T00:00:00Z</date>
        <data> AQ ID\tBA== </data><true></true><false/></array><key>CF$UID</key><dict><key>CF$UID</key><integer>3</integer></dict>
        <key>a</key><string/></dict></plist>
        """

    private static let pieces = [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<string/>",
        "<integer>", "</integer>",
        "<true/>", "<plist>", "</plist>", "&lt;", "&#", "&#x10;", ";", "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>",
        "CF$UID", "-",
        "0x", "9", ".", "=", "é", "\0", "\r", " ", "<", ">", "/", "'", "\"", "[",
    ]

    static func bytes(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            // Half of the changes hit the table of offsets and the trailer.
            let start = Bool.random(using: &generator) ? 8 : max(8, bytes.count - 60)
            let index = Int.random(in: start..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes[index] &+= 1
            default:
                bytes[index] =
                    [0x00, 0x0F, 0x13, 0x14, 0x5F, 0x6F, 0x81, 0xA3, 0xC2, 0xD1, 0xFF].randomElement(using: &generator)
                    ?? 0
            }
        }
        return bytes
    }

    static func text(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            let length = Int.random(in: 0...min(20, bytes.count - index), using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(index..<index + length, with: [])
            case 1: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: index)
            case 2:
                bytes.insert(
                    contentsOf: bytes[index..<index + length], at: Int.random(in: 0..<bytes.count, using: &generator))
            default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
        }
        return bytes
    }
}
