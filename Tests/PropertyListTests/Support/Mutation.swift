import TestExtent

/// Random changes that break a file.
enum Mutation {
    /// XML with syntax that Foundation does not write.
    static let ornate = """
        <?xml version='1.0'?><!-- a --><!DOCTYPE plist SYSTEM "x"><plist a='b'><dict ><key>a&#x41;&amp;</key ><array>
        <string>x<![CDATA[<&>]]>y</string><integer> -0x1F</integer><real>+.5e3</real><date>-28-01-01T00:00:00Z</date>
        <data> AQ ID\tBA== </data><true></true><false/></array><key>CF$UID</key>\
        <dict><key>CF$UID</key><integer>3</integer></dict>
        <key>a</key><string/></dict></plist>
        """

    private static let pieces = [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<string/>",
        "<integer>", "</integer>",
        "<true/>", "<plist>", "</plist>", "&lt;", "&#", "&#x10;", ";", "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>",
        "CF$UID", "-",
        "0x", "9", ".", "=", "é", "\0", "\r", " ", "<", ">", "/", "'", "\"", "[",
    ]

    static func bytes(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            // Half of the changes hit the offset table and the trailer.
            let start = Bool.random(using: &generator) ? 8 : max(8, bytes.count - 60)
            let index = Int.random(in: start..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes[index] &+= 1
            default:
                bytes[index] =
                    [0x00, 0x0F, 0x13, 0x14, 0x5F, 0x6F, 0x81, 0xA3, 0xC2, 0xD1, 0xFF].randomElement(using: &generator)
                    ?? 0
            }
        }
        return bytes
    }

    static func text(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            let length = Int.random(in: 0...min(20, bytes.count - index), using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(index..<index + length, with: [])
            case 1: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: index)
            case 2:
                bytes.insert(
                    contentsOf: bytes[index..<index + length], at: Int.random(in: 0..<bytes.count, using: &generator))
            default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            }
        }
        return bytes
    }
}
