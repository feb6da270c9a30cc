import Foundation

enum Mode: String, Codable { case fast, slow }

enum Shape: Codable { case circle(radius: Double), square(side: Int, isFilled: Bool), none }

struct Tag: RawRepresentable, Codable { var rawValue: String }

struct Flags: OptionSet, Codable { let rawValue: Int }

enum Place: Codable, CaseIterable { case here, there }

struct Tree: Codable {
    var name: String
    var children: [Tree]
}

final class Node: Codable, Sendable {
    let next: Node?
    let value: Int

    init() { (next, value) = (nil, 1) }
}

indirect enum Sum: Codable, Sendable { case number(Int), sum(Sum, Sum) }

struct First: Codable { var second: [String: Second] }

struct Second: Codable {
    var first: First?
    var number: Int
}

/// A type that accepts none of the values that the probe makes up.
struct Port: Codable {
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        if number < 1 { throw CocoaError(.coderInvalidValue) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

struct Server: Codable {
    var port: Port
    var name: String
    var other: Port?
}

enum Color: Codable {
    case named(String)

    init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard name.hasPrefix("#") else { throw CocoaError(.coderInvalidValue) }
        self = .named(name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .named(let name) = self { try container.encode(name) }
    }
}

/// A type that accepts no value.
struct Refusing: Codable {
    var size: Int

    init(size: Int) { self.size = size }

    init(from decoder: any Decoder) throws { throw CocoaError(.coderInvalidValue) }
}

struct Nested: Codable {
    enum Keys: String, CodingKey { case outer, list }
    enum InnerKeys: String, CodingKey { case x, y }
    var x: Int, y: Int?, list: [Int]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .outer)
        x = try inner.decode(Int.self, forKey: .x)
        y = try inner.decodeIfPresent(Int.self, forKey: .y)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {}
}

struct Defaulted: Codable {
    var size = 1
    var color: String?
    enum CodingKeys: String, CodingKey { case size, isOld, color }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.isOld), try container.decodeNil(forKey: .isOld) { return }
        size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 1
        color = try container.decode(String?.self, forKey: .color)
    }

    func encode(to encoder: any Encoder) throws {}
}

class Base: Codable {
    var a = 1

    init() {}
}

final class Derived: Base, @unchecked Sendable {
    var b = "x"
    enum CodingKeys: String, CodingKey { case b }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        b = try container.decode(String.self, forKey: .b)
        try super.init(from: container.superDecoder())
    }
}

/// A type that is stored as an array of its parts.
struct Parts: Codable {
    var x = 1.0, y = "a", z = 2.0

    init() {}

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Double.self)
        y = try container.decode(String.self)
        z = try container.decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
        try container.encode(z)
    }
}

/// A number or a text.
enum Either: Codable, Equatable {
    case number(Int), text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// A port or a text.
enum Address: Codable {
    case port(Port), text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let port = try? container.decode(Port.self) {
            self = .port(port)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {}
}

/// A type that was a text in earlier versions.
struct Upgraded: Codable {
    var name: String

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            name = text
        } else {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }
}

/// A type with a property that was a number in earlier versions.
struct Versioned: Codable {
    var name: String
    var tags: [Either]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try? container.decode(String.self, forKey: .name)
        self.name = try name ?? String(container.decode(Int.self, forKey: .name))
        tags = try container.decode([Either].self, forKey: .tags)
    }
}
