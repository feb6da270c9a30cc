import CoreFoundation
import Foundation

/// Strings of the engine.
enum EngineText {
    /// The engine's string of a text, every scalar of it.
    static func string(_ text: String) -> CFString {
        // Given UTF-8, the engine takes U+FEFF at the beginning for a byte order mark, and drops it.
        if text.unicodeScalars.first == "\u{FEFF}" {
            let units = Array(text.utf16)
            return CFStringCreateWithCharacters(kCFAllocatorDefault, units, units.count)
        }
        var text = text
        return text.withUTF8 { bytes in
            CFStringCreateWithBytes(
                kCFAllocatorDefault, bytes.baseAddress, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
        }
    }
}
