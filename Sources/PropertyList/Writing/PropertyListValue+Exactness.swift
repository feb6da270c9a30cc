import Foundation

extension PropertyListValue {
    /// Whether the format gives the value back as it is.
    ///
    /// Binary always does. XML has no control characters but tab and newline, no fractions of a second, no -0.0, and takes a
    /// dictionary whose only key is `CF$UID` for a reference; of its strings, Foundation drops a U+FEFF at the beginning. The old
    /// style has strings and data only.
    public func isExact(in format: PropertyListFormat) -> Bool {
        switch format {
        case .binary: true
        case .xml: isExactInXML()
        case .openStep: isExactInOldStyle
        }
    }

    /// Whether XML gives the value back.
    ///
    /// - Parameter withReferences: whether control characters are written as references (`&#27;`), which Foundation does not do.
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
    /// Whether a byte is a control character or 0xEF, with which the UTF-8 of all scalars begins that may not be exact.
    ///
    /// Without a branch in the loop the compiler compares many bytes at once.
    fileprivate var hasControlOrEF: Bool {
        var found: UInt8 = 0
        for byte in self { found |= (byte < 0x20 ? 1 : 0) | (byte == 0xEF ? 1 : 0) }
        return found != 0
    }

    fileprivate func isExactInXML(at index: Int, _ withReferences: Bool) -> Bool {
        switch self[index] {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): true
        case ..<0x20: withReferences
        // U+FFFE and U+FFFF. In valid UTF-8 two more bytes follow.
        case 0xEF: !(self[index + 1] == 0xBF && self[index + 2] >= 0xBE)
        default: true
        }
    }
}

extension Date {
    /// Whole seconds, and within the years for which Foundation's XML round trips (measured to 292,277).
    fileprivate var isExactInXML: Bool {
        let seconds = timeIntervalSinceReferenceDate
        return seconds == seconds.rounded() && abs(seconds) < 9.2e12
    }
}
