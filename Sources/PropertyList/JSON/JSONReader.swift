import Foundation

/// Reads the lossless JSON of ``JSONWriter``, and of other JSON what has a value here.
///
/// Numbers with a point or an exponent are reals, others integers. What is ambiguous or has no value is refused: null, duplicate keys,
/// lone surrogates, integers beyond 64 bits, unknown tags (objects whose only key begins with a dollar sign).
public enum JSONReader {
    /// Whether bytes begin as JSON does and the old style does not: with `[`, or with `{` and then `}` or a string and a colon.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes)
        return scanner.looksLikeJSON()
    }

    /// Reads a whole text in UTF-8.
    ///
    /// - Throws: ``PropertyListError`` where it is no JSON or has no value here, with line, column and path; or goes beyond a limit.
    public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .malformedJSON(reason: "it is not UTF-8", path: PropertyListPath(), position: nil)
        }
        var scanner = JSONScanner(bytes)
        return try scanner.document()
    }
}

/// Goes through a text once, from left to right.
private struct JSONScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var path = PropertyListPath()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func looksLikeJSON() -> Bool {
        skipBlanks()
        if take("[") { return true }
        guard take("{") else { return false }
        skipBlanks()
        if take("}") { return true }
        guard current == UInt8(ascii: "\""), (try? string()) != nil else { return false }
        skipBlanks()
        return take(":")
    }

    mutating func document() throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
        if current == nil { throw .empty }
        let value = try value(depth: 1)
        skipBlanks()
        if current != nil { throw fault("something follows the end") }
        return value
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"):
            _ = try word("null", .boolean(false))
            throw fault("null, which no property list holds")
        case nil: throw fault("the end while looking for a value")
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
        default: throw fault("no value begins so")
        }
    }

    private mutating func object(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        let pairs = try pairs(depth: depth)
        if pairs.count == 1, pairs[0].0.utf8.first == UInt8(ascii: "$") {
            return try tagged(pairs[0].0, pairs[0].1, at: start)
        }
        return .dictionary(try dictionary(pairs, at: start))
    }

    private mutating func pairs(depth: Int) throws(PropertyListError) -> [(String, PropertyListValue)] {
        guard depth <= PropertyListLimits.depth + 1 else { throw .tooDeep(at: path) }
        var pairs: [(String, PropertyListValue)] = []
        index += 1
        skipBlanks()
        if take("}") { return pairs }
        repeat {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw fault("no string where a key should be") }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw fault("no ':' after a key") }
            path.components.append(key)
            // What a tag holds lies no deeper than the tag itself.
            let isDictionaryTag = pairs.isEmpty && key == JSONTag.dictionary.rawValue
            pairs.append((key, isDictionaryTag ? try dictionaryInTag(depth: depth) : try value(depth: depth + 1)))
            path.components.removeLast()
            skipBlanks()
        } while take(",")
        guard take("}") else { throw fault("no ',' or '}' after a value") }
        return pairs
    }

    /// What follows `$dictionary`: where it is an object, its pairs as they are, for it is no tag itself.
    private mutating func dictionaryInTag(depth: Int) throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
        guard current == UInt8(ascii: "{") else { return try value(depth: depth) }
        let start = index
        return .dictionary(try dictionary(try pairs(depth: depth), at: start))
    }

    private func dictionary(
        _ pairs: [(String, PropertyListValue)], at start: Int
    ) throws(PropertyListError) -> PropertyListDictionary {
        let dictionary = PropertyListDictionary(pairs)
        guard dictionary.count == pairs.count else { throw fault("an object with a key given twice", at: start) }
        return dictionary
    }

    private func tagged(
        _ key: String, _ value: PropertyListValue, at start: Int
    ) throws(PropertyListError) -> PropertyListValue {
        guard let tag = JSONTag(rawValue: key) else { throw fault("unknown tag '\(key)'", at: start) }
        guard let value = JSONTag.value(of: tag, value) else { throw fault("no value for '\(key)'", at: start) }
        return value
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
        var elements: [PropertyListValue] = []
        index += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            path.components.append(String(elements.count))
            elements.append(try value(depth: depth + 1))
            path.components.removeLast()
            skipBlanks()
        } while take(",")
        guard take("]") else { throw fault("no ',' or ']' after an element") }
        return .array(elements)
    }

    private mutating func string() throws(PropertyListError) -> String {
        let start = index
        index += 1
        // Most strings have no escapes, and are a slice of the text.
        let first = index
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        if current == UInt8(ascii: "\"") {
            index += 1
            return String(decoding: bytes[first..<index - 1], as: UTF8.self)
        }
        var units = Array(String(decoding: bytes[first..<index], as: UTF8.self).utf16)
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                units.append(try escape())
            } else if byte < 0x20 {
                throw fault("a control character in a string")
            } else {
                let run = bytes[index...].prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                units.append(contentsOf: String(decoding: run, as: UTF8.self).utf16)
                index = run.endIndex
            }
        }
        guard take("\"") else { throw fault("the end while looking for '\"'", at: start) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw fault("half of a surrogate pair in a string", at: start)
        }
        return text
    }

    private mutating func escape() throws(PropertyListError) -> UInt16 {
        index += 1
        guard let byte = current else { throw fault("the end after '\\'") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = current?.hexadecimalDigit else { throw fault("no four digits after '\\u'") }
                unit = unit << 4 | UInt16(digit)
                index += 1
            }
            return unit
        default: throw fault("unknown escape in a string", at: index - 1)
        }
    }

    private mutating func number() throws(PropertyListError) -> PropertyListValue {
        let start = index
        _ = take("-")
        let whole = digits()
        guard whole.count == 1 || whole.first != UInt8(ascii: "0"), !whole.isEmpty else {
            throw fault("a number that begins with zero", at: start)
        }
        var isReal = false
        if take(".") {
            isReal = true
            if digits().isEmpty { throw fault("no digits after a point") }
        }
        if take("e") || take("E") {
            isReal = true
            _ = take("+") || take("-")
            if digits().isEmpty { throw fault("no digits in an exponent") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isReal {
            guard let real = Double(text), real.isFinite else { throw fault("a number beyond all reals", at: start) }
            return .real(real)
        }
        guard let integer = PropertyListInteger(text) else { throw fault("an integer beyond 64 bits", at: start) }
        return .integer(integer)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let digits = bytes[index...].prefix(while: \.isASCIIDigit)
        index = digits.endIndex
        return digits
    }

    private mutating func word(_ word: StaticString, _ value: PropertyListValue) throws(PropertyListError)
        -> PropertyListValue
    {
        let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard matches else { throw fault("no value begins so") }
        index += word.utf8CodeUnitCount
        return value
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func fault(_ reason: String, at place: Int? = nil) -> PropertyListError {
        let before = bytes[..<min(place ?? index, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
        return .malformedJSON(reason: reason, path: path, position: .line(line, column: column))
    }
}

extension JSONTag {
    /// The value that a tag makes of what it holds, nil where that is not what it holds.
    fileprivate static func value(of tag: JSONTag, _ content: PropertyListValue) -> PropertyListValue? {
        switch (tag, content) {
        case (.date, .string(let text)): ISO8601Text.date(from: text).map(PropertyListValue.date)
        case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.date, .integer(let seconds)): seconds.asReal.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case (.data, .string(let text)): Data(base64Encoded: text).map(PropertyListValue.data)
        case (.real, .string(let text)): Double(text).map(PropertyListValue.real)
        case (.integer, .string(let text)): PropertyListInteger(text).map(PropertyListValue.integer)
        case (.uid, .integer(let number)): number.exactly(as: UInt32.self).map(PropertyListValue.uid)
        case (.dictionary, .dictionary): content
        default: nil
        }
    }
}

extension PropertyListInteger {
    /// The number as a real; nil where that would round.
    fileprivate var asReal: Double? {
        exactly(as: Int64.self).flatMap { Double(exactly: $0) }
    }
}
