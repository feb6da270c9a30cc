import PropertyList

/// A fingerprint of a value: the 64-bit FNV-1a hash of its lossless JSON in one line.
///
/// It is the same on every host and in every version, and tells whether a value is still the one that was written. It is no protection
/// against someone who makes another value with the same digest on purpose, to whom the file is open anyway.
struct ValueDigest: Hashable, Sendable {
    let bits: UInt64

    init(_ value: PropertyListValue) {
        var hash = FNV1a()
        hash.add(bytes: JSONWriter(.lossless, layout: .compact).bytes(of: value))
        bits = hash.bits
    }

    init(bits: UInt64) {
        self.bits = bits
    }
}

/// The 64-bit FNV-1a hash, fed piece by piece.
struct FNV1a {
    private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(byte: UInt8) {
        bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    mutating func add(bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte: byte) }
    }

    /// A text and an end, so that of two texts it counts where the first ends. No UTF-8 has that byte.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(bytes: $0) }
        add(byte: 0xFF)
    }

    mutating func add(_ path: PropertyListPath) {
        for component in path.components { add(component) }
        add(byte: 0xFE)
    }

    /// The hash as 16 hexadecimal digits.
    static func text(of bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
