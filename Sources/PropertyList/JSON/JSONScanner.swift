/// Goes through a text once, from left to right.
struct JSONScanner {
    let bytes: [UInt8]
    /// Whether all of it is UTF-8; if not, the first string that is not is where the fault lies.
    let isUTF8: Bool
    /// Whether the text is the JSON of another program, without tags and with nulls that are left out.
    private let isPlain: Bool
    var index = 0
    private var path = PropertyListPath()
    /// Where the objects begin that have several keys, of which the first could be a tag's; nil until that is asked for.
    private var objectsOfSeveralKeys: Set<Int>?

    init(_ bytes: [UInt8], isUTF8: Bool = true, isPlain: Bool = false) {
        self.bytes = bytes
        self.isUTF8 = isUTF8
        self.isPlain = isPlain
        index = bytes.starts(with: UTF8.byteOrderMark) ? UTF8.byteOrderMark.count : 0
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

    /// Skips a null that is left out, and the blanks after it.
    private mutating func skipNull() throws(PropertyListError) -> Bool {
        guard isPlain, current == UInt8(ascii: "n") else { return false }
        _ = try word("null", .boolean(false))
        skipBlanks()
        return true
    }

    private mutating func object(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: !isPlain)
        if !isPlain, pairs.count == 1, pairs[0].key.utf8.first == UInt8(ascii: "$") {
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
            defer { path.components.removeLast() }
            skipBlanks()
            if try skipNull() { continue }
            // What a tag holds lies no deeper than the tag itself.
            let isDictionaryTag =
                canBeTag && pairs.isEmpty && key == JSONTag.dictionary.rawValue && !hasSeveralKeys(objectAt: object)
            let value = isDictionaryTag ? try dictionaryInTag(depth: depth) : try value(depth: depth + 1)
            pairs.append((key, start, value))
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
            defer { path.components.removeLast() }
            skipBlanks()
            if try !skipNull() { elements.append(try value(depth: depth + 1)) }
            skipBlanks()
        } while take(",")
        guard take("]") else { throw fault("no ',' or ']' after an element") }
        return .array(elements)
    }

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
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

    func fault(_ reason: String, at place: Int? = nil, key: String? = nil) -> PropertyListError {
        let before = bytes[..<min(place ?? index, bytes.count)]
        let path = PropertyListPath(path.components + (key.map { [$0] } ?? []))
        return .malformedJSON(reason: reason, path: path, position: PropertyListError.Position(behind: before))
    }
}
