/// An incremental 64-bit FNV-1a hash.
struct FNV1a {
    private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        add(bytes: bytes)
    }

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

    /// Returns a hash as 16 hexadecimal digits.
    static func text(of bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
