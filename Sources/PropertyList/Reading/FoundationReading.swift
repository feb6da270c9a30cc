import CoreFoundation
import Foundation

/// Whether Foundation reads a file.
///
/// CoreFoundation's parser is asked directly: `PropertyListSerialization` bridges what it reads to Swift objects, which takes nine tenths of
/// its time and crashes on sets.
enum FoundationReading {
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
