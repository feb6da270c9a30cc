import PropertyList

/// The digest of a value: the 64-bit FNV-1a hash of its lossless JSON on one line.
///
/// The digest is the same on every host and in every version. It detects a changed value, but it does not protect
/// against deliberate collisions: whoever could make one can also change the file.
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

/// An incremental 64-bit FNV-1a hash.
struct FNV1a {
    private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(byte: UInt8) {
        bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    mutating func add(bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte: byte) }
    }

    /// Adds a text and a terminator, a byte that does not occur in UTF-8. Adjacent texts are thus separated.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(bytes: $0) }
        add(byte: 0xFF)
    }

    mutating func add(_ path: PropertyListPath) {
        for component in path.components { add(component) }
        add(byte: 0xFE)
    }

    /// Returns a hash as 16 hexadecimal digits.
    static func text(of bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
