import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// Files that are made to break a reader. The small ones are in `Fixtures/Hostile`, and the large ones are generated
/// here.
///
/// `Scripts/checks/hostile` measures time and memory. A regression here takes minutes, or all memory.
@Suite struct ReaderHostileTests {
    private func read(_ bytes: [UInt8]) -> Result<PropertyListDocument, PropertyListError> {
        Result { () throws(PropertyListError) in try PropertyListReader.read(bytes) }
    }

    @Test("Each fixture is refused unless its name begins with “read-”", arguments: ReaderFixture.all)
    func fixture(_ fixture: ReaderFixture) throws {
        let isRead = fixture.name.hasPrefix("read-")
        switch read(try fixture.bytes) {
        case .success(let document): #expect(isRead, "read as \(document)")
        case .failure(let error): #expect(!isRead, "refused: \(error)")
        }
    }

    @Test("The fixtures are found")
    func fixturesAreFound() {
        #expect(ReaderFixture.all.count > 100)
    }

    @Test("The number of values limits shared references", arguments: [20, 40, 64, 500])
    func sharedReferences(levels: Int) {
        for kind in [0xA0, 0xC0] as [UInt8] {
            var file = CraftedBinary(referenceWidth: 2)
            for level in 1..<levels {
                let next = [UInt8].bigEndian(level, width: 2)
                file.objects.append([kind | 2] + next + next)
            }
            file.objects.append(.ascii("ha"))
            #expect(read(file.bytes).error == PropertyListError(.tooManyValues(limit: 100_000)))
        }
    }

    @Test("The number of values limits shared dictionaries")
    func sharedDictionaries() {
        var file = CraftedBinary()
        for level in 1..<60 { file.objects.append([0xD2, 60, 61, UInt8(level), UInt8(level)]) }
        file.objects.append([0x09])
        file.objects += [.ascii("a"), .ascii("b")]
        #expect(read(file.bytes).error == PropertyListError(.tooManyValues(limit: 100_000)))
    }

    @Test("The number of references to a long string is limited", arguments: [false, true])
    func repeatedString(isNested: Bool) throws {
        func file(_ count: Int) -> [UInt8] {
            var file = CraftedBinary()
            let references = Array(repeating: 1, count: count)
            file.objects = [.container(0xA0, references)]
            if isNested { file.objects.append(.array(2)) }
            file.objects.append(.ascii(String(repeating: "x", count: 4096)))
            return file.bytes
        }
        let elements = try #require(try read(file(4096)).get().value.elements)
        #expect(elements.count == 4096)
        guard case .malformed(.binary, let reason, _)? = read(file(250_000)).error?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(reason == "an object that is repeated too often for the size of the file")
    }

    @Test("Shared objects within the limits are read")
    func honestSharing() throws {
        let long = String(repeating: "long ", count: 1000)
        let file = CraftedBinary(
            .array(1, 1, 1, 2, 2, 2), .array(2, 3), .ascii(long), [0x09])
        let inner = PropertyListValue.array([.string(long), true])
        let value = PropertyListValue.array([inner, inner, inner, .string(long), .string(long), .string(long)])
        #expect(try read(file.bytes).get().value == value)
    }

    @Test("The depth of a shared container is counted at each place")
    func sharedDepth() {
        var file = CraftedBinary(referenceWidth: 2)
        // A chain of 300 that the root contains twice, and once more at the end of another chain of 300.
        func reference(_ index: Int) -> [UInt8] { [UInt8].bigEndian(index, width: 2) }
        file.objects.append([0xA3] + reference(1) + reference(1) + reference(301))
        for index in 2...300 { file.objects.append([0xA1] + reference(index)) }
        file.objects.append([0xA0])
        for index in 302...600 { file.objects.append([0xA1] + reference(index)) }
        file.objects.append([0xA1] + reference(1))
        guard case .tooDeep(let path)? = read(file.bytes).error?.reason else {
            Issue.record("not refused for its depth")
            return
        }
        #expect(path.components.count > 300)
    }

    @Test("Overlapping objects that are together longer than the file are refused")
    func overlappingData() {
        var file = CraftedBinary(referenceWidth: 4)
        let (count, size) = (5000, 60_000)
        file.objects.append(.container(0xA0, Array(1...count), width: 4))
        let start = 8 + file.objects[0].count
        // Each object begins a few bytes behind the previous one, and all have the same length.
        let markers = (0..<count).flatMap { _ in [UInt8].marker(0x40, count: size) }
        file.objects.append(markers + Array(repeating: 0, count: size))
        for index in 2...count {
            file.objects.append([])
            file.offsets[index] = start + (index - 1) * 6
        }
        guard case .malformed(.binary, let reason, _)? = read(file.bytes).error?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(reason == "overlapping objects")
    }

    @Test("Many objects at one place are read twice at most")
    func manyObjectsAtOnePlace() throws {
        var file = CraftedBinary(referenceWidth: 4)
        let count = 160
        file.objects.append(.container(0xA0, Array(1...count), width: 4))
        let start = 8 + file.objects[0].count
        file.objects.append([UInt8].marker(0x40, count: 100_000) + Array(repeating: 7, count: 100_000))
        for index in 2...count {
            file.objects.append([])
            file.offsets[index] = start
        }
        let elements = try #require(try read(file.bytes).get().value.elements)
        #expect(elements.count == count)
        #expect(elements.last == elements.first)
    }

    @Test("Many references to one long key take little time")
    func longDuplicateKeys() throws {
        var file = CraftedBinary()
        let (count, length) = (50_000, 500_000)
        let keys = (0..<count).map { $0 % 2 + 1 }
        file.objects = [
            .dictionary(keys: keys, values: Array(repeating: 3, count: count)),
            .ascii(String(repeating: "k", count: length) + "a"),
            .ascii(String(repeating: "k", count: length) + "b"), [0x09],
        ]
        let dictionary = try #require(try read(file.bytes).get().value.members)
        #expect(dictionary.count == 2)
    }

    @Test("Many nulls under a long key take little time")
    func nullsUnderLongKey() throws {
        var file = CraftedBinary(
            .dictionary(keys: [1], values: [2]),
            .ascii(String(repeating: "k", count: 500_000)))
        file.objects.append(.container(0xA0, Array(repeating: 3, count: 200_000)))
        file.objects.append([0x00])
        let document = try read(file.bytes).get()
        // Three paths of half a megabyte are recorded, and one null for all others.
        #expect(document.substitutions.count == 4)
        #expect(document.substitutions[2].path.components.map(\.utf8.count) == [500_000, 1])
    }

    @Test("Many duplicate keys in deep containers take little time", arguments: [PropertyListFormat.xml, .binary])
    func duplicatesInDeepPlace(format: PropertyListFormat) throws {
        let (depth, length, count) = (400, 2000, 20_000)
        let key = String(repeating: "k", count: length)
        func reference(_ index: Int) -> [UInt8] { [UInt8].bigEndian(index, width: 2) }
        var file = CraftedBinary(referenceWidth: 2)
        for level in 1...depth { file.objects.append([0xD1] + reference(depth + 3) + reference(level)) }
        let pair: [UInt8] = reference(depth + 1) + reference(depth + 1) + reference(depth + 2) + reference(depth + 2)
        let twice: [UInt8] = [0xD2] + pair
        file.objects.append(.container(0xA0, (0..<count).map { depth + 4 + $0 }, width: 2))
        file.objects += [.ascii("a"), [0x09], .ascii(key)]
        file.objects += Array(repeating: twice, count: count)
        let pairs = String(repeating: "<dict><key>a</key><true/><key>a</key><true/></dict>", count: count)
        let text =
            String(repeating: "<dict><key>\(key)</key>", count: depth) + "<array>\(pairs)</array>"
            + String(repeating: "</dict>", count: depth)
        let document = try read(format == .xml ? Array(text.utf8) : file.bytes).get()
        // Two paths of 800 KB are recorded.
        #expect(document.duplicateKeys.count == 2)
        #expect(document.duplicateKeys.last?.components.suffix(3) == [key, "1", "a"])
    }

    @Test("Many nulls in deep containers are recorded in limited memory")
    func manySubstitutions() throws {
        var file = CraftedBinary(referenceWidth: 2)
        for index in 1..<400 { file.objects.append([0xA1] + [UInt8].bigEndian(index, width: 2)) }
        file.objects.append(.container(0xA0, Array(repeating: 400, count: 40_000), width: 2))
        file.objects.append([0x00])
        let document = try read(file.bytes).get()
        #expect((100...101).contains(document.substitutions.count))
    }

    @Test("Large strings and a key of a megabyte are read", arguments: [PropertyListFormat.binary, .xml])
    func largeStrings(format: PropertyListFormat) throws {
        let long = String(repeating: "é", count: 500_000)
        let value: PropertyListValue = .dictionary([
            long: .string(long + long), "": .data(Data(repeating: 7, count: 3_000_000)),
        ])
        #expect(try read(Array(PropertyListWriter.data(of: value, as: format))).get().value == value)
    }

    @Test(
        "Text that only opens elements is refused",
        arguments: [
            "<array>", "<dict><key>a</key>", "<!--", "<?", "<![CDATA[", "<plist>", "<string>&", "{a=", "(", "((", "\"",
            "/*", "<", "(/**/",
        ])
    func endless(piece: String) {
        let text = String(repeating: piece, count: 100_000)
        #expect(read(Array(text.utf8)).error != nil)
        #expect(read(Array(("<plist>" + text).utf8)).error != nil)
    }
}

extension Result where Failure == PropertyListError {
    fileprivate var error: PropertyListError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
