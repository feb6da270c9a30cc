import Foundation
import PropertyList
import TestExtent
import Testing

/// The order of dictionaries. No key is lost or merged.
struct PropertyListDictionaryTests {
    /// Scalars around every point where the orders of UTF-8 and UTF-16 could differ.
    private static let scalars: [Unicode.Scalar] = [
        "\0", " ", "0", "A", "_", "a", "\u{7F}", "\u{80}", "\u{E9}", "\u{301}", "\u{7FF}", "\u{800}", "\u{2028}",
        "\u{D7FF}",
        "\u{E000}", "\u{F8FF}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{FFFFF}", "\u{100000}",
        "\u{10FFFF}",
    ]

    private static func randomKey(_ generator: inout SeededGenerator) -> String {
        var key = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            var scalar = generator.pick(scalars)
            if generator.chance(30) {
                scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) ?? scalar
            }
            key.append(scalar)
        }
        return String(key)
    }

    @Test("keys are in the order of their UTF-16 code units")
    func order() {
        var generator = SeededGenerator(seed: 2)
        let keys = (0..<5000).map { _ in Self.randomKey(&generator) }
        for (left, right) in zip(keys, keys.dropFirst()) {
            let expected = Array(left.utf16).lexicographicallyPrecedes(Array(right.utf16))
            #expect(left.precedesInUTF16(right) == expected, "\(left.debugDescription), \(right.debugDescription)")
        }
        let dictionary = PropertyListDictionary(keys.map { ($0, true) })
        let expected = Set(keys.map { Array($0.utf16) }).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(dictionary.keys.map { Array($0.utf16) } == expected)
    }

    /// Keys that are equal in many bytes, end everywhere, repeat, and are long enough for all levels of sorting.
    @Test("keys with equal beginnings of any length are in order, in dictionaries and in binary files")
    func equalBeginnings() throws {
        var generator = SeededGenerator(seed: 3)
        let ascii = ["", "\0", "\0\0", "a", "ab", "com.example.", "key0000", "key00000", "key000000"]
        // A level of sorting for each eight bytes.
        let levels = (0..<20).flatMap { count in
            ["1", "", "\0", "9"].map { String(repeating: "01234567", count: count) + $0 }
        }
        for alphabet in [ascii, ascii + ["\u{E000}", "\u{1F600}", "e\u{301}"]] {
            for (count, length) in [(9, 3), (300, 2), (3000, 4), (300, 40)] {
                let random = (0..<count).map { _ in
                    (0..<Int.random(in: 0...length, using: &generator)).map { _ in generator.pick(alphabet) }.joined()
                }
                let keys = random + levels.reversed()
                let repeated = keys + keys.prefix(5)
                let dictionary = PropertyListDictionary(repeated.enumerated().map { ($1, .string("\($0)")) })
                let expected = Set(keys.map { Array($0.utf16) }).sorted { $0.lexicographicallyPrecedes($1) }
                #expect(dictionary.keys.elementsEqual(expected) { Array($0.utf16) == $1 }, "\(count), \(length)")
                // The reader sorts short ASCII keys in place if a dictionary has no others.
                let short = dictionary.filter { $0.key.utf8.count <= 64 && $0.key.utf8.allSatisfy { $0 < 0x80 } }
                for pairs in [Array(dictionary), short] {
                    let value = PropertyListValue.dictionary(PropertyListDictionary(pairs))
                    let data = try PropertyListWriter.data(of: value, as: .binary)
                    let read = try PropertyListReader.read(Array(data)).value
                    let contents = try #require(read.members)
                    #expect(read == value)
                    #expect(contents.keys.elementsEqual(pairs) { $0.hasSameScalars(as: $1.key) })
                }
            }
        }
    }

    @Test("characters beyond U+FFFF precede U+E000 to U+FFFF, and upper case precedes lower case")
    func notableOrder() {
        let dictionary: PropertyListDictionary = [
            "\u{FFFF}": 1, "\u{E000}": 1, "\u{1F600}": 1, "b": 1, "B": 1, "a": 1, "10": 1, "9": 1, "": 1,
        ]
        #expect(dictionary.keys == ["", "10", "9", "B", "a", "b", "\u{1F600}", "\u{E000}", "\u{FFFF}"])
    }

    @Test("canonically equivalent keys are two keys")
    func canonicalEquivalence() {
        var dictionary: PropertyListDictionary = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(dictionary.count == 2)
        #expect(dictionary["\u{E9}"] == 1)
        #expect(dictionary["e\u{301}"] == 2)
        dictionary["\u{E9}"] = nil
        #expect(dictionary == ["e\u{301}": 2])
        #expect(dictionary != ["\u{E9}": 2])
        dictionary.apply([("\u{E9}", 3), ("e\u{301}", nil)])
        #expect(dictionary == ["\u{E9}": 3])
    }

    @Test("the last of several values for a key is used")
    func duplicates() {
        #expect(["a": 1, "b": 2, "a": 3] as PropertyListDictionary == ["a": 3, "b": 2])
        #expect(PropertyListDictionary([("a", 1), ("a", 2), ("a", 3)]) == ["a": 3])
        var dictionary: PropertyListDictionary = ["a": 0]
        dictionary.apply([("a", 1), ("a", nil), ("b", nil), ("b", 2)])
        #expect(dictionary == ["b": 2])
    }

    @Test("a removed key is missing, and removing a missing key does nothing")
    func removal() {
        var dictionary: PropertyListDictionary = ["a": 1, "b": 2, "c": 3]
        dictionary["b"] = nil
        #expect(dictionary == ["a": 1, "c": 3])
        #expect(dictionary["b"] == nil)
        dictionary["b"] = nil
        dictionary["d"] = nil
        #expect(dictionary.keys == ["a", "c"])
    }

    @Test("a merge sets the keys of the other dictionary and keeps the rest")
    func merge() {
        var dictionary: PropertyListDictionary = ["a": 1, "b": ["x": 1]]
        dictionary.merge(["b": ["y": 2], "c": 3])
        #expect(dictionary == ["a": 1, "b": ["y": 2], "c": 3])
    }

    @Test("many changes in one pass give the same result as single changes", arguments: 0..<20 as Range<UInt64>)
    func apply(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys = (0..<20).map { _ in Self.randomKey(&generator) }
        var dictionary = PropertyListDictionary()
        var reference: [[UInt16]: PropertyListValue] = [:]
        for round in 0..<30 {
            let changes = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                let value: PropertyListValue? = generator.chance(40) ? nil : ["\(round)": .string("\(number)")]
                return (generator.pick(keys), value)
            }
            var oneByOne = dictionary
            for (key, value) in changes {
                oneByOne[key] = value
                reference[Array(key.utf16)] = value
            }
            dictionary.apply(changes)
            #expect(dictionary == oneByOne)
            #expect(dictionary.count == reference.count)
            #expect(dictionary.allSatisfy { reference[Array($0.key.utf16)] == $0.value })
            #expect(zip(dictionary.keys, dictionary.keys.dropFirst()).allSatisfy { $0.precedesInUTF16($1) })
        }
    }

    @Test("a large dictionary whose keys are set and removed one by one stays complete and in order")
    func manyKeys() {
        var generator = SeededGenerator(seed: 4)
        let keys = (0..<12_000).map { "\(Self.randomKey(&generator))#\($0 / 2)" }
        var dictionary = PropertyListDictionary(keys.prefix(3000).map { ($0, true) })
        var reference = Dictionary(keys.prefix(3000).map { (Array($0.utf16), true as PropertyListValue) }) { $1 }
        for (number, key) in keys.enumerated() {
            let copy = number.isMultiple(of: 500) ? dictionary : nil
            let (other, value) = (generator.pick(keys), PropertyListValue.string("\(number)"))
            dictionary[key] = value
            dictionary[other] = generator.chance(70) ? nil : true
            reference[Array(key.utf16)] = value
            reference[Array(other.utf16)] = dictionary[other]
            guard let copy else { continue }
            #expect(copy != dictionary)
            #expect(dictionary.count == reference.count)
            #expect(dictionary.allSatisfy { reference[Array($0.key.utf16)] == $0.value })
            #expect(zip(dictionary.keys, dictionary.keys.dropFirst()).allSatisfy { $0.precedesInUTF16($1) })
            let flat = PropertyListDictionary(dictionary.map { ($0.key, $0.value) })
            #expect(flat == dictionary)
            #expect(flat.hashValue == dictionary.hashValue)
            dictionary.apply(keys.suffix(number / 100).map { ($0, nil) })
            for key in keys.suffix(number / 100) { reference[Array(key.utf16)] = nil }
        }
        for key in keys { dictionary[key] = nil }
        #expect(dictionary.isEmpty)
        #expect(dictionary == [:])
        dictionary["a"] = 1
        #expect(dictionary == ["a": 1])
    }

    @Test("a few changes of a large dictionary give the same result as many")
    func fewChanges() {
        let pairs = (0..<5000).map { ("key \($0)", PropertyListValue.string("\($0)")) }
        var (few, many) = (PropertyListDictionary(pairs), PropertyListDictionary(pairs))
        let changes: [(String, PropertyListValue?)] = [
            ("key 7", nil), ("new", 1), ("key 8", 2), ("key 8", 3), ("no", nil),
        ]
        few.apply(changes)
        many.apply(changes + pairs.filter { !["key 7", "key 8"].contains($0.0) })
        #expect(few == many)
        #expect(few.count == 5000)
        #expect(few["key 8"] == 3)
        #expect(few["key 7"] == nil)
        #expect(few["new"] == 1)
    }

    @Test("every key is found, and no other key")
    func lookUp() {
        var generator = SeededGenerator(seed: 3)
        let pairs = (0..<500).map { ("\(Self.randomKey(&generator))#\($0)", PropertyListValue.string("\($0)")) }
        let dictionary = PropertyListDictionary(pairs)
        #expect(dictionary.count == pairs.count)
        for (key, value) in pairs {
            #expect(dictionary[key] == value)
            #expect(dictionary[key + "x"] == nil)
        }
    }

    @Test("a dictionary is printed as its JSON")
    func description() {
        let dictionary: PropertyListDictionary = ["b": [1, 2.5], "a": "x", "c": .data(Data([1]))]
        #expect("\(dictionary)" == "\(PropertyListValue.dictionary(dictionary))")
        #expect("\(["a": 1, "b": true] as PropertyListDictionary)" == #"{"a":1,"b":true}"#)
    }
}
