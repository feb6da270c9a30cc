import Foundation

/// Reads the old style: `{ key = value; }`, `( a, b )`, `<0fbd77>`, quoted and bare strings, and strings files, which are the inside
/// of a dictionary without its braces. Every leaf is a string or data.
///
/// The grammar is that of Apple's own parser, which prints to standard error when a semicolon is missing and cannot be told not to.
struct OldStyleReader {
    private var scanner: OldStyleScanner
    private var path = PropertyListPath()
    private var substitutions: [PropertyListSubstitution] = []
    private var duplicates = DuplicateKeys()

    private init(_ text: String) {
        scanner = OldStyleScanner(text)
    }

    /// Reads a whole text.
    static func read(_ text: String) throws(PropertyListError) -> PropertyListDocument {
        var reader = OldStyleReader(text)
        let value = try reader.root()
        return PropertyListDocument(
            value: value, format: .openStep, substitutions: reader.substitutions,
            duplicateKeys: reader.duplicates.paths)
    }

    private mutating func root() throws(PropertyListError) -> PropertyListValue {
        guard let first = scanner.nextSignificant() else { throw .empty }
        let start = scanner.index
        let isBare = first.isBareStringCharacter
        guard let value = try value(depth: 1) else { throw unexpected(first) }
        if scanner.nextSignificant() == nil {
            // A lone bare word is any text at all, and taking it for a property list would let a tool overwrite it.
            if isBare { throw .unrecognized }
            return value
        }
        guard case .string = value else { throw scanner.fault("something follows the end") }
        scanner.index = start
        return try stringsFile(isBare: isBare)
    }

    /// A text that begins with a string and goes on: the pairs of a dictionary, to the end.
    private mutating func stringsFile(isBare: Bool) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index
        _ = try string()
        let separator = scanner.nextSignificant()
        // Prose is no broken property list but none.
        if isBare, separator != "=", separator != ";" { throw .unrecognized }
        scanner.index = start
        let pairs = try pairs(depth: 1)
        guard scanner.nextSignificant() == nil else { throw scanner.fault("something follows the end") }
        return .dictionary(pairs)
    }

    /// The value that begins at the next significant character; nil, with nothing consumed, where none does.
    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue? {
        switch scanner.nextSignificant() {
        case "{":
            scanner.index += 1
            return try dictionary(depth: depth)
        case "(":
            scanner.index += 1
            return try array(depth: depth)
        case "<":
            scanner.index += 1
            return .data(try data())
        default:
            return try string().map(PropertyListValue.string)
        }
    }

    private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index - 1
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
        let pairs = try pairs(depth: depth)
        guard scanner.nextSignificant() == "}" else {
            throw fault(missing: "}", toClose: "the dictionary", openedAt: start)
        }
        scanner.index += 1
        return .dictionary(pairs)
    }

    private mutating func pairs(depth: Int) throws(PropertyListError) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        while let key = try string() {
            path.components.append(key)
            switch scanner.nextSignificant() {
            case ";":
                pairs.append((key, .string(key)))  // { key; } is { key = key; }
            case "=":
                scanner.index += 1
                guard let value = try value(depth: depth + 1) else { throw scanner.fault("no value after '='") }
                pairs.append((key, value))
            default:
                throw scanner.fault("no '=' or ';' after a key")
            }
            path.components.removeLast()
            guard scanner.nextSignificant() == ";" else { throw scanner.fault("no ';' after a value") }
            scanner.index += 1
        }
        let dictionary = PropertyListDictionary(pairs)
        if dictionary.count < pairs.count {
            duplicates.note(in: pairs.map { (key: $0.0, value: $0.1) }, at: path)
        }
        return dictionary
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index - 1
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
        var elements: [PropertyListValue] = []
        path.components.append("0")
        while let element = try value(depth: depth + 1) {
            elements.append(element)
            path.components[path.components.count - 1] = String(elements.count)
            guard scanner.nextSignificant() == "," else { break }
            scanner.index += 1
        }
        path.components.removeLast()
        guard scanner.nextSignificant() == ")" else {
            throw fault(missing: ")", toClose: "the array", openedAt: start)
        }
        scanner.index += 1
        return .array(elements)
    }

    private mutating func data() throws(PropertyListError) -> Data {
        let start = scanner.index - 1
        var bytes: [UInt8] = []
        while let scalar = scanner.current, scalar != ">" {
            if scalar.isDataBlank {
                scanner.pass(scalar)
            } else if let high = scalar.hexadecimalDigit {
                guard let low = scanner.byte(at: scanner.index + 1)?.hexadecimalDigit else {
                    throw scanner.fault("an odd number of digits in data")
                }
                bytes.append(high << 4 | low)
                scanner.index += 2
            } else {
                throw scanner.fault("no hexadecimal digit in data")
            }
        }
        guard scanner.current == ">" else { throw fault(missing: ">", toClose: "the data", openedAt: start) }
        scanner.index += 1
        return Data(bytes)
    }

    /// The string that begins at the next significant character; nil, with nothing consumed, where none does.
    private mutating func string() throws(PropertyListError) -> String? {
        guard let first = scanner.nextSignificant() else { return nil }
        if first == "\"" || first == "'" {
            scanner.index += 1
            return try quotedString(quote: first)
        }
        guard first.isBareStringCharacter else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = scanner.current, scalar.isBareStringCharacter {
            text.append(scalar)
            scanner.index += 1
        }
        return String(text)
    }

    private mutating func quotedString(quote: Unicode.Scalar) throws(PropertyListError) -> String {
        let start = scanner.index - 1
        var text = EscapedText()
        while let scalar = scanner.current, scalar != quote {
            scanner.pass(scalar)
            if scalar == "\\", let escaped = scanner.current {
                scanner.pass(escaped)
                escape(escaped, into: &text)
            } else {
                text.append(scalar)
            }
        }
        guard scanner.current == quote else {
            throw fault(missing: String(quote), toClose: "the string", openedAt: start)
        }
        scanner.index += 1
        if text.hasLoneSurrogate {
            substitutions.note(.loneSurrogate, at: path)
        }
        return text.text
    }

    /// What a backslash and the given character, both consumed, stand for.
    private mutating func escape(_ scalar: Unicode.Scalar, into text: inout EscapedText) {
        switch scalar {
        case "0"..."7":
            text.append(unit: octalEscape(first: scalar))
        case "U":
            text.append(unit: unicodeEscape())
        case "a": text.append("\u{07}")
        case "b": text.append("\u{08}")
        case "f": text.append("\u{0C}")
        case "n": text.append("\n")
        case "r": text.append("\r")
        case "t": text.append("\t")
        case "v": text.append("\u{0B}")
        default: text.append(scalar)
        }
    }

    /// Up to three octal digits: a byte (what is above FF is cut off) of the NextStep encoding.
    private mutating func octalEscape(first: Unicode.Scalar) -> UInt16 {
        var byte = first.octalDigit ?? 0
        for _ in 0..<2 {
            guard let digit = scanner.current?.octalDigit else { break }
            byte = byte << 3 | digit
            scanner.index += 1
        }
        return NextStepEncoding.unit(of: byte)
    }

    /// Up to four hexadecimal digits: a UTF-16 code unit. Two of them can make a surrogate pair.
    private mutating func unicodeEscape() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = scanner.current?.hexadecimalDigit else { break }
            unit = unit << 4 | UInt16(digit)
            scanner.index += 1
        }
        return unit
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PropertyListError {
        scalar == "["
            ? scanner.fault("arrays are written in parentheses") : scanner.fault("'\(scalar)' begins no value")
    }

    private func fault(missing closer: String, toClose container: String, openedAt start: Int)
        -> PropertyListError
    {
        scanner.current == nil
            ? scanner.fault("no '\(closer)' to close \(container) begun", at: start)
            : scanner.fault("no '\(closer)' to close \(container)")
    }
}

extension Unicode.Scalar {
    fileprivate var isBareStringCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    fileprivate var isDataBlank: Bool {
        switch self {
        case " ", "\t", "\n", "\r", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    fileprivate var hexadecimalDigit: UInt8? {
        isASCII ? UInt8(value).hexadecimalDigit : nil
    }

    fileprivate var octalDigit: UInt8? {
        ("0"..."7").contains(self) ? UInt8(value - 0x30) : nil
    }
}
