import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Our readers compared with CoreFoundation's parser and `PropertyListSerialization`.
@Suite struct ReaderDifferentialTests {
    private static let seeds = Extent.sample(0..<10 as Range<UInt64>, short: 4)

    @Test(
        "Random values are read as they were written, by us, CoreFoundation and PropertyListSerialization",
        arguments: [CoreFoundationReader.Format.binary, .xml], seeds)
    func written(format: CoreFoundationReader.Format, seed: UInt64) throws {
        var values = RandomValues(seed: seed, exactIn: format.name)
        for index in 0..<150 {
            values.hasEquivalentKeys = index.isMultiple(of: 2)
            let value = index.isMultiple(of: 3) ? values.value() : .dictionary(values.dictionary())
            let data = try PropertyListWriter.data(of: value, as: format.name)
            let ours = try PropertyListReader.read(Array(data))
            #expect(ours == PropertyListDocument(value: value, format: format.name, substitutions: []))
            #expect(ours == (try CoreFoundationReader.read(Array(data), as: format)))
            if !values.hasEquivalentKeys { #expect(Foreign.isSame(try Foreign.read(data), as: value), "\(value)") }
        }
    }

    @Test(
        "XML in UTF-16 and UTF-32 is read as in UTF-8 and in CoreFoundation", arguments: MarkedEncoding.allCases)
    func markedXML(encoding: MarkedEncoding) throws {
        var values = RandomValues(seed: 31, exactIn: .xml)
        for _ in 0..<100 {
            let value = PropertyListValue.dictionary(values.dictionary())
            let text = String(decoding: try PropertyListWriter.data(of: value, as: .xml), as: UTF8.self)
            let bytes = encoding.bytes(of: text)
            #expect(try PropertyListReader.read(bytes).value == value)
            #expect(try CoreFoundationReader.read(bytes, as: .xml).value == value)
        }
    }

    @Test(
        "Broken XML in UTF-16 and UTF-32 gives the same error as in UTF-8",
        arguments: MarkedEncoding.allCases)
    func brokenMarkedXML(encoding: MarkedEncoding) throws {
        var generator = SeededGenerator(seed: 32)
        var refused = 0
        for _ in 0..<400 {
            let broken = Mutation.text(Array(Mutation.ornate.utf8), using: &generator)
            guard let text = String(validating: broken, as: UTF8.self), text.first == "<" else { continue }
            let (ours, marked) = (
                Result { try PropertyListReader.read(Array(text.utf8)) },
                Result { try PropertyListReader.read(encoding.bytes(of: text)) }
            )
            switch (ours, marked) {
            case (.success(let ours), .success(let marked)): #expect(ours == marked)
            case (.failure(let ours as PropertyListError), .failure(let marked as PropertyListError)):
                #expect(ours == marked)
                refused += 1
            default: Issue.record("of \(Data(broken).base64EncodedString())")
            }
        }
        #expect(refused > 100)
    }

    @Test("Broken binary files are read as in CoreFoundation, except for the listed differences", arguments: seeds)
    func brokenBinary(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        for _ in 0..<10 {
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(values.dictionary()), as: .binary))
            for _ in 0..<40 {
                let broken = Mutation.bytes(bytes, using: &values.generator)
                expectAgreement(on: broken, as: .binary)
            }
        }
    }

    @Test("Broken XML is read as in CoreFoundation, except for the listed differences", arguments: seeds)
    func brokenXML(seed: UInt64) throws {
        var values = RandomValues(seed: seed, exactIn: .xml)
        for _ in 0..<10 {
            let text = try PropertyListWriter.data(of: .dictionary(values.dictionary()), as: .xml)
            let bytes = Array(text) + (Bool.random(using: &values.generator) ? [] : Array(Mutation.ornate.utf8))
            for _ in 0..<40 {
                let broken = Mutation.text(bytes, using: &values.generator)
                expectAgreement(on: broken, as: .xml)
            }
        }
    }

    private static let fixtures = ReaderFixture.all.filter { $0.coreFoundationFormat != nil }

    @Test("Fixtures are read as in CoreFoundation, except for the listed differences", arguments: fixtures)
    func fixture(_ fixture: ReaderFixture) throws {
        expectAgreement(on: try fixture.bytes, as: try #require(fixture.coreFoundationFormat))
    }

    @Test("PropertyListSerialization gives the same value for every fixture without substitutions")
    func fixturesInSerialization() throws {
        var count = 0
        for fixture in Self.fixtures {
            let bytes = try fixture.bytes
            guard let document = try? PropertyListReader.read(bytes), document.substitutions.isEmpty else { continue }
            let isSame = Self.isSameInSerialization(document, bytes)
            let isListed = ReaderDifference.bridging[fixture.name] != nil
            #expect(isSame != isListed, "\(fixture.name)")
            count += 1
        }
        #expect(count > 30)
    }

    private static func isSameInSerialization(_ document: PropertyListDocument, _ bytes: [UInt8]) -> Bool {
        guard let object = try? Foreign.read(Data(bytes)) else { return false }
        return Foreign.isSame(object, as: document.value)
    }

    @Test("Listed content that only CoreFoundation reads is refused", arguments: ReaderDifference.refusals)
    func refusal(_ refusal: ReaderDifference.Refusal) throws {
        #expect(throws: Never.self) { try CoreFoundationReader.read(refusal.example, as: refusal.format) }
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(refusal.example) }
        #expect(
            error.map { String(describing: $0).hasPrefix(refusal.sentence) } == true, "\(String(describing: error))")
    }

    @Test(
        "Listed content is read differently in CoreFoundation",
        arguments: ReaderDifference.Detail.allCases)
    func detail(_ detail: ReaderDifference.Detail) throws {
        let document = try PropertyListReader.read(detail.example)
        let theirs = try? CoreFoundationReader.read(detail.example, as: detail.format)
        let isSame =
            theirs?.value == document.value && theirs.map { Set($0.substitutions) } == Set(document.substitutions)
        #expect(!isSame)
        expectAgreement(on: detail.example, as: detail.format)
    }

    /// Returns the text of XML, in UTF-8 unless another encoding is given.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if case .xml(let text)? = try? TextForm.of(bytes) { text } else { bytes }
    }

    /// Failures print bytes only, because Foundation ends the process when it describes some dates.
    private func expectAgreement(on bytes: [UInt8], as format: CoreFoundationReader.Format) {
        let theirs = Result { try CoreFoundationReader.read(bytes, as: format) }
        let ours = Result {
            try format == .binary ? BinaryReader.read(bytes) : XMLReader.read(Self.utf8(bytes)).document
        }
        let text = Data(bytes).base64EncodedString()
        switch (ours, theirs) {
        case (.success(let ours), _):
            let isSame = (try? theirs.get()).map { ReaderDifference.isExplained(ours, $0, format) } ?? false
            let isExplained = isSame || ReaderDifference.isExplained(ours, of: bytes, format)
            #expect(isExplained, "of \(text)")
        case (.failure(let error), .success):
            let isExplained = ReaderDifference.isExplained(error, of: bytes, format)
            #expect(isExplained, "\(error) of \(text)")
        case (.failure, .failure):
            break
        }
    }
}
