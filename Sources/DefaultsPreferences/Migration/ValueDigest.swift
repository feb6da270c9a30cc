/// The digest of a value: the 64-bit FNV-1a hash of its lossless JSON on one line.
///
/// The digest is the same on every host and in every version. It detects a changed value, but it does not protect
/// against deliberate collisions: an attacker who could make a collision can also change the file.
struct ValueDigest: Hashable, Sendable {
    let bits: UInt64
}

extension ValueDigest {
    init(_ value: PropertyListValue) {
        self.init(bits: FNV1a(JSONWriter(.lossless, layout: .compact).bytes(of: value)).bits)
    }
}
