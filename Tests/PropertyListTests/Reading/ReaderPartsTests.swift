import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Lookups of one key in a binary file that is read in blocks.
@Suite struct ReaderPartsTests {
    /// Looks up a key in blocks of 8 bytes. Blocks that were not read contain garbage, so that any use of them fails
    /// the test.
    private func answer(_ key: String, in bytes: [UInt8], reads: Int = .max) -> PropertyListReader.PartialAnswer {
        var left = reads
        let blocks = FileBlocks(count: bytes.count, shift: 3, filler: 0xD1) { offset, buffer in
            guard left > 0, offset + buffer.count <= bytes.count else { return false }
            left -= 1
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
            return true
        }
        return blocks.map { PropertyListReader.value(forKey: key, in: $0) } ?? .unknown
    }

    /// Returns whether the lookup succeeded. Its result must be that of the whole file.
    private func isAnswered(_ key: String, in bytes: [UInt8]) -> Bool {
        let whole = Result { () throws(PropertyListError) in try PropertyListReader.value(forKey: key, in: bytes) }
        guard case .value(let document) = answer(key, in: bytes) else { return false }
        #expect(whole == .success(document), "\(key)")
        return true
    }

    @Test("each key of random domains", arguments: (0..<5).map { UInt64($0) })
    func randomDomains(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        for _ in 0..<100 {
            guard case .dictionary(let root) = values.domain() else { continue }
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(root), as: .binary))
            for key in root.keys + ["none", "é"] { #expect(isAnswered(key, in: bytes)) }
        }
    }

    @Test("changed bytes", arguments: (0..<10).map { UInt64($0) })
    func mutations(seed: UInt64) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: seed))
        var answered = 0
        for _ in 0..<30 {
            guard case .dictionary(let root) = values.domain() else { continue }
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(root), as: .binary))
            for _ in 0..<20 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                for key in root.keys.prefix(3) + ["none"] where isAnswered(key, in: broken) { answered += 1 }
            }
        }
        #expect(answered > 100)
    }

    @Test("fixtures, of which only binary ones are answered")
    func fixtures() throws {
        #expect(ReaderFixture.all.count > 30)
        for fixture in ReaderFixture.all {
            let bytes = try fixture.bytes
            for key in ["a", "b", "K", "$top", ""] where isAnswered(key, in: bytes) {
                #expect(bytes.starts(with: "bplist0".utf8))
            }
        }
    }

    @Test("the first of two equal keys is used")
    func duplicateKeys() {
        let bytes = CraftedBinary(
            CraftedBinary.dictionary(keys: [1, 1], values: [2, 3]), CraftedBinary.ascii("a"), [0x08], [0x09]
        ).bytes
        #expect(isAnswered("a", in: bytes))
    }

    @Test("a block that cannot be read gives no answer")
    func failures() throws {
        let bytes = Array(try PropertyListWriter.data(of: ["a": ["b"], "c": 1], as: .binary))
        var reads = 0
        while case .unknown = answer("a", in: bytes, reads: reads) { reads += 1 }
        guard case .value(let document) = answer("a", in: bytes, reads: reads) else { return }
        #expect(document?.value == ["b"])
        #expect(reads > 5)
    }

    @Test("little of a large file is read")
    func littleIsRead() throws {
        let pairs = (0..<20_000).map {
            ("key\($0)", PropertyListValue.string("value \($0) " + String(repeating: "x", count: 200)))
        }
        let bytes = Array(try PropertyListWriter.data(of: .dictionary(PropertyListDictionary(pairs)), as: .binary))
        var count = 0
        let answer = PropertyListReader.value(forKey: "key9999", inFileOf: bytes.count) { offset, buffer in
            count += buffer.count
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
            return true
        }
        guard case .value(let document) = answer else {
            Issue.record("no answer")
            return
        }
        #expect(document?.value == pairs[9999].1)
        #expect(count < bytes.count / 4, "\(count) of \(bytes.count)")
    }
}
