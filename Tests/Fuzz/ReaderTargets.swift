import Foundation

@testable import PropertyList

/// The readers of the three formats. A value that is read must be the same after writing and reading it, and a lookup
/// must find each key of its root.
extension FuzzTarget {
    static let binary = FuzzTarget(
        name: "binary", run: { run($0, as: .binary) },
        change: { bytes, random in
            if random.once(in: 8), bytes.count > 40 { return nil }
            return BinaryObjects.changed(bytes, &random)
        })
    static let xml = text(.xml, name: "xml")
    static let openStep = text(.openStep, name: "openStep")

    /// Texts are generated, or get an additional element.
    private static func text(_ format: PropertyListFormat, name: String) -> FuzzTarget {
        FuzzTarget(
            name: name, run: { run($0, as: format) },
            change: { bytes, random in
                let choice = random.below(3)
                var generator = TextGenerator(format: format, random: random)
                switch choice {
                case 0: return nil
                case 1: return generator.insertion(in: bytes)
                default: return generator.document()
                }
            })
    }

    private static func run(_ bytes: [UInt8], as format: PropertyListFormat) -> Verdict {
        guard isOfFormat(bytes, format) else { return .foreign }
        guard let document = try? PropertyListReader.read(bytes) else {
            _ = try? PropertyListReader.value(forKey: "a", in: bytes)
            return .refused
        }
        check(document, of: bytes)
        return .read
    }

    /// Returns whether the reader of this format is used.
    private static func isOfFormat(_ bytes: [UInt8], _ format: PropertyListFormat) -> Bool {
        switch (try? TextForm.of(bytes), format) {
        case (.binary?, .binary), (.xml?, .xml), (.oldStyle?, .openStep): true
        default: false
        }
    }

    private static func check(_ document: PropertyListDocument, of bytes: [UInt8]) {
        // Comparing a hundred thousand values would take longer than reading them.
        guard document.value.hasFewerValues(than: 5_000) else { return }
        if case .dictionary(let root) = document.value {
            promise(PairKeys(pairs: Array(root)).areStrictlyAscending, "keys out of order")
            for (key, value) in root.prefix(4) {
                let found = try? PropertyListReader.value(forKey: key, in: bytes)
                promise(found?.value == value, "another value by itself")
            }
        }
        // Writing takes much longer than reading, so only some inputs are written. The input decides, so that failures
        // can be reproduced.
        guard bytes.last.map({ $0 % 16 == bytes.count % 16 }) ?? false else { return }
        guard document.value.isExact(in: document.format),
            let written = try? PropertyListWriter.data(of: document.value, as: document.format)
        else { return }
        let again = try? PropertyListReader.read(Array(written))
        promise(again?.value == document.value, "another value after writing")
    }
}

extension PropertyListValue {
    /// Returns whether the value, including itself, contains fewer values than a bound.
    func hasFewerValues(than bound: Int) -> Bool {
        var bound = bound
        return isCounted(downTo: &bound)
    }

    private func isCounted(downTo bound: inout Int) -> Bool {
        bound -= 1
        guard bound > 0 else { return false }
        switch self {
        case .array(let elements): return elements.allSatisfy { $0.isCounted(downTo: &bound) }
        case .dictionary(let dictionary): return dictionary.allSatisfy { $0.value.isCounted(downTo: &bound) }
        case .string, .integer, .real, .boolean, .date, .data, .uid: return true
        }
    }
}
