import Foundation
import PropertyList
import TestExtent
import Testing

/// No input ends the process, hangs or exhausts memory, and input beyond a limit is refused.
struct ReaderLimitsTests {
    private static func xml(depth: Int) -> [UInt8] {
        let open = String(repeating: "<array>", count: depth - 1)
        let close = String(repeating: "</array>", count: depth - 1)
        return Array("<plist>\(open)<array><true/></array>\(close)</plist>".utf8)
    }

    private static func oldStyle(depth: Int) -> [UInt8] {
        Array((String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)).utf8)
    }

    private static func binary(depth: Int) -> [UInt8] {
        var file = BinaryFile()
        var last = file.add(ascii: "a")
        for _ in 0..<depth { last = file.add(array: [last]) }
        return file.bytes()
    }

    @Test("512 nested containers are read, and 513 are refused")
    func depth() throws {
        for make in [Self.xml, Self.oldStyle, Self.binary] {
            var value = try PropertyListReader.read(make(512)).value
            var depth = 0
            while case .array(let elements) = value, let first = elements.first {
                value = first
                depth += 1
            }
            #expect(depth == 512)
            for depth in [513, 514, 2000] {
                let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(make(depth)) }
                switch error?.reason {
                case .tooDeep?: break
                // CoreFoundation gives no reason for refusing a binary file.
                case .malformed(.binary, _, _)?: break
                default: Issue.record("it is called \(String(describing: error))")
                }
            }
        }
    }

    @Test(
        "any number of opening brackets is refused",
        arguments: ["(", "{a=", "<array>", "<dict><key>a</key>", "(/**/"])
    func unclosed(opener: String) {
        let text = String(repeating: opener, count: 100_000)
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
    }

    @Test("references that multiply are refused quickly")
    func sharedReferences() {
        var array = BinaryFile()
        var last = array.add(ascii: "a")
        for _ in 0..<100 { last = array.add(array: [last, last]) }
        var dictionary = BinaryFile()
        let (first, second) = (dictionary.add(ascii: "a"), dictionary.add(ascii: "b"))
        last = first
        for _ in 0..<100 { last = dictionary.add(dictionary: [(first, last), (second, last)]) }
        for file in [array, dictionary] {
            let bytes = file.bytes()
            let limit = PropertyListLimits.values(inBytes: bytes.count)
            #expect(throws: PropertyListError(.tooManyValues(limit: limit))) { try PropertyListReader.read(bytes) }
        }
    }

    @Test("the limit of values is exact")
    func numberOfValues() throws {
        // The root, 999 references to an array of 99 elements, and the rest directly.
        for (rest, isRead) in [(99, true), (100, false)] {
            var file = BinaryFile()
            let leaf = file.add(ascii: "a")
            let hundred = file.add(array: Array(repeating: leaf, count: 99))
            file.add(array: Array(repeating: hundred, count: 999) + Array(repeating: leaf, count: rest))
            let bytes = file.bytes()
            #expect(PropertyListLimits.values(inBytes: bytes.count) == 100_000)
            if isRead {
                let elements = try #require(try PropertyListReader.read(bytes).value.elements)
                #expect(elements.count == 999 + rest)
            } else {
                #expect(throws: PropertyListError(.tooManyValues(limit: 100_000))) {
                    try PropertyListReader.read(bytes)
                }
            }
        }
    }

    @Test("references that multiply within the limit are read")
    func someSharing() throws {
        var file = BinaryFile()
        var last = file.add(ascii: "a")
        for _ in 0..<10 { last = file.add(array: [last, last]) }
        var value = try PropertyListReader.read(file.bytes()).value
        while case .array(let elements) = value {
            #expect(elements.count == 2)
            #expect(elements[0] == elements[1])
            value = elements[0]
        }
        #expect(value == "a")
    }

    @Test("an object that contains itself is refused")
    func cycles() {
        for root in [0, 1] {
            var file = BinaryFile()
            file.add(array: [0])
            file.add(array: [2])
            file.add(array: [1])
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(file.bytes(root: root)) }
        }
    }

    @Test(
        "counts and references beyond the file are refused",
        arguments: [
            [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xDF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x5F, 0x12, 0xFF, 0xFF, 0xFF, 0xFF], [0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0], [0x4F, 0x11, 0xFF, 0xFF],
            [0xA1, 0, 200], [0xD1, 0, 200, 0, 201], [0xAF], [0x5F, 0x50], [0xF0], [0x13, 1], [0x23], [0x33],
        ] as [[UInt8]])
    func lengths(object: [UInt8]) {
        var file = BinaryFile()
        file.add(object)
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(file.bytes()) }
    }

    private static let sample: PropertyListValue = [
        "string": "text", "unicode": "\u{E9}\u{1F600}", "integer": -1,
        "large": .integer(PropertyListInteger(UInt64.max)),
        "real": 0.1, "true": true, "data": .data(Data(0..<60)), "date": .date(Date(timeIntervalSince1970: 0)),
        "uid": .uid(300),
        "array": [1, [2, [3, [:]]]], "dictionary": ["a": ["b": "c"], "": []],
    ]

    @Test("every truncated binary file is refused")
    func binaryPrefixes() throws {
        let bytes = Array(try PropertyListWriter.data(of: Self.sample, as: .binary))
        #expect(try PropertyListReader.read(bytes).value == Self.sample)
        for count in bytes.indices {
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(bytes.prefix(count))) }
        }
    }

    @Test("every truncated XML file is refused, unless only its last newline is missing")
    func xmlPrefixes() throws {
        let bytes = Array(try PropertyListWriter.data(of: Self.sample, as: .xml))
        for count in bytes.indices {
            let document = try? PropertyListReader.read(Array(bytes.prefix(count)))
            #expect((document != nil) == (count == bytes.count - 1), "the first \(count) bytes")
            #expect(document == nil || document?.value == Self.sample)
        }
    }

    @Test("every truncated old-style file is refused, unless only its last newline is missing")
    func oldStylePrefixes() throws {
        let value: PropertyListValue = [
            "key": ["a", .data(Data([1, 2])), "two words", ["\u{E9}": "\n"]], "other": [:],
        ]
        let bytes = Array(try PropertyListWriter.data(of: value, as: .openStep))
        for count in bytes.indices {
            let document = try? PropertyListReader.read(Array(bytes.prefix(count)))
            #expect((document != nil) == (count == bytes.count - 1), "the first \(count) bytes")
        }
    }

    @Test("randomly changed bytes are read or refused", arguments: PropertyListFormat.allCases)
    func mutations(format: PropertyListFormat) throws {
        var generator = SeededGenerator(seed: 7)
        let value: PropertyListValue =
            format == .openStep ? ["a": ["b", .data(Data([1]))], "c d": "\u{E9}"] : Self.sample
        let bytes = Array(try PropertyListWriter.data(of: value, as: format))
        var refused = 0
        for _ in 0..<4000 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: mutated.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: mutated[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: mutated[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                default: mutated.remove(at: place)
                }
            }
            do {
                _ = try PropertyListReader.read(mutated)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}
