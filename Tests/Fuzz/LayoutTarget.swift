import Foundation

@testable import PropertyList

/// Edits of texts in any layout. An edited text must have the intended value, an edit that changes nothing must keep
/// all bytes, and only what the writer writes is taken for its layout.
extension FuzzTarget {
    static let layout = FuzzTarget(
        name: "layout", run: run,
        change: { bytes, random in
            let (choice, syntax) = (random.below(4), random.below(3))
            if syntax == 0 {
                var generator = JSONGenerator(random: random, isFile: true)
                return choice == 0 ? nil : choice == 1 ? generator.insertion(in: bytes) : generator.document()
            }
            var generator = TextGenerator(format: syntax == 1 ? .xml : .openStep, random: random)
            return choice == 0 ? nil : choice == 1 ? generator.insertion(in: bytes) : generator.document()
        })

    private static func run(_ bytes: [UInt8]) -> Verdict {
        guard let (document, elements) = readToChange(bytes) else { return .foreign }
        promise(reread(bytes, as: document) == document, "another value without elements")
        guard document.isExact, document.value.hasFewerValues(than: 5_000) else { return .refused }
        promise(
            (try? LayoutEditor.edited(bytes, from: document, elements, to: document.value)) == bytes,
            "bytes have changed")
        if document.json == nil { checkOwnLayout(bytes, document) }
        var random = Random(state: bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) })
        let value = changed(document.value, in: document, &random)
        guard let edited = try? LayoutEditor.edited(bytes, from: document, elements, to: value) else { return .refused }
        let found = reread(edited, as: document)
        promise(found?.value == value && found?.format == document.format, "another value after an edit")
        if document.json != nil { checkJSON(edited, bytes) }
        return .read
    }

    /// Reads a text in any syntax. Half of the texts in JSON have no tags.
    static func readToChange(_ bytes: [UInt8]) -> (PropertyListDocument, RecordedElements?)? {
        if let read = try? PropertyListReader.readWithElements(bytes) {
            return read.document.format == .binary ? nil : read
        }
        guard JSONReader.recognizes(bytes) else { return nil }
        return try? JSONReader.readWithElements(bytes, as: bytes.count.isMultiple(of: 2) ? .tagged : .plain)
    }

    /// Reads a text in the syntax of a document, or returns `nil` if it is invalid.
    static func reread(_ bytes: [UInt8], as document: PropertyListDocument) -> PropertyListDocument? {
        guard let json = document.json else { return try? PropertyListReader.read(bytes) }
        return try? JSONReader.read(bytes, to: .change, as: json.kind)
    }

    /// Checks that an edit of JSON adds no comments, and that the strings that stand for literals stay in this process.
    private static func checkJSON(_ edited: [UInt8], _ old: [UInt8]) {
        let comments = Comments.all(in: edited, isJSON: true).countedSet
        let oldComments = Comments.all(in: old, isJSON: true).countedSet
        promise(comments.allSatisfy { $0.value <= oldComments[$0.key] ?? 0 }, "another comment after an edit")
        let mark = OpaqueLiteral.value("").plainText.unicodeScalars.dropFirst()
        promise(!String(decoding: edited, as: UTF8.self).contains(String(mark)), "the mark of a literal")
    }

    private static func checkOwnLayout(_ bytes: [UInt8], _ document: PropertyListDocument) {
        guard OwnLayout.isLayout(of: bytes, document.value, document.format) else { return }
        let written = try? PropertyListWriter.data(of: document.value, as: document.format)
        promise(written.map(Array.init) == bytes, "not the layout of the writer")
    }

    /// Returns a value with one change somewhere, mostly deep inside.
    static func changed(
        _ value: PropertyListValue, in document: PropertyListDocument, _ random: inout Random
    ) -> PropertyListValue {
        switch value {
        case .dictionary(var pairs):
            let key = pairs.isEmpty ? nil : pairs[random.below(pairs.count)].key
            switch (random.below(6), key) {
            case (0, let key?): pairs[key] = nil
            case (1, let key?): (pairs["renamed"], pairs[key]) = (pairs[key], nil)
            case (2, _), (_, nil): pairs["new"] = made(document, &random)
            case (_, let key?): pairs[key] = pairs[key].map { changed($0, in: document, &random) }
            }
            return .dictionary(pairs)
        case .array(var elements):
            let index = random.below(elements.count)
            switch (random.below(5), elements.isEmpty) {
            case (0, false): elements.remove(at: index)
            case (1, _), (_, true): elements.insert(made(document, &random), at: index)
            default: elements[index] = changed(elements[index], in: document, &random)
            }
            return .array(elements)
        default:
            return made(document, &random)
        }
    }

    private static func made(_ document: PropertyListDocument, _ random: inout Random) -> PropertyListValue {
        for _ in 0..<4 {
            let bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
            var maker = ValueMaker(bytes[...], isOldStyle: document.json == nil && document.format == .openStep)
            let value = maker.value(depth: 2)
            guard let json = document.json else { return value }
            // Most values have a type that JSON has no word for.
            if (try? JSONWriter.file(value, json)) != nil { return value }
        }
        return .boolean(random.once(in: 2))
    }
}

extension [String] {
    /// The number of times that each string occurs.
    fileprivate var countedSet: [String: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
