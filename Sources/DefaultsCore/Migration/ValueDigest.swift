import PropertyList

/// A fingerprint of a value: the 64-bit FNV-1a hash of its lossless JSON in one line.
///
/// It is the same on every host and in every version, and tells whether a value is still the one that was written. It is no protection against
/// someone who makes another value with the same digest on purpose, to whom the file is open anyway.
struct ValueDigest: Hashable, Sendable {
    let bits: UInt64

    init(_ value: PropertyListValue) {
        self.init(bytes: JSONWriter(.lossless, layout: .compact).bytes(of: value))
    }

    init(bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        bits = hash
    }

    init(bits: UInt64) {
        self.bits = bits
    }

    /// The hash as 16 hexadecimal digits.
    var text: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The hash as eight bytes, the highest first.
    var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    }
}
