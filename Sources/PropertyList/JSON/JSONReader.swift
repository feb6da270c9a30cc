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
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        var scanner = JSONScanner(bytes, isUTF8: isUTF8)
        return try scanner.document()
    }
}

/// Goes through a text once, from left to right.
private struct JSONScanner {
    private let bytes: [UInt8]
    /// Whether all of it is UTF-8; if not, the first string that is not is where the fault lies.
    private let isUTF8: Bool
    private var index = 0
    private var path = PropertyListPath()
    /// Where the objects begin that have several keys, of which the first could be a tag's; nil until that is asked for.
    private var objectsOfSeveralKeys: Set<Int>?

    init(_ bytes: [UInt8], isUTF8: Bool = true) {
        self.bytes = bytes
        self.isUTF8 = isUTF8
        index = beginning
    }

    mutating func looksLikeJSON() -> Bool {
        skipBlanks()
        if take("[") { return true }
        guard take("{") else { return false }
        skipBlanks()
        if take("}") { return true }
        guard take("\"") else { return false }
        // Whether the string keeps JSON's rules is for the reader to say.
        while let byte = current, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
        guard take("\"") else { return false }
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
            let start = index
            _ = try word("null", .boolean(false))
            throw fault("null, which no property list holds", at: start)
        case nil: throw fault("the end while looking for a value")
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
        default: throw fault("no value begins so")
        }
    }

    private mutating func object(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: true)
        if pairs.count == 1, pairs[0].key.utf8.first == UInt8(ascii: "$") {
            return try tagged(pairs[0].key, pairs[0].value, at: start)
        }
        // A tag is no container, so that one may lie in the deepest.
        guard depth <= PropertyListLimits.depth else { throw tooDeep(at: start) }
        return .dictionary(try dictionary(pairs))
    }

    /// A key, where it stands, and the value after it.
    private typealias Pair = (key: String, start: Int, value: PropertyListValue)

    /// The pairs of the object that begins here.
    ///
    /// - Parameter canBeTag: whether it is a tag if its only key is one's.
    private mutating func pairs(depth: Int, canBeTag: Bool) throws(PropertyListError) -> [Pair] {
        guard depth <= PropertyListLimits.depth + 1 else { throw tooDeep() }
        var pairs: [Pair] = []
        let object = index
        index += 1
        skipBlanks()
        if take("}") { return pairs }
        repeat {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw fault("no string where a key should be") }
            let start = index
            let key = try string()
            skipBlanks()
            guard take(":") else { throw fault("no ':' after a key") }
            path.components.append(key)
            // What a tag holds lies no deeper than the tag itself.
            let isDictionaryTag =
                canBeTag && pairs.isEmpty && key == JSONTag.dictionary.rawValue && !hasSeveralKeys(objectAt: object)
            let value = isDictionaryTag ? try dictionaryInTag(depth: depth) : try value(depth: depth + 1)
            pairs.append((key, start, value))
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
        let pairs = try pairs(depth: depth, canBeTag: false)
        guard depth <= PropertyListLimits.depth else { throw tooDeep(at: start) }
        return .dictionary(try dictionary(pairs))
    }

    /// Whether an object has another key after the first. All that begin like a tag are looked through at once, at the first question.
    private mutating func hasSeveralKeys(objectAt start: Int) -> Bool {
        let objects = objectsOfSeveralKeys ?? JSONTag.objectsOfSeveralKeys(in: bytes, from: start)
        objectsOfSeveralKeys = objects
        return objects.contains(start)
    }

    private func dictionary(_ pairs: [Pair]) throws(PropertyListError) -> PropertyListDictionary {
        let dictionary = PropertyListDictionary(pairs.lazy.map { ($0.key, $0.value) })
        if dictionary.count == pairs.count { return dictionary }
        var seen: Set<PropertyListPath> = []
        let repeated = pairs.first { !seen.insert(.key($0.key)).inserted }
        throw fault("a key given twice", at: repeated?.start, key: repeated?.key)
    }

    private func tagged(
        _ key: String, _ value: PropertyListValue, at start: Int
    ) throws(PropertyListError) -> PropertyListValue {
        guard let tag = JSONTag(rawValue: key) else { throw fault("unknown tag '\(key.excerpt)'", at: start) }
        guard let value = JSONTag.value(of: tag, value) else { throw fault("no value for '\(key)'", at: start) }
        return value
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth <= PropertyListLimits.depth else { throw tooDeep() }
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
            return try text(bytes[first..<index - 1], at: start)
        }
        var units = Array(try text(bytes[first..<index], at: start).utf16)
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                units.append(try escape())
            } else if byte < 0x20 {
                throw fault("a control character in a string")
            } else {
                let run = bytes[index...].prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
                units.append(contentsOf: try text(run, at: start).utf16)
                index = run.endIndex
            }
        }
        guard take("\"") else { throw fault("the end while looking for '\"'", at: start) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw fault("half of a surrogate pair in a string", at: start)
        }
        return text
    }

    private func text(_ run: ArraySlice<UInt8>, at start: Int) throws(PropertyListError) -> String {
        if isUTF8 { return String(decoding: run, as: UTF8.self) }
        guard let text = String(validating: run, as: UTF8.self) else {
            throw fault("a string that is not UTF-8", at: start)
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
        if whole.isEmpty { throw fault("no digits after '-'") }
        if whole.count > 1, whole.first == UInt8(ascii: "0") {
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

    /// Where the text begins, behind a byte order mark.
    private var beginning: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func tooDeep(at place: Int? = nil) -> PropertyListError {
        fault("more than \(PropertyListLimits.depth) containers inside one another", at: place)
    }

    private func fault(_ reason: String, at place: Int? = nil, key: String? = nil) -> PropertyListError {
        let before = bytes[..<min(place ?? index, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? min(beginning, before.endIndex)
        let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
        let path = PropertyListPath(path.components + (key.map { [$0] } ?? []))
        return .malformedJSON(reason: reason, path: path, position: .line(line, column: column))
    }
}
