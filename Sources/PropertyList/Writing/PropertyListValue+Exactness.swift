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
        guard unicodeScalars.first != "\u{FEFF}" else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "\t", "\n": true
            case ..<" ": withReferences
            case "\u{FFFE}", "\u{FFFF}": false
            default: true
            }
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
