import Foundation
import Testing

@testable import PropertyList

/// One key of a binary file of which parts are read: the answer is that of the whole, or none.
@Suite struct ReaderPartsTests {
    /// Looks in parts of a few bytes, with garbage where nothing was read, so that a look at what was not asked for is seen.
    private func answer(_ key: String, in bytes: [UInt8], blockSize: Int = 8) -> PropertyListReader.PartialAnswer {
        let read: BinaryParts.Read = { offset, buffer in
            guard offset + buffer.count <= bytes.count else { return false }
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
            return true
        }
        guard let parts = BinaryParts(count: bytes.count, blockSize: blockSize, filler: 0xD1, read: read) else {
            return .unknown
        }
        return PropertyListReader.value(forKey: key, in: parts, read: read)
    }

    /// Whether parts gave an answer; it must be that of the whole.
    private func isAnswered(_ key: String, in bytes: [UInt8]) -> Bool {
        let whole = Result { () throws(PropertyListError) in try PropertyListReader.value(forKey: key, in: bytes) }
        guard case .value(let document) = answer(key, in: bytes) else { return false }
        #expect(whole == .success(document), "\(key)")
        return true
    }

    @Test("each key of random domains, as often as there is an answer", arguments: (0..<5).map { UInt64($0) })
    func randomDomains(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        var answered = 0
        for _ in 0..<100 {
            guard case .dictionary(let root) = values.domain() else { continue }
            // Among keys of ASCII alone there is an answer always.
            let plain = PropertyListDictionary(root.enumerated().map { ("key \($0.offset)", $0.element.value) })
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(plain), as: .binary))
            for key in plain.keys + ["none"] { #expect(isAnswered(key, in: bytes)) }
            let others = Array(try PropertyListWriter.data(of: .dictionary(root), as: .binary))
            for key in root.keys + ["none", "é"] where isAnswered(key, in: others) { answered += 1 }
        }
        #expect(answered > 20)
    }

    @Test("changed bytes", arguments: (0..<10).map { UInt64($0) })
    func mutations(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        var answered = 0
        for _ in 0..<30 {
            guard case .dictionary(let root) = values.domain() else { continue }
            let plain = PropertyListDictionary(root.enumerated().map { ("key \($0.offset)", $0.element.value) })
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(plain), as: .binary))
            for _ in 0..<20 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                for key in plain.keys.prefix(3) + ["none"] where isAnswered(key, in: broken) { answered += 1 }
            }
        }
        #expect(answered > 100)
    }

    @Test("a value with many references in it is left to the whole, however few objects they lead to")
    func references() {
        func file(_ count: Int) -> [UInt8] {
            let array = CraftedBinary.container(0xA0, count: count, Array(repeating: 5, count: count))
            return CraftedBinary(
                CraftedBinary.dictionary(keys: [1], values: [2]), CraftedBinary.ascii("k"), CraftedBinary.array(3, 4),
                array, array, [0x09]
            ).bytes
        }
        #expect(isAnswered("k", in: file(4000)))
        #expect(!isAnswered("k", in: file(6000)))
        #expect(isAnswered("no such key", in: file(6000)))
    }

    @Test("every fixture, and no other format")
    func fixtures() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Fixtures/Hostile")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 30)
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            for key in ["a", "b", "K", "$top", ""] where isAnswered(key, in: bytes) {
                #expect(bytes.starts(with: "bplist0".utf8))
            }
        }
    }

    @Test("keys as long as a length of one byte tells, of which the first counts")
    func longKeys() throws {
        for length in [0, 1, 14, 15, 255] {
            let key = String(repeating: "k", count: length)
            let bytes = Array(try PropertyListWriter.data(of: [key: ["v"], "x": 1], as: .binary))
            #expect(isAnswered(key, in: bytes))
            #expect(isAnswered(key + "k", in: bytes))
        }
        let longer = Array(
            try PropertyListWriter.data(of: [String(repeating: "k", count: 256): 1, "x": 2], as: .binary))
        #expect(!isAnswered("no such key", in: longer))
        let twice = CraftedBinary(
            CraftedBinary.dictionary(keys: [1, 1], values: [2, 3]), CraftedBinary.ascii("a"), [0x08], [0x09]
        ).bytes
        guard case .value(let document) = answer("a", in: twice) else {
            Issue.record("no answer")
            return
        }
        #expect(document?.value == false)
    }

    @Test("a part that cannot be read leaves the answer to the whole")
    func failures() throws {
        let bytes = Array(try PropertyListWriter.data(of: ["a": ["b"], "c": 1], as: .binary))
        var reads = 0
        while true {
            var left = reads
            let read: BinaryParts.Read = { offset, buffer in
                left -= 1
                guard left >= 0 else { return false }
                buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
                return true
            }
            let parts = try #require(BinaryParts(count: bytes.count, blockSize: 8, filler: 0xD1, read: read))
            if case .value(let document) = PropertyListReader.value(forKey: "a", in: parts, read: read) {
                #expect(document?.value == ["b"])
                break
            }
            reads += 1
        }
        #expect(reads > 5)
    }

    @Test("of a large file little is read")
    func littleIsRead() throws {
        let pairs = (0..<20_000).map {
            ("key\($0)", PropertyListValue.string("value \($0) " + String(repeating: "x", count: 200)))
        }
        let bytes = Array(try PropertyListWriter.data(of: .dictionary(PropertyListDictionary(pairs)), as: .binary))
        var count = 0
        let read: BinaryParts.Read = { offset, buffer in
            count += buffer.count
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
            return true
        }
        let answer = PropertyListReader.value(forKey: "key9999", inFileOf: bytes.count, read: read)
        guard case .value(let document) = answer else {
            Issue.record("no answer")
            return
        }
        #expect(document?.value == pairs[9999].1)
        #expect(count < bytes.count / 4, "\(count) of \(bytes.count)")
    }
}
