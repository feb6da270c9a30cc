import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The reader of binary property lists, object by object.
@Suite struct ReaderBinaryTests {
    @Test(
        "Objects are read by their type",
        arguments: [
            ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65535),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            ([0x13] + Array(repeating: 0xFF, count: 8), -1),
            (
                [0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8),
                .integer(PropertyListInteger(UInt64.max))
            ),
            ([0x22, 0x40, 0x48, 0xF5, 0xC3], .real(Double(Float(3.14)))),
            ([0x23, 0x80, 0, 0, 0, 0, 0, 0, 0], .real(-0.0)), ([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], .real(.nan)),
            ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 0))),
            ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: .infinity))),
            ([0x40], .data(Data())), ([0x42, 1, 2], .data(Data([1, 2]))),
            ([0x4F, 0x10, 2, 1, 2], .data(Data([1, 2]))),
            ([0x50], ""), ([0x53, 0x61, 0x00, 0x0D], "a\0\r"), ([0x51, 0xE9], "é"),
            ([0x61, 0x00, 0xE9], "é"), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], "😀"),
            ([0x62, 0x00, 0x65, 0x03, 0x01], "e\u{301}"),
            ([0x63, 0xFF, 0xFD, 0xFF, 0xFE, 0xFE, 0xFF], "\u{FFFD}\u{FFFE}\u{FEFF}"),
            ([0x80, 0xFF], .uid(255)), ([0x83, 0xFF, 0xFF, 0xFF, 0xFF], .uid(.max)), ([0x82, 1, 0, 0], .uid(65536)),
            ([0xA0], .array([])), ([0xD0], .dictionary([:])),
        ] as [([UInt8], PropertyListValue)])
    func objects(object: [UInt8], value: PropertyListValue) throws {
        let document = try PropertyListReader.read(CraftedBinary(object).bytes)
        #expect(document == PropertyListDocument(value: value, format: .binary, substitutions: []))
        #expect(try CoreFoundationReader.read(CraftedBinary(object).bytes, as: .binary).value == value)
    }

    @Test(
        "Unlike in CoreFoundation, an empty UTF-16 string and negative integers of 16 bytes are read"
    )
    func beyondFoundation() throws {
        #expect(try PropertyListReader.read(CraftedBinary([0x60]).bytes).value == "")
        let minusOne = [0x14] + Array(repeating: 0xFF, count: 16) as [UInt8]
        #expect(try PropertyListReader.read(CraftedBinary(minusOne).bytes).value == -1)
    }

    @Test(
        "Content that no value can hold is replaced and reported",
        arguments: [
            ([0x00], "<null>", .null), ([0xC0], [], .set),
            ([0x61, 0xD8, 0x3D], "\u{FFFD}", .loneSurrogate),
            ([0x63, 0, 0x61, 0xDB, 0xFF, 0, 0x62], "a\u{FFFD}b", .loneSurrogate),
            ([0x63, 0, 0x61, 0xDC, 0x00, 0, 0x62], "a\u{FFFD}b", .loneSurrogate),
            ([0x61, 0xDF, 0xFF], "\u{FFFD}", .loneSurrogate),
            (
                [0x14] + Array(repeating: 0, count: 7) + [1] + Array(repeating: 0, count: 8), "18446744073709551616",
                .wideInteger
            ),
            (
                [0x14, 0x80] + Array(repeating: 0, count: 15), .string("-170141183460469231731687303715884105728"),
                .wideInteger
            ),
        ] as [([UInt8], PropertyListValue, PropertyListSubstitution.Found)])
    func substitutions(object: [UInt8], value: PropertyListValue, found: PropertyListSubstitution.Found)
        throws
    {
        let array = CraftedBinary(
            .dictionary(keys: [1], values: [2]), .ascii("k"), .array(3), object)
        let document = try PropertyListReader.read(array.bytes)
        #expect(document.value == .dictionary(["k": .array([value])]))
        #expect(document.substitutions == [PropertyListSubstitution(path: PropertyListPath(["k", "0"]), found: found)])
    }

    @Test("A set is replaced by an array and reported")
    func sets() throws {
        let file = CraftedBinary([0xC2, 1, 2], .ascii("b"), .ascii("a"))
        let document = try PropertyListReader.read(file.bytes)
        #expect(document.value == .array(["b", "a"]))
        #expect(document.substitutions == [PropertyListSubstitution(path: PropertyListPath(), found: .set)])
    }

    @Test(
        "A key that is not a string is replaced by its text and reported",
        arguments: [
            ([0x10, 5], "5"), ([0x09], "1"), ([0x41, 0xAB], "<ab>"), ([0x00], "<null>"),
            ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], "1.5"),
        ] as [([UInt8], String)])
    func keysOfOtherTypes(object: [UInt8], text: String) throws {
        let document = try PropertyListReader.read(
            CraftedBinary(.dictionary(keys: [1], values: [2]), object, [0x09]).bytes)
        #expect(document.value == .dictionary([text: true]))
        let expected = PropertyListSubstitution(path: PropertyListPath([text]), found: .keyOfAnotherType)
        #expect(document.substitutions.contains(expected))
    }

    @Test("The first of duplicate keys is used in small and large dictionaries")
    func duplicates() throws {
        let small = CraftedBinary(
            .dictionary(keys: [1, 1], values: [2, 3]), .ascii("a"), [0x08], [0x09])
        #expect(try PropertyListReader.read(small.bytes).value == .dictionary(["a": false]))
        #expect(try CoreFoundationReader.read(small.bytes, as: .binary).value == .dictionary(["a": false]))
        let keys = [1, 2, 1] + (5..<15)
        var large = CraftedBinary(
            .dictionary(keys: keys, values: [3, 4, 4] + keys.dropFirst(3).map { _ in 3 }),
            .ascii("a"),
            .ascii("b"), [0x08], [0x09])
        for index in 5..<15 { large.objects.append(.ascii("key\(index)")) }
        let dictionary = try #require(try PropertyListReader.read(large.bytes).value.members)
        #expect(dictionary["a"] == false)
        #expect(dictionary["b"] == true)
        #expect(dictionary.count == 12)
    }

    @Test("Duplicate keys are recorded, also long ones", arguments: [1, 64, 65, 300])
    func notedDuplicates(length: Int) throws {
        let key = String(repeating: "k", count: length)
        for keys in [[1, 1], [1, 4, 1], [1, 2, 1, 2]] {
            var file = CraftedBinary(
                .dictionary(keys: [3], values: [5]), .ascii(key), .ascii(key),
                .ascii("outer"), .ascii("other"))
            file.objects.append(.dictionary(keys: keys, values: keys.map { _ in 6 }))
            file.objects.append([0x09])
            let document = try PropertyListReader.read(file.bytes)
            #expect(Set(document.duplicateKeys) == [PropertyListPath(["outer", key])])
        }
    }

    @Test("Canonically equivalent keys are two keys, and keys are in UTF-16 order")
    func keys() throws {
        let names = ["z", "é", "e\u{301}", "\u{E000}", "😀", "", "a b", "Z", "_", "10", "9", "a.b", "ab", "B"]
        var file = CraftedBinary(
            .dictionary(keys: Array(1...14), values: Array(repeating: 15, count: 14)))
        for name in names {
            file.objects.append(.utf16(Array(name.utf16)))
        }
        file.objects.append([0x09])
        // Foundation refuses an empty string in UTF-16.
        file.objects[6] = [0x50]
        let value = try PropertyListReader.read(file.bytes).value
        let dictionary = try #require(value.members)
        let sorted = names.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
        #expect(dictionary.keys.map { Array($0.unicodeScalars) } == sorted.map { Array($0.unicodeScalars) })
        #expect(value == (try CoreFoundationReader.read(file.bytes, as: .binary).value))
    }

    @Test("Large dictionaries, sorted or not, contain the written values", arguments: [9, 100, 3000])
    func largeDictionaries(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let pairs = (0..<count).map { index -> (String, PropertyListValue) in
            let tail = String(UInt64.random(in: 0...UInt64(count), using: &generator), radix: 3)
            return (
                "com.example." + tail + String(repeating: "x", count: index % 12),
                .integer(PropertyListInteger(Int64(index)))
            )
        }
        let value = PropertyListValue.dictionary(PropertyListDictionary(pairs))
        let bytes = Array(try PropertyListWriter.data(of: value, as: .binary))
        let read = try PropertyListReader.read(bytes).value
        #expect(read == value)
        var dictionary = try #require(read.members)
        let key = pairs[0].0
        dictionary[key] = "changed"
        dictionary["com.example.new"] = true
        #expect(dictionary[key] == "changed")
        #expect(PairKeys(pairs: Array(dictionary)).areStrictlyAscending)
    }

    @Test(
        "A parse error has its byte offset",
        arguments: [
            (CraftedBinary([0x70]), "an object of the unknown kind 0x70 at byte 8"),
            (CraftedBinary([0x15]), "an object of the unknown kind 0x15 at byte 8"),
            (CraftedBinary([0x21, 0, 0]), "an object of the unknown kind 0x21 at byte 8"),
            (CraftedBinary([0x34] + Array(repeating: 0, count: 8)), "an object of the unknown kind 0x34 at byte 8"),
            (CraftedBinary([0x0F]), "an object of the unknown kind 0x0f at byte 8"),
            (CraftedBinary([0xB0]), "an object of the unknown kind 0xb0 at byte 8"),
            (CraftedBinary([0xF0]), "an object of the unknown kind 0xf0 at byte 8"),
            (CraftedBinary([0x13, 0]), "a truncated object at byte 8"),
            (CraftedBinary([0x23]), "a truncated object at byte 8"),
            (CraftedBinary([0x33]), "a truncated object at byte 8"),
            (CraftedBinary([0x5F]), "a length that is not an integer at byte 9"),
            (CraftedBinary([0xAF]), "a length that is not an integer at byte 9"),
            (CraftedBinary([0x5F, 0x50]), "a length that is not an integer at byte 9"),
            (CraftedBinary([0x5F, 0x12, 0, 0]), "a truncated object at byte 8"),
            (
                CraftedBinary([0x5F, 0x14] + Array(repeating: 0, count: 16)),
                "a length that is not an integer at byte 9"
            ),
            (CraftedBinary([0x5F, 0x13] + Array(repeating: 0xFF, count: 8)), "a length beyond the end at byte 9"),
            (
                CraftedBinary([0xDF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)),
                "an object that extends beyond the objects at byte 8"
            ),
            (
                CraftedBinary([0xAF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)),
                "an object that extends beyond the objects at byte 8"
            ),
            (CraftedBinary([0x4F, 0x11, 0xFF, 0xFF]), "an object that extends beyond the objects at byte 8"),
            (
                CraftedBinary([0x5F, 0x12] + Array(repeating: 0xFF, count: 4)),
                "an object that extends beyond the objects at byte 8"
            ),
            (
                CraftedBinary([0x6F, 0x13, 0x40] + Array(repeating: 0, count: 7)),
                "an object that extends beyond the objects at byte 8"
            ),
            (CraftedBinary([0x53, 0x61]), "an object that extends beyond the objects at byte 8"),
            (CraftedBinary([0xA1, 7]), "a reference to a missing object at byte 9"),
            (CraftedBinary([0xA2, 0]), "an object that extends beyond the objects at byte 8"),
            (CraftedBinary([0xD1, 1, 7], [0x51, 0x61]), "a reference to a missing object at byte 10"),
            (CraftedBinary([0xD1, 1, 0], [0xA0]), "a container as a key at byte 11"),
            (CraftedBinary([0x84, 1, 0, 0, 0, 0]), "a UID beyond 32 bits at byte 8"),
            (CraftedBinary([0xA1, 0]), "a container that contains itself at byte 8"),
            (CraftedBinary([0xA1, 1], [0xA1, 2], [0xA1, 1]), "a container that contains itself at byte 12"),
            (CraftedBinary([0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]), "a container that contains itself at byte 8"),
        ] as [(CraftedBinary, String)])
    func faults(file: CraftedBinary, description: String) {
        expectFault(file.bytes, description)
    }

    @Test("The error of an invalid trailer has its byte offset")
    func trailers() {
        let good = CraftedBinary([0xA1, 1], [0x09])
        let trailer = good.bytes.count - 32
        func changed(_ change: (inout CraftedBinary) -> Void) -> [UInt8] {
            var file = good
            change(&file)
            return file.bytes
        }
        expectFault(changed { $0.root = 2 }, "a reference to a missing root at byte \(trailer + 16)")
        expectFault(changed { $0.root = .max }, "a reference to a missing root at byte \(trailer + 16)")
        let tooShort = "an offset table that does not match the number of objects at byte \(trailer + 8)"
        expectFault(changed { $0.declaredObjects = 3 }, tooShort)
        expectFault(changed { $0.declaredObjects = 1 << 62 }, tooShort)
        expectFault(changed { $0.declaredObjects = .max }, tooShort)
        expectFault(changed { $0.declaredObjects = 0 }, tooShort)
        for table in [0, 8, UInt64(trailer), .max, 1 << 63] {
            expectFault(
                changed { $0.tableOffset = table }, "an offset table outside the file at byte \(trailer + 24)")
        }
        expectFault(changed { $0.offsets = [1: 0x7FFF] }, "an offset outside the objects at byte 15")
        expectFault(changed { $0.offsets = [1: 3] }, "an offset outside the objects at byte 15")
        expectFault(changed { $0.referenceWidth = 0 }, "references of 0 bytes at byte \(trailer + 7)")
        expectFault(changed { $0.referenceWidth = 9 }, "references of 9 bytes at byte \(trailer + 7)")
        let many = Array(repeating: [UInt8](arrayLiteral: 0x09), count: 257)
        for (offsetWidth, referenceWidth) in [(4, 1), (1, 2)] {
            let narrow = changed {
                ($0.offsetWidth, $0.referenceWidth) = (offsetWidth, referenceWidth)
                $0.objects += many
            }
            let error = "references or offsets too narrow for the file at byte \(narrow.count - 26)"
            expectFault(narrow, error)
        }
        expectFault(Array("bplist00".utf8), "the file ends before its trailer at byte 8")
        expectFault(Array("bplist15".utf8) + good.bytes.dropFirst(8), "an unknown version at byte 6")
    }

    private func expectFault(_ bytes: [UInt8], _ description: String) {
        do {
            let document = try PropertyListReader.read(bytes)
            Issue.record("read \(document) where there is \(description)")
        } catch {
            #expect(error.description == "invalid binary, " + description)
        }
    }
}
