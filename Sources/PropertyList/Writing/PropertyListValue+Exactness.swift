import Foundation

extension PropertyListValue {
    /// Whether the format gives the value back as it is.
    ///
    /// Binary always does. XML has no control characters but tab and newline, no fractions of a second, no -0.0, loses U+FEFF
    /// at the beginning of a string, and takes a dictionary whose only key is `CF$UID` for a reference. The old style has strings and data only.
    public func isExact(in format: PropertyListFormat) -> Bool {
        switch format {
        case .binary: true
        case .xml: isExactInXML
        case .openStep: isExactInOldStyle
        }
    }

    private var isExactInXML: Bool {
        switch self {
        case .integer, .boolean, .data, .uid: true
        case .string(let text): text.isExactInXML
        case .real(let number): number != 0 || number.sign == .plus
        case .date(let date): date.isExactInXML
        case .array(let elements): elements.allSatisfy(\.isExactInXML)
        case .dictionary(let dictionary):
            !(dictionary.count == 1 && dictionary["CF$UID"] != nil)
                && dictionary.allSatisfy { $0.key.isExactInXML && $0.value.isExactInXML }
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
    fileprivate var isExactInXML: Bool {
        // Foundation reads U+FEFF at the beginning as a mark of the encoding.
        unicodeScalars.first != "\u{FEFF}"
            && unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "\t", "\n": true
                case ..<" ", "\u{FFFE}", "\u{FFFF}": false
                default: true
                }
            }
    }
}

extension Date {
    /// Whole seconds, and within the years for which Foundation's XML round trips (measured to 292,277).
    fileprivate var isExactInXML: Bool {
        let seconds = timeIntervalSinceReferenceDate
        return seconds == seconds.rounded() && abs(seconds) < 9.2e12 && !(seconds == 0 && seconds.sign == .minus)
    }
}
