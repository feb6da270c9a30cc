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

    @Test(
        "XML in UTF-16 and UTF-32 is read as in UTF-8, and as the engine reads it", arguments: MarkedEncoding.allCases)
    func markedXML(encoding: MarkedEncoding) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: 31), isForXML: true)
        for _ in 0..<100 {
            let value = values.domain()
            let text = String(decoding: try PropertyListWriter.data(of: value, as: .xml), as: UTF8.self)
            let bytes = encoding.bytes(of: text)
            #expect(try PropertyListReader.read(bytes).value == value)
            #expect(try EngineReader.read(bytes, as: .xml).value == value)
        }
    }

    @Test(
        "Broken XML in UTF-16 and UTF-32 is what it is in UTF-8, with the same error",
        arguments: MarkedEncoding.allCases)
    func brokenMarkedXML(encoding: MarkedEncoding) throws {
        var values = ReaderValues(generator: SeededGenerator(seed: 32), isForXML: true)
        var refused = 0
        for _ in 0..<400 {
            let broken = Mutation.text(Array(Mutation.ornate.utf8), using: &values.generator)
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

    private static let fixtures = ReaderFixture.all.filter { $0.engineFormat != nil }

    @Test("Of every fixture, we read what the engine reads, but for the listed differences", arguments: fixtures)
    func fixture(_ fixture: ReaderFixture) throws {
        guard let format = fixture.engineFormat else { return }
        expectAgreement(on: try fixture.bytes, as: format)
    }

    @Test("Of every fixture that we read faithfully, PropertyListSerialization gives the same", arguments: fixtures)
    func fixtureInSerialization(_ fixture: ReaderFixture) throws {
        let bytes = try fixture.bytes
        guard let document = try? PropertyListReader.read(bytes), document.substitutions.isEmpty else { return }
        let isSame = Self.isSameInSerialization(document, bytes)
        let isListed = ReaderDifference.bridging[fixture.name] != nil
        #expect(isSame != isListed)
    }

    private static func isSameInSerialization(_ document: PropertyListDocument, _ bytes: [UInt8]) -> Bool {
        guard let object = try? Foreign.read(Data(bytes)) else { return false }
        return Foreign.isSame(object, as: document.value)
    }

    @Test("What we are said to refuse and the engine to read is so", arguments: ReaderDifference.refusals)
    func refusal(_ refusal: ReaderDifference.Refusal) throws {
        #expect(throws: Never.self) { try EngineReader.read(refusal.example, as: refusal.format) }
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(refusal.example) }
        #expect(
            error.map { String(describing: $0).hasPrefix(refusal.sentence) } == true, "\(String(describing: error))")
    }

    @Test(
        "What we are said to read and the engine not, or as something else, is so",
        arguments: ReaderDifference.Detail.allCases)
    func detail(_ detail: ReaderDifference.Detail) throws {
        let document = try PropertyListReader.read(detail.example)
        let engine = try? EngineReader.read(detail.example, as: detail.format)
        let isSame = engine?.value == document.value && engine?.substitutionSet == document.substitutionSet
        #expect(!isSame)
        expectAgreement(on: detail.example, as: detail.format)
    }

    /// The text of XML, which is in UTF-8 unless another encoding is told.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if case .xml(let text)? = try? TextForm.of(bytes) { text } else { bytes }
    }

    /// What differs is told in bytes alone: Foundation traps on the description of a date that is far away.
    private func expectAgreement(on bytes: [UInt8], as format: EngineReader.Format) {
        let engine = Result { try EngineReader.read(bytes, as: format) }
        let ours = Result { try format == .binary ? BinaryReader.read(bytes) : XMLReader.read(Self.utf8(bytes)) }
        let text = Data(bytes).base64EncodedString()
        switch (ours, engine) {
        case (.success(let ours), _):
            let isSame = (try? engine.get()).map { ReaderDifference.isExplained(ours, $0, format) } ?? false
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
