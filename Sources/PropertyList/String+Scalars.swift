/// Comparison of strings by what is stored.
///
/// Swift's own comparison takes canonically equivalent strings for equal; a property list keeps both as two keys, and merging
/// them would lose one. Native strings are UTF-8 in one block, so each operation is a pass over bytes.
extension String {
    /// Whether both strings are the same sequence of Unicode scalars.
    package func hasSameScalars(as other: String) -> Bool {
        compareUTF8(with: other) { left, right in
            left.count == right.count && left.elementsEqual(right)
        }
    }

    /// Whether this string comes before the other in the order of UTF-16 code units, which is Apple's order of keys.
    package func precedesInUTF16(_ other: String) -> Bool {
        compareUTF8(with: other) { left, right in
            for (left, right) in zip(left, right) where left != right {
                return utf16Rank(ofByte: left) < utf16Rank(ofByte: right)
            }
            return left.count < right.count
        }
    }

    package func hashScalars(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(UInt8(0xFF))  // never in UTF-8: keeps ["ab", "c"] and ["a", "bc"] apart
    }

    private func compareUTF8(
        with other: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var left = self
        var right = other
        return left.withUTF8 { left in right.withUTF8 { right in body(left, right) } }
    }
}

/// UTF-8 bytes sort as scalars do. UTF-16 differs from that in one place: the surrogates of scalars above U+FFFF (lead bytes F0 to
/// F4) come before U+E000 to U+FFFF (lead bytes EE and EF).
private func utf16Rank(ofByte byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
}
