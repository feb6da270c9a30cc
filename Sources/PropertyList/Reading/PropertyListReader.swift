import CoreFoundation
import Foundation

/// Reads a property list: the one way from bytes to a value.
///
/// The format is decided by the content: `bplist` begins a binary file; a `<` that begins no data (`<0fbd77>`) is XML; other text is
/// old style. Text may be in UTF-8; with a byte order mark, in UTF-16 or UTF-32; or, if it is XML, in the encoding that it declares. Only
/// that format's reader is asked, so that its complaint is the one reported. No input traps or exhausts memory: see
/// ``PropertyListLimits``.
public enum PropertyListReader {
    /// Reads a whole property list.
    ///
    /// - Throws: ``PropertyListError`` where the bytes are none, or go beyond a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        switch try TextForm.of(bytes) {
        case .binary: try BinaryReader.read(bytes)
        case .xml(let text): try XMLReader.read(text)
        case .oldStyle(let text): try OldStyleReader.read(text)
        }
    }

    /// Whether text of the old style has comments and no value. As a file it is an empty dictionary; as a word, such as `//host/<name>`,
    /// hardly.
    package static func holdsCommentsAlone(_ text: String) -> Bool {
        var scanner = OldStyleScanner(Array(text.utf8))
        return scanner.nextSignificant() == nil
    }

    /// Whether Foundation's `PropertyListSerialization`, and so `UserDefaults`, reads a file that this reader reads.
    public static func isReadableByFoundation(_ bytes: [UInt8], _ document: PropertyListDocument) -> Bool {
        FoundationReading.succeeds(bytes, document)
    }

    /// Reads the value under one key of the root dictionary, without making the others.
    ///
    /// The answer is what reading the whole gives, with two differences. The substitutions are those in that value. And of a binary file
    /// only what leads to the value is looked at, which is the description at its end, the keys before the value's, and the value: what is
    /// broken or beyond a limit elsewhere is not noticed. That is enough to show a value, and to say that there is none; whoever
    /// changes a file reads the whole. Text is checked to its end, as it is when the whole is read.
    ///
    /// - Returns: the value as the root of a document, whose substitutions have their paths from the root of the file; nil where the
    ///   root has no such key.
    /// - Throws: ``PropertyListError`` where the bytes are no property list, go beyond a limit, or have another root.
    public static func value(
        forKey key: String, in bytes: [UInt8]
    ) throws(PropertyListError) -> PropertyListDocument? {
        switch try TextForm.of(bytes) {
        case .binary:
            try ByteView.of(bytes) { (view) throws(PropertyListError) in
                try BinaryReader.value(forKey: key, in: view)
            }
        case .xml(let text): try XMLReader.read(text, onlyKey: key).member(key)
        case .oldStyle(let text): try OldStyleReader.read(text).member(key)
        }
    }

    /// What a look at parts of a file found.
    package enum PartialAnswer {
        /// The value, as ``PropertyListReader/value(forKey:in:)`` gives it; nil where there is none.
        case value(PropertyListDocument?)
        /// Only that function can tell, with all the bytes.
        case unknown
    }

    /// Reads the value under one key of the root dictionary of a large binary file, of which parts are read.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - count: how many bytes the file has.
    ///   - read: fills a buffer with the bytes from an offset on, and tells whether it could.
    package static func value(
        forKey key: String, inFileOf count: Int,
        read: @escaping (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool
    ) -> PartialAnswer {
        FileBlocks(count: count, read: read).map { value(forKey: key, in: $0) } ?? .unknown
    }

    static func value(forKey key: String, in blocks: FileBlocks) -> PartialAnswer {
        let document = try? blocks.withView { (view) throws(PropertyListError) in
            PartialAnswer.value(try BinaryReader.value(forKey: key, in: view))
        }
        return blocks.hasFailed ? .unknown : document ?? .unknown
    }
}

/// Whether Foundation reads a file.
///
/// CoreFoundation's parser is asked directly: `PropertyListSerialization` bridges what it reads to Swift objects, which takes nine tenths of
/// its time and crashes on sets.
private enum FoundationReading {
    /// The bits of CFPropertyListCreateWithData's options that allow one format alone. Without them it tries its other parsers too,
    /// and prints to standard error.
    enum Option {
        static let binary: CFOptionFlags = 0x200
        static let xml: CFOptionFlags = 0x400
    }

    /// Whether Foundation reads bytes that our reader has read as a document.
    static func succeeds(_ bytes: [UInt8], _ document: PropertyListDocument) -> Bool {
        switch document.format {
        case .openStep: true  // our grammar is the same
        case .xml: parses(bytes, Option.xml)
        case .binary: parses(bytes, Option.binary) && !document.substitutions.contains { $0.found == .set }
        }
    }

    private static func parses(_ bytes: [UInt8], _ option: CFOptionFlags) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            let data = CFDataCreateWithBytesNoCopy(
                kCFAllocatorDefault, buffer.baseAddress, buffer.count, kCFAllocatorNull)
            let root = CFPropertyListCreateWithData(kCFAllocatorDefault, data, option, nil, nil)
            return root?.takeRetainedValue() != nil
        }
    }
}
