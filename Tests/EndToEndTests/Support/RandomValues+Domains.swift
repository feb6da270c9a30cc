import Foundation
import PropertyList
import TestExtent

/// Makes domains, and pairs of them, of which a script is asked to make one from the other.
extension RandomValues {
    /// Values for command lines, and for Python, which has no distant dates.
    init(forPrograms seed: UInt64) {
        self.init(seed: seed)
        (sizes, lengths) = ([0, 1, 2, 3], [0, 1, 1, 2, 3, 5])
        containers = [.array, .dictionary, .reference]
        seconds = [0, 0.5, -1.25, 0.000_001, 7e8, -978_307_200, 1e9 + 0.1]
    }

    mutating func domain() -> PropertyListDictionary { dictionary(depth: 2) }

    /// A domain, and another that has much of it.
    mutating func pair() -> (PropertyListDictionary, PropertyListDictionary) {
        let old = domain()
        if generator.chance(20) { return (old, domain()) }
        var new = old
        for (key, value) in old {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: new[key] = nil
            case 1: new[key] = self.value(depth: 2)
            case 2: new[key] = ofAnotherType(value)
            default: break
            }
        }
        if generator.chance(40) { new[string()] = value(depth: 2) }
        if generator.chance(2) { new[string()] = long() }
        return (old, new)
    }

    /// What another program could take for the same.
    private func ofAnotherType(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .integer(let number):
            number.exactly(as: Int32.self).map { .real(Double($0)) } ?? .string(number.description)
        case .real(let number): number == 1 ? .integer(1) : .string(number.description)
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .string(let text): .data(Data(text.utf8))
        case .data(let data): .string(data.base64EncodedString())
        case .date(let date): .real(date.timeIntervalSinceReferenceDate)
        case .uid(let uid): .dictionary(["CF$UID": .integer(PropertyListInteger(UInt64(uid)))])
        case .array(let elements): .array(elements.map(ofAnotherType))
        case .dictionary(let pairs):
            .dictionary(PropertyListDictionary(pairs.map { ($0.key, ofAnotherType($0.value)) }))
        }
    }

    /// More than fits into a word of a command line.
    private mutating func long() -> PropertyListValue {
        let text = String(
            repeating: generator.pick(["x", "'", "é\n", "EOF\n", "\u{1}", "\u{FFFF}", "\0"]), count: 140_000)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .data(Data(text.utf8))
        case 1: return [.string(text), 0.5]
        case 2: return ["k": .string(text), "d": -0.0]
        default: return .string(text)
        }
    }
}

extension Scratch {
    /// Writes a domain's file with the writer of the library, XML where that is exact. No file for no keys.
    func store(_ contents: PropertyListDictionary, at path: String) throws {
        if contents.isEmpty { return }
        let value = PropertyListValue.dictionary(contents)
        let data = try PropertyListWriter.data(of: value, as: value.isExact(in: .xml) ? .xml : .binary)
        try Disk.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// The pairs of files of which Python's plistlib reads something else, types included; a file that is missing holds
    /// nothing.
    func differingForPython(_ pairs: [(String, String)]) throws -> [String] {
        let script = #"""
            import os, plistlib, sys
            # Characters that XML 1.0 excludes, which Foundation writes as they are.
            excluded = {c: 0xF0000 + c for c in [*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF]}
            def typed(v):
                if isinstance(v, dict): return ('d', sorted((k.translate(excluded), typed(x)) for k, x in v.items()))
                if isinstance(v, str): return ('str', repr(v.translate(excluded)))
                if isinstance(v, list): return ('a', [typed(x) for x in v])
                if isinstance(v, plistlib.UID): return ('d', [('CF$UID', ('int', repr(v.data)))])
                return (type(v).__name__, repr(v))
            def load(path):
                if not os.path.exists(path): return typed({})
                with open(path, 'rb') as file: data = file.read()
                if not data.startswith(b'bplist'): data = data.decode().translate(excluded).encode()
                return typed(plistlib.loads(data))
            for line in sys.stdin.read().splitlines():
                a, b = line.split('\t')
                if load(a) != load(b): print(line)
            """#
        let input = pairs.map { "\($0)\t\($1)\n" }.joined()
        let outcome = try run(["/usr/bin/env", "python3", "-c", script], input: Array(input.utf8))
        guard outcome.status == 0 else { throw CocoaError(.fileReadCorruptFile, userInfo: ["error": outcome.error]) }
        return outcome.text.split(separator: "\n").map(String.init)
    }
}
