/// A parser of JSON text.
struct JSONScanner {
    let bytes: [UInt8]
    /// Whether the whole text is valid UTF-8. Otherwise the first invalid string is reported.
    let isUTF8: Bool
    let purpose: JSONPurpose
    let kind: JSONForm.Kind
    /// The nulls that were replaced, and the numbers that were rounded.
    private(set) var substitutions = Substitutions()
    var hasComments = false
    /// Whether there is a comma before a closing bracket.
    var hasSurplusCommas = false
    /// Whether an object was read as a tag.
    private(set) var hasTags = false
    /// Tags whose objects are kept as dictionaries.
    private let keptTags: [String]
    /// Returns whether an object at a path can be a tag.
    private let allowsTag: (PropertyListPath) -> Bool
    /// The paths of the tag objects that were kept as dictionaries. The paths refer to the resulting value.
    private(set) var keptObjects: Set<PropertyListPath> = []
    var index = 0
    private var path = PropertyListPath()
    /// The offsets of the keys of the open objects.
    private var keyStarts: [Int] = []
    /// The indices of the components of ``path`` that are keys of tags. Paths in the resulting value omit them.
    private var tagComponents: [Int] = []
    /// The offsets of objects that have several keys and begin like a tag, or `nil` before they are determined.
    private var objectsOfSeveralKeys: Set<Int>?
    /// Records keys that occur several times, or `nil` if such a key is an error.
    private(set) var duplicates: DuplicateKeys?
    /// Records the places of elements, or `nil` if nobody asks for them.
    private(set) var recorder: ElementRecorder?

    init(
        _ bytes: [UInt8], isUTF8: Bool = true, to purpose: JSONPurpose = .exchange, as kind: JSONForm.Kind = .tagged,
        keptTags: [String] = [], recorder: ElementRecorder? = nil,
        allowsTag: @escaping (PropertyListPath) -> Bool = { _ in true }
    ) {
        self.bytes = bytes
        self.isUTF8 = isUTF8
        self.purpose = purpose
        self.kind = kind
        self.keptTags = keptTags
        self.recorder = recorder
        duplicates = purpose.isFile ? DuplicateKeys() : nil
        self.allowsTag = allowsTag
        index = bytes.startBehindMark
    }

    mutating func root() throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
        if current == nil, !hasComments { throw PropertyListError(.empty) }
        let value = try value(depth: 1)
        skipBlanks()
        if current != nil { throw parseError("unexpected text after the end") }
        return value
    }

    /// Reads a value. The blanks before it have been skipped.
    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        // Scalars are read by a function of their own, so that nested containers need little of the stack.
        let value =
            switch current {
            case UInt8(ascii: "{"): try object(depth: depth)
            case UInt8(ascii: "["): try array(depth: depth)
            default: try scalar()
            }
        recorder?.note(start..<index)
        return value
    }

    private mutating func scalar() throws(PropertyListError) -> PropertyListValue {
        switch current {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try skip("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try skip("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            let start = index
            try skip("null")
            guard purpose.isLenient else { throw parseError("null, which property lists do not support", at: start) }
            return replacement(of: start..<index, .null, by: .string(PropertyListSubstitution.nullText))
        case nil: throw parseError("the text ends while looking for a value")
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
        default: throw parseError("unexpected text")
        }
    }

    /// Returns the value of a literal of a file that a value cannot hold.
    ///
    /// - Parameter substitute: The value that shows the literal.
    mutating func replacement(
        of literal: Range<Int>, _ found: PropertyListSubstitution.Found, by substitute: PropertyListValue
    ) -> PropertyListValue {
        if purpose == .change { return OpaqueLiteral.value(String(decoding: bytes[literal], as: UTF8.self)) }
        substitutions.note(found, at: substitutions.isFull ? nil : pathOfValue)
        return substitute
    }

    /// If nulls are omitted, skips a null. Returns whether a null was skipped.
    private mutating func skipNull() throws(PropertyListError) -> Bool {
        guard purpose == .decode, current == UInt8(ascii: "n") else { return false }
        try skip("null")
        return true
    }

    private mutating func object(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: kind == .tagged)
        defer { keyStarts.removeLast(pairs.count) }
        if kind == .tagged, pairs.count == 1, pairs[0].key.utf8.first == UInt8(ascii: "$"), allowsTag(path),
            let value = try tagged(pairs[0].key, pairs[0].value, at: start)
        {
            return value
        }
        // A tag does not count as a container, so the deepest container may contain a tag.
        guard depth <= PropertyListLimits.depth else { throw tooDeep(at: start) }
        return .dictionary(try dictionary(pairs))
    }

    private typealias Pair = PropertyListDictionary.Element

    /// Reads the pairs of an object, and adds the offsets of their keys.
    ///
    /// - Parameter canBeTag: Whether an object with a tag as its only key stands for the value of the tag.
    private mutating func pairs(depth: Int, canBeTag: Bool) throws(PropertyListError) -> [Pair] {
        guard depth <= PropertyListLimits.depth + 1 else { throw tooDeep() }
        var pairs: [Pair] = []
        let object = index
        index += 1
        skipBlanks()
        if take("}") { return pairs }
        pairs.reserveCapacity(4)
        recorder?.enter()
        repeat {
            let (key, start) = try key()
            if try !skipNull() {
                let isTag = canBeTag && pairs.isEmpty && beginsDictionaryTag(key, objectAt: object)
                let value = isTag ? try dictionaryInTag(depth: depth) : try value(depth: depth + 1)
                pairs.append((key, value))
                keyStarts.append(start)
                if isTag { tagComponents.removeLast() }
            }
            path.components.removeLast()
            skipBlanks()
        } while try takeComma(before: "}")
        try endObject()
        return pairs
    }

    // The parts of an object are read by functions of their own, so that nested containers need little of the stack.

    /// Reads a key and the colon behind it, and adds the key to the path.
    private mutating func key() throws(PropertyListError) -> (key: String, start: Int) {
        guard current == UInt8(ascii: "\"") else { throw parseError("no string as the key") }
        let start = index
        let key = try string()
        recorder?.move(to: key, at: start..<index)
        skipBlanks()
        guard take(":") else { throw parseError(missingAfterToken: "a missing ':' after a key") }
        path.components.append(key)
        skipBlanks()
        return (key, start)
    }

    /// Returns whether the first key of an object is a tag whose content is a dictionary.
    private mutating func beginsDictionaryTag(_ key: String, objectAt object: Int) -> Bool {
        guard key == JSONTag.dictionary.rawValue, !hasSeveralKeys(objectAt: object),
            allowsTag(PropertyListPath(path.components.dropLast()))
        else { return false }
        // The content of a tag is not nested deeper than the tag.
        tagComponents.append(path.components.count - 1)
        recorder?.moveToContent()
        return true
    }

    private mutating func endObject() throws(PropertyListError) {
        guard take("}") else { throw notClosed("a missing ',' or '}' after a value") }
        recorder?.leave()
    }

    /// Reads the value of `$dictionary`. An object in this tag is a dictionary, even if its only key looks like a tag.
    private mutating func dictionaryInTag(depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard current == UInt8(ascii: "{") else { return try value(depth: depth) }
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: false)
        defer { keyStarts.removeLast(pairs.count) }
        guard depth <= PropertyListLimits.depth else { throw tooDeep(at: start) }
        return .dictionary(try dictionary(pairs))
    }

    /// Returns whether an object has several keys. The first call examines all objects that begin like a tag.
    private mutating func hasSeveralKeys(objectAt start: Int) -> Bool {
        let objects = objectsOfSeveralKeys ?? objectsOfSeveralKeys(from: start)
        objectsOfSeveralKeys = objects
        return objects.contains(start)
    }

    private mutating func dictionary(_ pairs: [Pair]) throws(PropertyListError) -> PropertyListDictionary {
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count == pairs.count { return dictionary }
        if duplicates?.isFull == false {
            let place = pathOfValue
            duplicates?.note(in: pairs.map(\.key), at: place)
        }
        if purpose.isFile { return dictionary }
        var seen: Set<PropertyListPath> = []
        let starts = keyStarts.suffix(pairs.count)
        let repeated = zip(pairs, starts).first { !seen.insert(.key($0.0.key)).inserted }
        throw parseError("a duplicate key", at: repeated?.1, key: repeated?.0.key)
    }

    /// Returns the value of a tag, or `nil` if the object is an ordinary object.
    private mutating func tagged(
        _ key: String, _ value: PropertyListValue, at start: Int
    ) throws(PropertyListError) -> PropertyListValue? {
        if keptTags.contains(key) {
            keptObjects.insert(pathOfValue)
            return .dictionary([key: value])
        }
        guard let tag = JSONTag(rawValue: key) else {
            if purpose.isFile { return nil }
            throw parseError("unknown tag '\(key.excerpt)'", at: start)
        }
        guard let value = JSONTag.value(of: tag, value) else {
            if purpose.isLenient { return nil }
            if purpose == .check, case .dictionary = value { return nil }
            throw parseError("an invalid value for '\(key)'", at: start)
        }
        hasTags = true
        return value
    }

    /// The path in the resulting value, without the keys of tags.
    private var pathOfValue: PropertyListPath {
        var place = path
        for index in tagComponents.reversed() { place.components.remove(at: index) }
        return place
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth <= PropertyListLimits.depth else { throw tooDeep() }
        var elements: [PropertyListValue] = []
        index += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        recorder?.enter()
        repeat {
            path.components.append(String(elements.count))
            recorder?.move(to: elements.count)
            defer { path.components.removeLast() }
            if try !skipNull() { elements.append(try value(depth: depth + 1)) }
            skipBlanks()
        } while try takeComma(before: "]")
        guard take("]") else { throw notClosed("a missing ',' or ']' after an element") }
        recorder?.leave()
        return .array(elements)
    }

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private func tooDeep(at place: Int? = nil) -> PropertyListError {
        parseError("more than \(PropertyListLimits.depth) nested containers", at: place)
    }

    func parseError(_ reason: String, at place: Int? = nil, key: String? = nil) -> PropertyListError {
        let comment =
            purpose.isLenient && current == UInt8(ascii: "/")
            ? "a comment that is not closed" : "a comment (not allowed in JSON)"
        let reason = place == nil && beginsComment ? comment : reason
        let before = bytes[..<min(place ?? (current == nil ? endOfPreviousToken : index), bytes.count)]
        let path = PropertyListPath(path.components + (key.map { [$0] } ?? []))
        return PropertyListError(
            .malformedJSON(reason: reason, path: path, position: PropertyListError.Position(behind: before)))
    }
}
