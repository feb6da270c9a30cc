import Glibc

/// Strings as a null-terminated array of C strings.
final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    /// Creates C strings from bytes. The bytes must not contain 0.
    init(_ texts: [[UInt8]]) {
        pointers = texts.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
