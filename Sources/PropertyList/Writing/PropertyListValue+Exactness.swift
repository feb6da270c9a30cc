import Foundation

extension PropertyListValue {
    /// Returns whether writing and reading the value in a format gives the same value.
    ///
    /// The binary format is always exact. XML cannot represent control characters except tab and newline, fractions of
    /// a second, -0.0, and a dictionary whose only key is `CF$UID`, which is a reference there. Foundation also drops
    /// U+FEFF at the beginning of a string in XML. The old style has only strings and data in containers.
    public func isExact(in format: PropertyListFormat) -> Bool {
        switch format {
        case .binary: true
        case .xml: isExactInXML()
        case .openStep: isExactInOldStyle
        }
    }

    /// Returns whether writing and reading the value in XML gives the same value.
    ///
    /// - Parameter withReferences: Whether control characters are written as references (`&#27;`), which Foundation
    ///   does not do.
    package func isExactInXML(withReferences: Bool = false) -> Bool {
        switch self {
        case .integer, .boolean, .data, .uid: true
        case .string(let text): text.isExactInXML(withReferences)
        case .real(let number): number != 0 || number.sign == .plus
        case .date(let date): date.isExactInXML
        case .array(let elements): elements.allSatisfy { $0.isExactInXML(withReferences: withReferences) }
        case .dictionary(let dictionary):
            !(dictionary.count == 1 && dictionary["CF$UID"] != nil)
                && dictionary.allSatisfy {
                    $0.key.isExactInXML(withReferences) && $0.value.isExactInXML(withReferences: withReferences)
                }
        }
    }

    private var isExactInOldStyle: Bool {
        switch self {
        case .string, .data: true
        case .integer, .real, .boolean, .date, .uid: false
        case .array(let elements): elements.allSatisfy(\.isExactInOldStyle)
        case .dictionary(let dictionary): dictionary.allSatisfy { $0.value.isExactInOldStyle }
        }
    }
}

extension String {
    fileprivate func isExactInXML(_ withReferences: Bool) -> Bool {
        withUTF8Bytes { bytes in
            guard bytes.hasControlOrEF else { return true }
            return !bytes.starts(with: [0xEF, 0xBB, 0xBF])  // U+FEFF
                && bytes.indices.allSatisfy { bytes.isExactInXML(at: $0, withReferences) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a byte is a control character or 0xEF, the first byte in UTF-8 of all other scalars that may not be
    /// exact.
    ///
    /// The loop has no branch, so that the compiler can compare many bytes at once.
    fileprivate var hasControlOrEF: Bool {
        var found: UInt8 = 0
        for byte in self { found |= (byte < 0x20 ? 1 : 0) | (byte == 0xEF ? 1 : 0) }
        return found != 0
    }

    fileprivate func isExactInXML(at index: Int, _ withReferences: Bool) -> Bool {
        switch self[index] {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): true
        case ..<0x20: withReferences
        // U+FFFE or U+FFFF. Valid UTF-8 has two more bytes here.
        case 0xEF: !(self[index + 1] == 0xBF && self[index + 2] >= 0xBE)
        default: true
        }
    }
}

extension Date {
    /// Whether the date has whole seconds and a year that Foundation's XML preserves, measured up to 292,277.
    fileprivate var isExactInXML: Bool {
        let seconds = timeIntervalSinceReferenceDate
        return seconds == seconds.rounded() && abs(seconds) < 9.2e12
    }
}
