import Foundation
import PropertyList
import Testing

/// Conversion between `Codable` types and property list values.
struct CodableTests {
    @Test("types are preserved")
    func types() throws {
        let everything = Everything()
        let encoded = try PropertyListValueEncoder().encode(everything)
        #expect(encoded == Everything.encoded)
        #expect(try PropertyListValueDecoder().decode(Everything.self, from: encoded) == everything)
    }

    @Test(
        "encoded values survive a file of each format",
        arguments: PropertyListFormat.binaryAndXML)
    func files(format: PropertyListFormat) throws {
        let data = try PropertyListWriter.data(of: try PropertyListValueEncoder().encode(Everything()), as: format)
        let read = try PropertyListReader.read(Array(data)).value
        #expect(try PropertyListValueDecoder().decode(Everything.self, from: read) == Everything())
        let foundation = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        #expect(((foundation as? [String: Any])?["whole"] as? NSNumber)?.objCType.pointee == 0x64)  // "d"
    }

    @Test("fields at any depth are omitted, and decoded from the defaults")
    func omittedFields() throws {
        struct Inner: Codable, Equatable { var kept = 1; var secret: Double? = 2; var absent: Int? }
        struct Outer: Codable, Equatable { var inner = Inner(); var optional: Inner?; var name = "a" }
        var encoder = PropertyListValueEncoder()
        encoder.omittedFields = [
            PropertyListPath(["inner", "secret"]), "name", PropertyListPath(["optional", "kept"]),
        ]
        let value = Outer(inner: Inner(kept: 3, secret: 4), name: "b")
        #expect(try encoder.encode(value) == ["inner": ["kept": 3]])
        let stored: PropertyListValue = ["inner": ["kept": 3, "secret": 9, "other": 1], "name": "c"]
        #expect(try encoder.encodeIfPresent(value, over: stored) == ["inner": ["kept": 3, "other": 1]])
        var decoder = PropertyListValueDecoder()
        decoder.omittedFields = encoder.omittedFields
        decoder.defaults = try PropertyListValueEncoder().encode(Outer())
        #expect(try decoder.decode(Outer.self, from: stored) == Outer(inner: Inner(kept: 3)))

        #expect(try encoder.fieldNames(of: value) == ["inner", "name", "optional"])
        #expect(try encoder.fieldNames(of: value, at: "inner") == ["absent", "kept", "secret"])
        #expect(try encoder.fieldNames(of: value, at: "optional") == nil)
    }

    @Test("a nil property is omitted and decoded as nil")
    func nilProperties() throws {
        struct Explicit: Codable, Equatable {
            var present: Int?
            var absent: Int?

            init() { present = 1 }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(present, forKey: .present)
                try container.encode(absent, forKey: .absent)
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                present = try container.decode(Int?.self, forKey: .present)
                absent = try container.decode(Int?.self, forKey: .absent)
            }

            private enum CodingKeys: CodingKey { case present, absent }
        }
        let encoded = try PropertyListValueEncoder().encode(Explicit())
        #expect(encoded == ["present": 1])
        #expect(try PropertyListValueDecoder().decode(Explicit.self, from: encoded) == Explicit())
    }

    @Test("a nil optional cannot be the root")
    func nilRoot() throws {
        #expect(try PropertyListValueEncoder().encodeIfPresent(Int?.none) == nil)
        #expect(try PropertyListValueEncoder().encodeIfPresent(Int?.some(3)) == 3)
        #expect(throws: EncodingError.self) { try PropertyListValueEncoder().encode(Int?.none) }
    }

    @Test("superclasses and nested containers keep their fields")
    func superclasses() throws {
        let encoded = try PropertyListValueEncoder().encode(Derived(name: "n", count: 2, nested: ["a": [1, 2]]))
        #expect(encoded == ["count": 2, "super": ["name": "n"], "deep": ["list": [["k": 1], [1, 2]]]])
        let decoded = try PropertyListValueDecoder().decode(Derived.self, from: encoded)
        #expect(decoded.name == "n")
        #expect(decoded.count == 2)
        #expect(decoded.nested == ["k": [1, 1, 2]])
    }

    @Test("a superclass that uses the encoder of its subclass adds its fields")
    func sharedEncoder() throws {
        class Animal: Codable { var name = "rex" }
        final class Dog: Animal {
            private enum CodingKeys: CodingKey { case legs }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(4, forKey: .legs)
                try super.encode(to: encoder)
            }
        }
        let value = try PropertyListValueEncoder().encode(Dog())
        #expect(value == ["name": "rex", "legs": 4])
        #expect(try PropertyListValueDecoder().decode(Dog.self, from: value).name == "rex")
    }

    @Test("sets are stored in a fixed order")
    func sets() throws {
        #expect(try PropertyListValueEncoder().encode(Set([3, 1, 2, 10])) == [1, 2, 3, 10])
        #expect(try PropertyListValueEncoder().encode(Set(["b", "a", "B"])) == ["B", "a", "b"])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: [String]
        let encode: @Sendable () throws -> Void
    }

    static let refusals = [
        Refusal(testDescription: "nil in an array", path: ["list", "1"]) {
            _ = try PropertyListValueEncoder().encode(["list": [1, nil, 3] as [Int?]])
        },
        Refusal(testDescription: "nil in a dictionary", path: ["outer", "inner"]) {
            _ = try PropertyListValueEncoder().encode(["outer": ["inner": nil] as [String: Int?]])
        },
        Refusal(testDescription: "a date that is none", path: ["dates", "0"]) {
            _ = try PropertyListValueEncoder().encode(["dates": [Date(timeIntervalSinceReferenceDate: .nan)]])
        },
        Refusal(testDescription: "a number beyond 64 bits", path: ["n"]) {
            _ = try PropertyListValueEncoder().encode(["n": Int128(UInt64.max) + 1])
        },
        Refusal(testDescription: "two containers at once", path: ["k"]) {
            struct Two: Encodable {
                func encode(to encoder: any Encoder) throws {
                    var list = encoder.unkeyedContainer()
                    try list.encode(1)
                    _ = encoder.container(keyedBy: Key.self)
                }
                enum Key: CodingKey { case k }
            }
            _ = try PropertyListValueEncoder().encode(["k": Two()])
        },
    ]

    @Test("fields with canonically equivalent names are two fields")
    func lookAlikes() throws {
        let value = try PropertyListValueEncoder().encode(LookAlikes(composed: 1, decomposed: 2))
        #expect(value == ["caf\u{E9}": 1, "cafe\u{301}": 2])
        #expect(try PropertyListValueDecoder().decode(LookAlikes.self, from: value).decomposed == 2)
    }

    @Test("a value that cannot be stored is an error with its path", arguments: refusals)
    func refuses(_ refusal: Refusal) throws {
        let error = #expect(throws: EncodingError.self) { try refusal.encode() }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == refusal.path)
    }

    @Test("a value that contains itself is an error, not a crash")
    func cycles() throws {
        final class Node: Encodable {
            var next: Node?
        }
        let node = Node()
        node.next = node
        defer { node.next = nil }
        #expect(throws: EncodingError.self) { try PropertyListValueEncoder().encode(node) }
    }

    struct Mismatch: Sendable, CustomTestStringConvertible {
        let value: PropertyListValue
        let decode: @Sendable (PropertyListValue) throws -> Void
        var testDescription: String { "\(value)" }

        init<Value: Decodable & SendableMetatype>(_ value: PropertyListValue, is type: Value.Type) {
            self.value = value
            decode = { _ = try PropertyListValueDecoder().decode([String: [Value]].self, from: ["k": [$0]]) }
        }
    }

    @Test(
        "types are not guessed",
        arguments: [
            Mismatch(true, is: Int.self), Mismatch(1, is: Bool.self), Mismatch(1.0, is: Int.self),
            Mismatch("1", is: Int.self), Mismatch(1, is: String.self), Mismatch(300, is: UInt8.self),
            Mismatch(-1, is: UInt64.self), Mismatch(9_007_199_254_740_993, is: Double.self),
            Mismatch(1e300, is: Float.self), Mismatch("no uuid", is: UUID.self), Mismatch([], is: [String: Int].self),
        ])
    func mismatches(_ mismatch: Mismatch) throws {
        let error = #expect(throws: DecodingError.self) { try mismatch.decode(mismatch.value) }
        let context: DecodingError.Context? =
            switch error {
            case .typeMismatch(_, let context)?, .dataCorrupted(let context)?: context
            default: nil
            }
        #expect(context?.codingPath.map(\.stringValue) == ["k", "0"])
    }

    @Test("an integer decodes as an equal real, and the error of a missing key names the key")
    func lenience() throws {
        #expect(try PropertyListValueDecoder().decode(Double.self, from: 14) == 14)
        #expect(try PropertyListValueDecoder().decode(Float.self, from: 32.3) == 32.3)
        let error = #expect(throws: DecodingError.self) {
            try PropertyListValueDecoder().decode(Everything.Inner.self, from: [:])
        }
        guard case .keyNotFound(let key, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "name")
    }
}

extension PropertyListFormat {
    fileprivate static let binaryAndXML: [PropertyListFormat] = [.binary, .xml]
}

private struct Everything: Codable, Equatable {
    struct Inner: Codable, Equatable {
        var name = "$null"
        var case_: Shape = .circle(radius: 1)
    }

    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case empty
    }

    var whole = 1.0
    var big = UInt64.max
    var small = Int8.min
    var flag = true
    var text = "$null"
    var float: Float = 0.5
    var date = Date(timeIntervalSinceReferenceDate: 100)
    var data = Data([1, 2])
    var url = URL(string: "https://example.com/a?b")
    var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var list = [[1], []]
    var byNumber = [2: "two"]
    var inner = [Inner()]
    var value: Int?

    static let encoded: PropertyListValue = [
        "whole": 1.0, "big": .integer(PropertyListInteger(UInt64.max)), "small": -128, "flag": true,
        "text": "$null", "float": 0.5, "date": .date(Date(timeIntervalSinceReferenceDate: 100)),
        "data": .data(Data([1, 2])), "url": "https://example.com/a?b",
        "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "list": [[1], []], "byNumber": ["2": "two"],
        "inner": [["name": "$null", "case_": ["circle": ["radius": 1.0]]]],
    ]
}

private class Base: Codable {
    var name: String

    init(name: String) { self.name = name }
}

private final class Derived: Base {
    var count: Int
    var nested: [String: [Int]]

    init(name: String, count: Int, nested: [String: [Int]]) {
        self.count = count
        self.nested = nested
        super.init(name: name)
    }

    private enum Keys: CodingKey { case count, deep, list, k }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        count = try container.decode(Int.self, forKey: .count)
        var list = try container.nestedContainer(keyedBy: Keys.self, forKey: .deep)
            .nestedUnkeyedContainer(forKey: .list)
        let first = try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .k)
        nested = ["k": [first] + (try list.decode([Int].self))]
        try super.init(from: try container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(count, forKey: .count)
        var deep = container.nestedContainer(keyedBy: Keys.self, forKey: .deep)
        var list = deep.nestedUnkeyedContainer(forKey: .list)
        var first = list.nestedContainer(keyedBy: Keys.self)
        try first.encode(1, forKey: .k)
        try list.encode([1, 2])
        try super.encode(to: container.superEncoder())
    }
}

private struct LookAlikes: Codable {
    var composed: Int
    var decomposed: Int

    private enum CodingKeys: CodingKey {
        case composed, decomposed

        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
        var intValue: Int? { nil }
        var stringValue: String { self == .composed ? "caf\u{E9}" : "cafe\u{301}" }
    }
}
