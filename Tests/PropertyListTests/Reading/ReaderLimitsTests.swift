import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// No input ends the process, hangs or exhausts memory, and input beyond a limit is refused.
struct ReaderLimitsTests {
    /// A container of a format, which is repeated around a value.
    struct Nest: Sendable, CustomTestStringConvertible {
        let open, inside, close: String
        /// The path component of the value in the container.
        var component = "0"

        var testDescription: String { open }

        func text(_ depth: Int) -> [UInt8] {
            Array((String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)).utf8)
        }
    }

    static let nests = [
        Nest(open: "<array>", inside: "<true/>", close: "</array>"),
        Nest(open: "<dict><key>a.b</key>", inside: "<true/>", close: "</dict>", component: "a.b"),
        Nest(open: "(", inside: "a", close: ")"), Nest(open: "{a=", inside: "b", close: ";}", component: "a"),
    ]

    @Test("512 nested containers of text are read, and 513 are refused with their path", arguments: nests)
    func depth(nest: Nest) {
        for depth in [511, 512] { #expect(throws: Never.self) { try PropertyListReader.read(nest.text(depth)) } }
        let path = PropertyListPath(Array(repeating: nest.component, count: 512))
        for depth in [513, 514, 100_000] {
            #expect(throws: PropertyListError(.tooDeep(at: path))) { try PropertyListReader.read(nest.text(depth)) }
        }
    }

    @Test("512 nested containers of a binary file are read, and 513 are refused with their path")
    func binaryDepth() {
        let path = PropertyListPath(Array(repeating: "0", count: 512))
        for depth in [511, 512, 513, 514, 100_000] {
            var file = CraftedBinary(referenceWidth: 4)
            var last = file.add(.ascii("a"))
            for _ in 0..<depth { last = file.add(.container(0xA0, [last], width: 4)) }
            let bytes = file.bytes
            if depth <= 512 {
                #expect(throws: Never.self) { try PropertyListReader.read(bytes) }
            } else {
                #expect(throws: PropertyListError(.tooDeep(at: path))) { try PropertyListReader.read(bytes) }
            }
        }
    }

    @Test("512 nested containers of JSON are read, and 513 are refused", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func jsonDepth(open: String, close: String) {
        func text(_ depth: Int, _ inside: String) -> [UInt8] {
            Nest(open: open, inside: inside, close: close).text(depth)
        }
        // A tag is not a container.
        for (depth, inside) in [(512, "1"), (511, #"{"$dictionary":{"$uid":1}}"#), (512, #"{"$uid":1}"#)] {
            #expect(throws: Never.self) { try JSONReader.read(text(depth, inside)) }
        }
        for (depth, inside) in [(513, "1"), (514, "1"), (100_000, "1"), (512, "[]"), (512, "{}"), (512, #"{"b":1}"#)] {
            let error = #expect(throws: PropertyListError.self) { try JSONReader.read(text(depth, inside)) }
            guard case .malformedJSON(let reason, let path, .line(1, let column?)?) = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason == "more than 512 nested containers")
            #expect((512...513).contains(path.components.count))
            #expect(column > 512)
        }
    }

    @Test("the limit of values is exact")
    func numberOfValues() throws {
        // The root, 999 references to an array of 99 elements, and the rest directly.
        for (rest, isRead) in [(99, true), (100, false)] {
            var file = CraftedBinary()
            let leaf = file.add(.ascii("a"))
            let hundred = file.add(.container(0xA0, Array(repeating: leaf, count: 99)))
            file.add(.container(0xA0, Array(repeating: hundred, count: 999) + Array(repeating: leaf, count: rest)))
            let bytes = file.bytes
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

    private static let sample: PropertyListValue = [
        "string": "text", "unicode": "\u{E9}\u{1F600}", "integer": -1,
        "large": .integer(PropertyListInteger(UInt64.max)),
        "real": 0.1, "true": true, "data": .data(Data(0..<60)), "date": .date(Date(timeIntervalSince1970: 0)),
        "uid": .uid(300),
        "array": [1, [2, [3, [:]]]], "dictionary": ["a": ["b": "c"], "": []],
    ]

    private static let oldStyleSample: PropertyListValue = [
        "key": ["a", .data(Data([1, 2])), "two words", ["\u{E9}": "\n"]], "other": [:],
    ]

    @Test("a file truncated at any byte is refused, unless only its last line end is missing")
    func truncation() throws {
        let written = try PropertyListFormat.allCases.map { format in
            let sample = format == .openStep ? Self.oldStyleSample : Self.sample
            let bytes = Array(try PropertyListWriter.data(of: sample, as: format))
            #expect(try PropertyListReader.read(bytes).value == sample)
            return bytes
        }
        for bytes in written + [Array(Mutation.ornate.utf8)] {
            #expect(throws: Never.self) { try PropertyListReader.read(bytes) }
            let end = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
            #expect(throws: Never.self) { try PropertyListReader.read(Array(bytes[..<end])) }
            for count in 0..<end {
                #expect(throws: PropertyListError.self, "the first \(count) bytes") {
                    try PropertyListReader.read(Array(bytes[..<count]))
                }
            }
        }
    }
}
