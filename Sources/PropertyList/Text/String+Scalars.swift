import Foundation

/// Comparison of strings by Unicode scalars.
///
/// In Swift, canonically equivalent strings are equal. A property list stores them as two keys, and merging them would
/// lose a key. Native strings are contiguous UTF-8, so each operation is a pass over bytes.
extension String {
    /// Returns whether both strings have the same Unicode scalars.
    package func hasSameScalars(as other: String) -> Bool {
        withUTF8Bytes { left in other.withUTF8Bytes { left.hasSameBytes(as: $0) } }
    }

    /// Returns whether the string precedes another string in the order of UTF-16 code units, which is Apple's order of
    /// keys.
    package func precedesInUTF16(_ other: String) -> Bool {
        withUTF8Bytes { left in other.withUTF8Bytes { left.precedesInUTF16($0) } }
    }

    /// Returns whether the string begins with the Unicode scalars of another string.
    ///
    /// Unlike `hasPrefix`, this does not compare characters. A "/" and a combining mark after it are one character.
    package func hasScalarPrefix(_ prefix: String) -> Bool {
        withUTF8Bytes { own in
            prefix.withUTF8Bytes { own.count >= $0.count && own.extracting(..<$0.count).hasSameBytes(as: $0) }
        }
    }

    /// Returns whether the string ends with the Unicode scalars of another string.
    package func hasScalarSuffix(_ suffix: String) -> Bool {
        withUTF8Bytes { own in
            suffix.withUTF8Bytes {
                own.count >= $0.count && own.extracting((own.count - $0.count)...).hasSameBytes(as: $0)
            }
        }
    }

    /// Returns the string without a suffix. The string must end with this suffix.
    package func droppingScalarSuffix(_ suffix: String) -> String {
        String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self)
    }

    /// Returns the string without a prefix. The string must begin with this prefix.
    package func droppingScalarPrefix(_ prefix: String) -> String {
        String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    package func hashScalars(into hasher: inout Hasher) {
        withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))  // never in UTF-8: keeps ["ab", "c"] and ["a", "bc"] apart
    }

    /// Calls a closure with the string's UTF-8 bytes, which are copied only if they are not contiguous.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether both buffers contain the same bytes.
    @inline(__always)
    func hasSameBytes(as other: Self) -> Bool {
        guard count == other.count else { return false }
        guard let left = baseAddress, let right = other.baseAddress, left != right else { return true }
        // Much faster than `elementsEqual`, which compares one byte at a time.
        return memcmp(left, right, count) == 0
    }

    /// Returns whether UTF-8 precedes other UTF-8 in the order of UTF-16 code units.
    @inline(__always)
    func precedesInUTF16(_ other: Self) -> Bool {
        let end = Swift.min(count, other.count)
        var index = 0
        // Keys often have a common beginning.
        while index + 8 <= end, word(at: index) == other.word(at: index) { index += 8 }
        while index < end, self[index] == other[index] { index += 1 }
        return index < end
            ? utf16Rank(ofByte: self[index]) < utf16Rank(ofByte: other[index]) : count < other.count
    }

    /// Returns eight bytes as a number.
    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}

/// A byte of UTF-8 as a number that sorts in the order of UTF-16 code units.
///
/// UTF-8 bytes sort like scalars. In UTF-16, surrogates (lead bytes F0 to F4 in UTF-8) precede U+E000 to U+FFFF (lead
/// bytes EE and EF).
@inline(__always)
func utf16Rank(ofByte byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
}

extension String {
    /// Creates text from bytes, or returns `nil` if they are not UTF-8.
    ///
    /// `String(validating:as:)` is not specialized for bytes. It looks up metadata at each call. For an argument of a
    /// command line, this lookup takes longer than everything else.
    package init?(exactly bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
        // Decoding replaces invalid UTF-8, so the bytes differ then.
        guard withUTF8Bytes({ text in bytes.withUnsafeBufferPointer { text.hasSameBytes(as: $0) } }) else { return nil }
    }
}

/// A name or path that is compared by Unicode scalars.
///
/// For Swift, "é" and "e\u{301}" are equal. For property lists and file systems, they differ. Use this type for names
/// and paths that are compared, or that are keys of Swift dictionaries or elements of sets. As a property wrapper, it
/// makes the synthesized `==` of a type compare the property by Unicode scalars.
@propertyWrapper
package struct ExactName: Hashable, Sendable {
    package var wrappedValue: String

    package init(wrappedValue: String) {
        self.wrappedValue = wrappedValue
    }

    package init(_ text: String) {
        wrappedValue = text
    }

    package var text: String { wrappedValue }

    package static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameScalars(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashScalars(into: &hasher)
    }
}

extension ExactName: Comparable {
    /// Returns whether a name precedes another name in the order of UTF-16 code units.
    package static func < (left: Self, right: Self) -> Bool {
        left.text.precedesInUTF16(right.text)
    }
}

extension ExactName: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        wrappedValue = text
    }
}
