import Foundation
import PropertyList
import TestExtent
import Testing

/// Random paths: their notation, and the effect of a change on all other values.
struct RandomPathTests {
    private static let pieces = [
        "", ".", "\\", "\\.", "..", "a", "0", "01", "-1", " ", "\n", "\0", "é", "e\u{301}", "\u{301}", "\u{338}", "😀",
        "\u{200D}", "=", "'", "\"", "-k", "$", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "日本", "\r\n",
    ]

    private static func key(_ generator: inout SeededGenerator) -> String {
        var key = ""
        for _ in 0..<generator.pick([0, 1, 1, 2, 3]) {
            let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
            key += generator.chance(70) ? generator.pick(pieces) : scalar.map(String.init) ?? "x"
        }
        return key
    }

    @Test("a printed path is parsed as the same path")
    func printing() {
        var generator = SeededGenerator(seed: 5)
        var texts: Set<[UInt8]> = []
        var paths: Set<PropertyListPath> = []
        for _ in 0..<Extent.count(10_000, short: 3000) {
            let path = PropertyListPath((0..<generator.pick([1, 1, 2, 3, 6])).map { _ in Self.key(&generator) })
            #expect(PropertyListPath(parsing: path.description) == path)
            paths.insert(path)
            texts.insert(Array(path.description.utf8))
        }
        #expect(texts.count == paths.count, "two paths are printed alike")
    }

    @Test("a text without a misplaced backslash is a path that prints as the text")
    func parsing() {
        var generator = SeededGenerator(seed: 6)
        var refused = 0
        for _ in 0..<Extent.count(10_000, short: 3000) {
            let text = Self.key(&generator) + Self.key(&generator)
            if let path = PropertyListPath(parsing: text) {
                #expect(Array(path.description.utf8) == Array(text.utf8))
            } else {
                refused += 1
                let rest = text.unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
                #expect(rest.contains { $0.isEmpty || $0.first != "." })
            }
        }
        #expect(refused > 100)
    }

    @Test("a write, an insertion or a removal does not change other values")
    func siblings() throws {
        var values = RandomValues(seed: 7)
        var counts = [0, 0, 0]
        for _ in 0..<Extent.count(10_000, short: 3000) {
            let root = values.dictionary(depth: 3)
            guard let path = Self.place(in: root, &values.generator) else { continue }
            var changed = root
            switch Int.random(in: 0..<3, using: &values.generator) {
            case 0:
                // The path may lead through missing keys. Arrays have no such keys.
                let isNew = values.generator.chance(50) && root[path]?.type == .dictionary
                let place = PropertyListPath(
                    path.components + (isNew ? ["new\u{301}", Self.key(&values.generator)] : []))
                try changed.set("new", at: place)
                #expect(Self.leaves(changed) == Self.replacing(path, isNew ? place : path, in: root, by: "new"))
                counts[0] += 1
            case 1:
                guard Self.isInArray(path, root) else { continue }
                try changed.insert("new", at: path)
                #expect(changed[path] == "new")
                try changed.remove(at: path)
                #expect(changed == root)
                counts[1] += 1
            default:
                let isInArray = Self.isInArray(path, root)
                let old = root[path]
                try changed.remove(at: path)
                if isInArray, let old {
                    try changed.insert(old, at: path)
                } else {
                    #expect(changed[path] == nil)
                    changed = try old.map { try Self.setting($0, path, changed) } ?? changed
                }
                #expect(changed == root)
                counts[2] += 1
            }
        }
        #expect(counts.allSatisfy { $0 > 30 }, "\(counts)")
    }

    private static func setting(
        _ value: PropertyListValue, _ path: PropertyListPath, _ root: PropertyListDictionary
    ) throws -> PropertyListDictionary {
        var root = root
        try root.set(value, at: path)
        return root
    }

    /// A random path of a value in a dictionary.
    private static func place(
        in root: PropertyListDictionary, _ generator: inout SeededGenerator
    ) -> PropertyListPath? {
        var value = PropertyListValue.dictionary(root)
        var path: [String] = []
        while path.isEmpty || generator.chance(70) {
            switch value {
            case .dictionary(let dictionary) where !dictionary.isEmpty:
                let pair = generator.pick(Array(dictionary))
                path.append(pair.key)
                value = pair.value
            case .array(let elements) where !elements.isEmpty:
                let index = Int.random(in: elements.indices, using: &generator)
                path.append(String(index))
                value = elements[index]
            default: return path.isEmpty ? nil : PropertyListPath(path)
            }
        }
        return PropertyListPath(path)
    }

    private static func isInArray(_ path: PropertyListPath, _ root: PropertyListDictionary) -> Bool {
        root[PropertyListPath(Array(path.components.dropLast()))]?.type == .array
    }

    /// Returns all values that contain no others, with their paths.
    private static func leaves(_ root: PropertyListDictionary) -> [PropertyListPath: PropertyListValue] {
        var leaves: [PropertyListPath: PropertyListValue] = [:]
        collect(.dictionary(root), at: [], into: &leaves)
        return leaves
    }

    private static func collect(
        _ value: PropertyListValue, at path: [String], into leaves: inout [PropertyListPath: PropertyListValue]
    ) {
        switch value {
        case .dictionary(let pairs) where !pairs.isEmpty:
            for pair in pairs { collect(pair.value, at: path + [pair.key], into: &leaves) }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() { collect(element, at: path + ["\(index)"], into: &leaves) }
        default:
            leaves[PropertyListPath(path)] = value
        }
    }

    /// Returns the expected leaves after a change or removal of the value at a path.
    private static func replacing(
        _ path: PropertyListPath, _ place: PropertyListPath, in root: PropertyListDictionary,
        by value: PropertyListValue
    ) -> [PropertyListPath: PropertyListValue] {
        var leaves = leaves(root).filter { !$0.key.begins(with: place) }
        // An empty dictionary on the path is not a leaf any more.
        leaves[path] = nil
        leaves[place] = value
        return leaves
    }
}

/// The kinds of paths that may lead into an array.
struct ArrayPathTests {
    private static let root: PropertyListDictionary = ["a": ["x", ["k": 1], []], "s": "text"]

    @Test(
        "an index is 0, or digits without a leading zero, and below the count",
        arguments: [("a.0", true), ("a.1.k", true), ("a.2", true)]
            + ["a.3", "a.00", "a.01", "a.-1", "a.+1", "a. 1", "a.x", "a.", "a.1.0", "a.٣", "a.18446744073709551616"]
            .map { ($0, false) })
    func indexes(text: String, isThere: Bool) throws {
        let path = try #require(PropertyListPath(parsing: text))
        #expect((Self.root[path] != nil) == isThere)
        var changed = Self.root
        if isThere {
            try changed.set(true, at: path)
            #expect(changed[path] == true)
        } else if text != "a.1.0" {
            #expect(throws: PropertyListError(.notAnIndex(path, count: 3))) { try changed.set(true, at: path) }
            #expect(changed == Self.root)
        }
        if !isThere {
            #expect(throws: PropertyListError(.noValue(path))) { try changed.remove(at: path) }
        }
    }

    @Test(
        "a value is inserted before the element or appended at the count",
        arguments: [
            ("a.0", ["new", "x", ["k": 1], []]), ("a.1", ["x", "new", ["k": 1], []]),
            ("a.3", ["x", ["k": 1], [], "new"]),
        ] as [(String, PropertyListValue)])
    func insertion(text: String, expected: PropertyListValue) throws {
        var changed = Self.root
        try changed.insert("new", at: try #require(PropertyListPath(parsing: text)))
        #expect(changed == ["a": expected, "s": "text"])
    }

    @Test(
        "an insertion elsewhere is refused", arguments: ["a.4", "a.01", "a.x", "a.", "a.1.k", "s.0", "z.0", "a", "s"])
    func refusedInsertion(text: String) throws {
        var changed = Self.root
        let path = try #require(PropertyListPath(parsing: text))
        #expect(throws: PropertyListError.self) { try changed.insert("new", at: path) }
        #expect(changed == Self.root)
    }

    @Test("missing containers become dictionaries, and a scalar on the path is refused")
    func way() throws {
        var changed = Self.root
        try changed.set(1, at: PropertyListPath(["new", "0", ""]))
        #expect(changed["new"] == ["0": ["": 1]])
        #expect(throws: PropertyListError(.notAContainer("s", .string))) {
            try changed.set(1, at: PropertyListPath(["s", "k"]))
        }
    }

    @Test("a path has at most 512 components")
    func length() throws {
        var changed = Self.root
        try changed.set(1, at: PropertyListPath(Array(repeating: "d", count: 512)))
        #expect(throws: PropertyListError(.tooLong(513))) {
            try changed.set(1, at: PropertyListPath(Array(repeating: "e", count: 513)))
        }
        #expect(changed["e"] == nil)
        #expect(throws: PropertyListError(.tooLong(100_000))) {
            try changed.set(1, at: PropertyListPath(Array(repeating: "e", count: 100_000)))
        }
    }
}
