import Foundation

@testable import PropertyList

/// Edits of texts in any layout. An edited text must have the intended value, an edit that changes nothing must keep
/// all bytes, and only what the writer writes is taken for its layout.
extension FuzzTarget {
    static let layout = FuzzTarget(
        name: "layout", run: run,
        change: { bytes, random in
            let (choice, isXML) = (random.below(4), random.once(in: 2))
            var generator = TextGenerator(format: isXML ? .xml : .openStep, random: random)
            switch choice {
            case 0: return nil
            case 1: return generator.insertion(in: bytes)
            default: return generator.document()
            }
        })

    private static func run(_ bytes: [UInt8]) -> Verdict {
        guard let (document, elements) = try? PropertyListReader.readWithElements(bytes), document.format != .binary
        else { return .foreign }
        promise((try? PropertyListReader.read(bytes)) == document, "another value without elements")
        guard document.isExact, document.value.hasFewerValues(than: 5_000) else { return .refused }
        promise(
            (try? LayoutEditor.edited(bytes, from: document, elements, to: document.value)) == bytes,
            "bytes have changed")
        checkOwnLayout(bytes, document)
        var random = Random(state: bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) })
        let value = changed(document.value, as: document.format, &random)
        guard let edited = try? LayoutEditor.edited(bytes, from: document, elements, to: value) else { return .refused }
        let found = try? PropertyListReader.read(edited)
        promise(found?.value == value && found?.format == document.format, "another value after an edit")
        return .read
    }

    private static func checkOwnLayout(_ bytes: [UInt8], _ document: PropertyListDocument) {
        guard OwnLayout.isLayout(of: bytes, document.value, document.format) else { return }
        let written = try? PropertyListWriter.data(of: document.value, as: document.format)
        promise(written.map(Array.init) == bytes, "not the layout of the writer")
    }

    /// Returns a value with one change somewhere, mostly deep inside.
    static func changed(
        _ value: PropertyListValue, as format: PropertyListFormat, _ random: inout Random
    ) -> PropertyListValue {
        switch value {
        case .dictionary(var pairs):
            let key = pairs.isEmpty ? nil : pairs[random.below(pairs.count)].key
            switch (random.below(6), key) {
            case (0, let key?): pairs[key] = nil
            case (1, let key?): (pairs["renamed"], pairs[key]) = (pairs[key], nil)
            case (2, _), (_, nil): pairs["new"] = made(format, &random)
            case (_, let key?): pairs[key] = pairs[key].map { changed($0, as: format, &random) }
            }
            return .dictionary(pairs)
        case .array(var elements):
            let index = random.below(elements.count)
            switch (random.below(5), elements.isEmpty) {
            case (0, false): elements.remove(at: index)
            case (1, _), (_, true): elements.insert(made(format, &random), at: index)
            default: elements[index] = changed(elements[index], as: format, &random)
            }
            return .array(elements)
        default:
            return made(format, &random)
        }
    }

    private static func made(_ format: PropertyListFormat, _ random: inout Random) -> PropertyListValue {
        let bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
        var maker = ValueMaker(bytes[...], isOldStyle: format == .openStep)
        return maker.value(depth: 2)
    }
}
