import CoreFoundation
import Foundation

extension String {
    /// The text as Apple's tool prints it: in ASCII, with a backslash doubled, U+0080 to U+00FF and control characters but tab, newline and
    /// carriage return as `\ooo`, and each UTF-16 code unit above as `\uxxxx`.
    public var nonLossyASCII: String {
        let string = EngineText.string(self)
        let count = CFStringGetLength(string)
        var encoded = [UInt8](repeating: 0, count: 6 * count)  // no code unit takes more
        var used = 0
        CFStringGetBytes(
            string, CFRange(location: 0, length: count), CFStringBuiltInEncodings.nonLossyASCII.rawValue, 0, false,
            &encoded, encoded.count, &used)
        return String(decoding: encoded.prefix(used), as: UTF8.self)
    }
}
