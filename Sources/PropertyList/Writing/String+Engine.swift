import CoreFoundation

extension String {
    /// The text as a string of the engine, code unit for code unit; nil only where memory ran out.
    var engineString: CFString? {
        // The engine's UTF-8 decoder takes U+FEFF at the beginning for a mark of the encoding, and drops it.
        if unicodeScalars.first == "\u{FEFF}" {
            let units = Array(utf16)
            return CFStringCreateWithCharacters(kCFAllocatorDefault, units, units.count)
        }
        var text = self
        return text.withUTF8 { bytes in
            CFStringCreateWithBytes(
                kCFAllocatorDefault, bytes.baseAddress, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue, false)
        }
    }
}
