/// What a value of a JSON file is read for, which decides what stands for the literals that no value holds.
enum JSONPurpose {
    /// Strings and rounded numbers, which are recorded as substitutions.
    case show
    /// Strings that ``OpaqueLiteral`` marks.
    case change
}

/// A parser of JSON text.
struct JSONScanner {
    let bytes: [UInt8]
    /// Whether the whole text is valid UTF-8. Otherwise the first invalid string is reported.
    let isUTF8: Bool
    /// Whether the text is JSON of another program. Tags are then ordinary objects, and nulls are omitted, unless the
    /// text is a file.
    private let isPlain: Bool
    /// Why a file is read, or `nil` if the text is not a file. A file can have comments, commas before closing
    /// brackets, duplicate keys, nulls and numbers of any size. An object that is not a valid tag is an ordinary
    /// object.
    let purpose: JSONPurpose?
    /// The nulls that were replaced, and the numbers that were rounded.
    private(set) var substitutions = Substitutions()
    private(set) var hasComments = false
    /// Whether there is a comma before a closing bracket.
    private(set) var hasSurplusCommas = false
    /// Whether an object was read as a tag.
    private(set) var hasTags = false
    /// Tags whose objects are kept as dictionaries.
    private let keptTags: [String]
    /// Whether an object whose only key is an unknown tag is an ordinary object, and not an error. An object with an
    /// object as the content of a tag is then ordinary too, unless the tag is `$dictionary`.
    private let keepsUnknownTags: Bool
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
        _ bytes: [UInt8], isUTF8: Bool = true, isPlain: Bool = false, purpose: JSONPurpose? = nil,
        keptTags: [String] = [], keepsUnknownTags: Bool = false, recorder: ElementRecorder? = nil,
        allowsTag: @escaping (PropertyListPath) -> Bool = { _ in true }
    ) {
        self.bytes = bytes
        self.isUTF8 = isUTF8
        self.isPlain = isPlain
        self.purpose = purpose
        self.keptTags = keptTags
        self.keepsUnknownTags = keepsUnknownTags
        self.recorder = recorder
        duplicates = purpose != nil || keepsUnknownTags ? DuplicateKeys() : nil
        self.allowsTag = allowsTag
        index = bytes.startBehindMark
    }

    mutating func document() throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
        if current == nil { throw PropertyListError(.empty) }
        let value = try value(depth: 1)
        skipBlanks()
        if current != nil { throw parseError("unexpected text after the end") }
        return value
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
        skipBlanks()
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
            guard purpose != nil else { throw parseError("null, which property lists do not support", at: start) }
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

    /// If nulls are omitted, skips a null and the blanks behind it. Returns whether a null was skipped.
    private mutating func skipNull() throws(PropertyListError) -> Bool {
        guard isPlain, purpose == nil, current == UInt8(ascii: "n") else { return false }
        try skip("null")
        skipBlanks()
        return true
    }

    private mutating func object(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: !isPlain)
        defer { keyStarts.removeLast(pairs.count) }
        if !isPlain, pairs.count == 1, pairs[0].key.utf8.first == UInt8(ascii: "$"), allowsTag(path),
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
        skipBlanks()
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
        skipBlanks()
        guard current == UInt8(ascii: "{") else { return try value(depth: depth) }
        let start = index
        let pairs = try pairs(depth: depth, canBeTag: false)
        defer { keyStarts.removeLast(pairs.count) }
        guard depth <= PropertyListLimits.depth else { throw tooDeep(at: start) }
        return .dictionary(try dictionary(pairs))
    }

    /// Returns whether an object has several keys. The first call examines all objects that begin like a tag.
    private mutating func hasSeveralKeys(objectAt start: Int) -> Bool {
        let objects = objectsOfSeveralKeys ?? JSONTag.objectsOfSeveralKeys(in: bytes, from: start)
        objectsOfSeveralKeys = objects
        return objects.contains(start)
    }

    private mutating func dictionary(_ pairs: [Pair]) throws(PropertyListError) -> PropertyListDictionary {
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count == pairs.count { return dictionary }
        if duplicates != nil {
            let place = pathOfValue
            duplicates?.note(in: pairs.map(\.key), at: place)
            return dictionary
        }
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
            if keepsUnknownTags || purpose != nil { return nil }
            throw parseError("unknown tag '\(key.excerpt)'", at: start)
        }
        guard let value = JSONTag.value(of: tag, value) else {
            if purpose != nil { return nil }
            if keepsUnknownTags, case .dictionary = value { return nil }
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
            skipBlanks()
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

    /// Takes a comma. Returns whether a member follows.
    private mutating func takeComma(before bracket: Unicode.Scalar) throws(PropertyListError) -> Bool {
        guard take(",") else { return false }
        skipBlanks()
        guard current == UInt8(ascii: bracket) else { return true }
        if purpose == nil { throw surplusComma }
        hasSurplusCommas = true
        return false
    }

    /// Skips blanks and, in a file, comments.
    mutating func skipBlanks() {
        index = endOfBlanks(from: index)
        while purpose != nil, let end = Self.endOfComment(in: bytes[index...]) {
            // A comment that is not closed is an error where it begins.
            let isLong = bytes[index + 1] == UInt8(ascii: "*")
            if isLong, !bytes[(index + 2)..<end].suffix(2).elementsEqual("*/".utf8) { return }
            (index, hasComments) = (endOfBlanks(from: end), true)
        }
    }

    /// Returns the end of the comment with which a text begins, or `nil` if it begins with something else.
    static func endOfComment(in text: ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "/") else { return nil }
        if text.starts(with: "/*".utf8) { return text.dropFirst(2).end(of: "*/") }
        return text.starts(with: "//".utf8) ? text.firstIndex(where: \.isLineEnd) ?? text.endIndex : nil
    }

    private func endOfBlanks(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count,
                bytes[end] == 0x20 || bytes[end] == 0x0A || bytes[end] == 0x0D || bytes[end] == 0x09
            {
                end += 1
            }
            return end
        }
    }

    private func tooDeep(at place: Int? = nil) -> PropertyListError {
        parseError("more than \(PropertyListLimits.depth) nested containers", at: place)
    }

    func parseError(_ reason: String, at place: Int? = nil, key: String? = nil) -> PropertyListError {
        let comment =
            purpose != nil && current == UInt8(ascii: "/")
            ? "a comment that is not closed" : "a comment (not allowed in JSON)"
        let reason = place == nil && beginsComment ? comment : reason
        let before = bytes[..<min(place ?? (current == nil ? endOfPreviousToken : index), bytes.count)]
        let path = PropertyListPath(path.components + (key.map { [$0] } ?? []))
        return PropertyListError(
            .malformedJSON(reason: reason, path: path, position: PropertyListError.Position(behind: before)))
    }
}
