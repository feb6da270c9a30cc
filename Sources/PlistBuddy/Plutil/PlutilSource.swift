import Foundation
import PropertyList
import ToolSupport

/// A property list or JSON that plutil has read.
struct PlutilSource {
    private(set) var value: PropertyListValue
    let format: DocumentFormat
    /// The parts of the document that the value cannot hold.
    private let substitutions: [PropertyListSubstitution]
    /// The keys that occur several times in their dictionary.
    private let duplicateKeys: [PropertyListPath]
    /// Whether the document has comments, which writing the value loses.
    let hasComments: Bool
    /// The bytes of the document. Empty if they are not known.
    let bytes: [UInt8]

    /// Reads a document. The content determines the format. A blank file is an empty dictionary.
    init(_ bytes: [UInt8]) throws(PlutilError) {
        let isJSON = JSONReader.recognizes(bytes)
        do {
            self =
                isJSON
                ? PlutilSource(try JSONReader.read(bytes, to: .show, as: .plain), bytes: bytes)
                : PlutilSource(try Self.propertyList(bytes), bytes: bytes)
        } catch {
            throw isJSON
                ? .notParsed(Self.error(of: Self.propertyList, bytes), asJSON: error)
                : .notParsed(error, asJSON: Self.error(of: JSONReader.read, bytes))
        }
    }

    /// - Parameter bytes: The bytes of the document, if they are known. Errors then contain the places of keys.
    init(_ document: PropertyListDocument, bytes: [UInt8] = []) {
        (value, format) = (document.value, document.json == nil ? .propertyList(document.format) : .json(.plain))
        (substitutions, duplicateKeys) = (document.substitutions, document.duplicateKeys)
        (hasComments, self.bytes) = (document.hasComments, bytes)
    }

    /// Throws an error if bytes are not a valid property list. JSON is not a property list. As in Apple's tool, blanks
    /// are valid, and an empty file is not.
    static func check(_ bytes: [UInt8]) throws(PlutilError) {
        let document: PropertyListDocument
        do {
            document = bytes.isEmpty ? try PropertyListReader.read(bytes) : try propertyList(bytes)
        } catch {
            throw .notValid(JSONReader.recognizes(bytes) ? "JSON is not a property list" : error.description)
        }
        // The binary format has sets and nulls. In text, substitutions are made for invalid values.
        guard document.format == .binary || document.isExact else { throw .notValid(document.substitutions.summary) }
    }

    private static func propertyList(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        try PropertyListReader.read(PropertyListReader.contents(ofFile: bytes))
    }

    /// Returns the error of a reader, or that of an unrecognized format if the reader has none.
    private static func error<Document>(
        of read: ([UInt8]) throws(PropertyListError) -> Document, _ bytes: [UInt8]
    ) -> PropertyListError {
        do {
            _ = try read(bytes)
            return PropertyListError(.unrecognized)
        } catch {
            return error
        }
    }
}

extension PlutilSource {
    /// The nulls, which the value contains as strings.
    var nulls: [PropertyListSubstitution] { substitutions.filter { $0.found == .null } }

    /// Returns the value at a key path, or the root if the path is `nil`. Throws an error if there is no value at the
    /// path.
    func value(at path: PlutilKeyPath?) throws(PlutilError) -> PropertyListValue {
        guard let path else { return value }
        guard let value = value[path.path] else {
            throw PlutilError(
                "Could not extract value, error: No value at that key path or invalid key path: \(path.text)")
        }
        return value
    }

    /// Returns whether the value at a key path is a null.
    func isNull(at path: PlutilKeyPath) -> Bool {
        if nulls.contains(where: { !$0.isSomewhereInside && $0.path == path.path }) { return true }
        // Beyond the nulls whose paths are known, a string with the text of a null may be one.
        let mayBeNull = nulls.contains { $0.isSomewhereInside }
        return mayBeNull && value[path.path] == .string(PropertyListSubstitution.nullText)
    }

    /// Returns whether the value at a key path is a number that was rounded.
    func isRounded(at path: PlutilKeyPath) -> Bool {
        substitutions.contains { substitution in
            guard substitution.found == .roundedNumber else { return false }
            return substitution.isSomewhereInside ? value[path.path]?.type == .real : substitution.path == path.path
        }
    }

    /// Returns the value at a key path, or the root, in order to print it or its type. Throws an error if the value
    /// contains a substitute, except for nulls and rounded numbers.
    @discardableResult
    func shownValue(at path: PlutilKeyPath? = nil) throws(PlutilError) -> PropertyListValue {
        let found = try value(at: path)
        let hidden = concerning(path).filter { $0.found != .null && $0.found != .roundedNumber }
        guard hidden.isEmpty else { throw PlutilError("The file contains \(hidden.summary)") }
        return found
    }

    /// Returns the value at a key path, or the root, in order to write it. Throws an error if the value contains a
    /// substitute.
    func exactValue(at path: PlutilKeyPath? = nil) throws(PlutilError) -> PropertyListValue {
        let found = try value(at: path)
        let concerning = concerning(path)
        guard concerning.isEmpty else {
            throw PlutilError("The file contains \(concerning.summary), which cannot be written")
        }
        return found
    }

    /// Returns the error of writing the value at a key path, or the root, if only one of several values of a key in it
    /// or above it is written.
    func duplicateKey(at path: PlutilKeyPath?) -> PlutilError? {
        let place = path?.path ?? PropertyListPath()
        let key = duplicateKeys.first { ($0.begins(with: place) || place.begins(with: $0)) && value[$0] != nil }
        return key.map { .duplicateKey($0, positions(ofDuplicate: $0)) }
    }

    private func concerning(_ path: PlutilKeyPath?) -> [PropertyListSubstitution] {
        substitutions.filter { $0.mayConcern(path?.path ?? PropertyListPath()) }
    }

    /// Returns the positions of the first two occurrences of a key, or nothing if they are not known.
    private func positions(ofDuplicate key: PropertyListPath) -> [PropertyListError.Position] {
        let places =
            format == .json(.plain)
            ? try? JSONReader.places(of: [key], in: bytes, to: .show, as: .plain)
            : try? PropertyListReader.places(of: [key], in: bytes)
        guard let places else { return [] }
        let elements = places[key]
        // If a key above it occurs several times as well, the path leads into several dictionaries.
        guard let (first, second) = zip(elements, elements.dropFirst()).first(where: { $0.container == $1.container })
        else { return [] }
        let positions = places.positions(of: [first.start, second.start])
        return [first.start, second.start].compactMap { positions[$0] }
    }

    /// Changes the value. Throws an error if the document contains a substitute.
    mutating func apply(_ edit: PlutilEdit) throws(PlutilError) {
        if format == .openStep { throw PlutilError("Conversion to OpenStep format is not supported") }
        _ = try exactValue()
        try edit.apply(to: &value)
        if format == .json(.plain), !value.isDocumentInJSON { throw .invalidInJSON }
    }

    /// Returns the document in its format.
    func data(isReadable: Bool) throws(PlutilError) -> Data {
        try format.data(of: value, isReadable: isReadable)
    }
}
