import TestExtent

@testable import DefaultsCore

/// Random domains and documents over few keys, so that documents often concern the same values.
struct RandomState: RandomNumberGenerator {
    static let domains = [Domain.global, "a", "b"]

    private var generator: SeededGenerator

    init(seed: Int) {
        generator = SeededGenerator(seed: UInt64(seed))
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func isTrue(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func domain() -> Domain { Self.domains.randomElement(using: &self) ?? .global }

    mutating func key() -> String { ["x", "y", "z", "0"].randomElement(using: &self) ?? "x" }

    /// A value that is rarely the same as another one by chance alone.
    mutating func value(depth: Int = 0) -> PropertyListValue {
        switch Int.random(in: 0..<(depth > 2 ? 4 : 7), using: &self) {
        case 0: .integer(PropertyListInteger(Int64.random(in: 0...2, using: &self)))
        case 1: .string("s\(Int.random(in: 0...2, using: &self))")
        case 2: .boolean(isTrue(oneIn: 2))
        case 3: .array([1, "a"])
        default: .dictionary(dictionary(depth: depth + 1))
        }
    }

    mutating func dictionary(depth: Int = 0) -> PropertyListDictionary {
        var dictionary: PropertyListDictionary = [:]
        for _ in 0..<Int.random(in: 0...3, using: &self) { dictionary[key()] = value(depth: depth) }
        return dictionary
    }

    /// A document as JSON.
    mutating func document() -> String {
        var domains: [String] = []
        for domain in Self.domains where !isTrue(oneIn: 3) {
            let contents = isTrue(oneIn: 12) ? #"{"$absent": true}"# : requirements(tagsAllowed: true, depth: 0)
            domains.append("\"\(domain)\": \(contents)")
        }
        return "{" + domains.joined(separator: ",") + "}"
    }

    private mutating func requirements(tagsAllowed: Bool, depth: Int) -> String {
        var pairs: [String: String] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            let text: String
            switch Int.random(in: 0..<4, using: &self) {
            case 0: text = #"{"$absent": true}"#
            case 1 where depth < 3: text = #"{"$merge": \#(requirements(tagsAllowed: true, depth: depth + 1))}"#
            default: text = value(depth: depth).description
            }
            pairs[key()] = text
        }
        return "{" + pairs.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
    }
}

extension RandomState {
    /// Changes random values of random domains.
    static func change(_ store: some DomainStore, _ random: inout RandomState) throws {
        let domains = RandomState.domains.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        let contents = domains.map { ($0, random.dictionary()) }
        try store.update(Array(domains)) { transaction in
            for (domain, contents) in contents { transaction[domain] = contents }
        }
    }
}
