import CoreFoundation
import Foundation

/// A reader of property lists in all formats.
///
/// The content determines the format. A binary file begins with `bplist`. XML begins with a `<` that does not begin
/// data such as `<0fbd77>`. Other text is old style. Text is in UTF-8, or in UTF-16 or UTF-32 with a byte order mark.
/// XML may also declare another encoding. Only the reader of the detected format is used, and its error is reported. No
/// input ends the process or exhausts memory.
public enum PropertyListReader {
    /// Reads a property list.
    ///
    /// ```swift
    /// let document = try PropertyListReader.read([UInt8](Data(contentsOf: url)))
    /// let version = document.value["CFBundleVersion"]
    /// ```
    ///
    /// - Parameter bytes: The contents of a file.
    /// - Throws: ``PropertyListError`` if the bytes are not a property list or exceed a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        try read(bytes, mayBeOther: true)
    }

    /// Reads a property list.
    ///
    /// - Parameter mayBeOther: Whether bytes that look like a file of another kind are unrecognized. Otherwise they are
    ///   read as an invalid text, so that the error has a position.
    package static func read(_ bytes: [UInt8], mayBeOther: Bool) throws(PropertyListError) -> PropertyListDocument {
        switch try TextForm.of(bytes, mayBeOther: mayBeOther) {
        case .binary: try BinaryReader.read(bytes)
        case .xml(let text): try XMLReader.read(text).document
        case .oldStyle(let text): try OldStyleReader.read(text, mayBeProse: mayBeOther).document
        }
    }

    /// Returns whether old-style text contains only comments and blanks. A file with such text is an empty dictionary.
    /// An argument such as `//host/<name>` is probably not meant as a dictionary.
    package static func holdsCommentsAlone(_ text: String) -> Bool {
        var scanner = OldStyleScanner(Array(text.utf8))
        return scanner.nextSignificant() == nil
    }

    /// Returns whether Foundation's `PropertyListSerialization`, and therefore `UserDefaults`, can read a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - document: The result of ``read(_:)`` for these bytes.
    package static func isReadableByFoundation(_ bytes: [UInt8], _ document: PropertyListDocument) -> Bool {
        // These options of CFPropertyListCreateWithData allow only one format. Without an option, the function also
        // tries other parsers and prints to standard error.
        let (binary, xml): (CFOptionFlags, CFOptionFlags) = (0x200, 0x400)
        return switch document.format {
        case .openStep: true  // our grammar is the same
        case .xml: foundationParses(bytes, xml)
        case .binary: foundationParses(bytes, binary) && !document.substitutions.contains { $0.found == .set }
        }
    }

    /// Returns whether CoreFoundation's parser reads a file. `PropertyListSerialization` crashes on sets and takes nine
    /// tenths of its time to bridge values to Swift.
    private static func foundationParses(_ bytes: [UInt8], _ option: CFOptionFlags) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            let data = CFDataCreateWithBytesNoCopy(
                kCFAllocatorDefault, buffer.baseAddress, buffer.count, kCFAllocatorNull)
            let root = CFPropertyListCreateWithData(kCFAllocatorDefault, data, option, nil, nil)
            return root?.takeRetainedValue() != nil
        }
    }

    /// Returns the positions of text around the root of XML that this reader and Foundation accept, and other programs
    /// do not.
    ///
    /// - Returns: The position of the XML declaration if it is not at the beginning, and that of the first NUL behind
    ///   the root.
    package static func strayText(
        in bytes: [UInt8]
    ) -> (declaration: PropertyListError.Position?, end: PropertyListError.Position?) {
        guard let (text, syntax) = TextForm.text(of: bytes), syntax == .xml else { return (nil, nil) }
        let position = { PropertyListError.Position(behind: text[..<$0]) }
        let declaration = text.withUnsafeBufferPointer { XMLScanner(ByteView($0)).misplacedDeclaration }
        let root = text.indices.last { text[$0...].starts(with: "</".utf8) } ?? 0
        return (declaration.map(position), text[root...].firstIndex(of: 0).map(position))
    }

    /// Reads the value of one key of the root dictionary, without creating the other values.
    ///
    /// The result is the same as after reading the whole file, but substitutions in other values are omitted. A binary
    /// file is read only as far as needed, so errors in other parts are not noticed. Text is checked to its end. To
    /// change a file, read all of it.
    ///
    /// ```swift
    /// let version = try PropertyListReader.value(forKey: "CFBundleVersion", in: bytes)?.value
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - bytes: The contents of a file.
    /// - Returns: The value as the root of a document, or `nil` if there is no such key. Paths of substitutions begin
    ///   at the root of the file.
    /// - Throws: ``PropertyListError`` if the bytes are not a property list, exceed a limit, or have a root of another
    ///   type.
    public static func value(
        forKey key: String, in bytes: [UInt8]
    ) throws(PropertyListError) -> PropertyListDocument? {
        switch try TextForm.of(bytes) {
        case .binary:
            try ByteView.of(bytes) { (view) throws(PropertyListError) in
                try BinaryReader.value(forKey: key, in: view)
            }
        case .xml(let text): try XMLReader.read(text, onlyKey: key).document.member(key)
        case .oldStyle(let text): try OldStyleReader.read(text).document.member(key)
        }
    }
}

/// A property list that was read from bytes.
public struct PropertyListDocument: Sendable, Equatable {
    /// The root value.
    public var value: PropertyListValue
    /// The format of the bytes.
    public var format: PropertyListFormat
    /// The parts of the file that a value cannot hold. ``value`` contains substitutes for them or omits them.
    package var substitutions: [PropertyListSubstitution]
    /// The paths of keys that occur several times in their dictionary. At most 100 paths are recorded. As in
    /// Foundation, ``value`` contains the last value of such a key in text, and the first value in a binary file.
    public internal(set) var duplicateKeys: [PropertyListPath] = []
    /// Whether the text contains comments. Writing ``value`` would lose the comments.
    public internal(set) var hasComments = false
    /// The form of JSON, or `nil` for a property list. The ``format`` of JSON has no meaning.
    package internal(set) var json: JSONForm?

    /// Whether ``value`` holds the content of the file without substitutes. A value with substitutes can be shown, but
    /// writing it would lose content. Comments and duplicate keys are not considered.
    public var isExact: Bool { substitutions.isEmpty }
}

extension PropertyListDocument {
    /// Returns the value of a key of the root dictionary and the substitutions in it, or `nil` if there is no such key.
    ///
    /// - Throws: `PropertyListError.Code.notDictionary`.
    func member(_ key: String) throws(PropertyListError) -> PropertyListDocument? {
        guard case .dictionary(let root) = value else { throw PropertyListError(.notDictionary(value.type)) }
        return root[key].map { value in
            let substitutions = substitutions.filter { $0.mayConcern(.key(key)) }
            return PropertyListDocument(value: value, format: format, substitutions: substitutions)
        }
    }
}
