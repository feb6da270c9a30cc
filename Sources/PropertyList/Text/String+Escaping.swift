extension String {
    /// Returns the text with a backslash before each special character.
    ///
    /// - Parameter isSpecial: Returns whether a byte is a special character. Special characters must be ASCII.
    package func escaping(_ isSpecial: (UInt8) -> Bool) -> String {
        guard utf8.contains(where: isSpecial) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * utf8.count)
        for byte in utf8 {
            if isSpecial(byte) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
