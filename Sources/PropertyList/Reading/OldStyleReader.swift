/// Reads the old style: `{ key = value; }`, `( a, b )`, `<0fbd77>`, quoted and bare strings, and strings files, which are the inside
/// of a dictionary without its braces. Every leaf is a string or data.
///
/// The grammar is that of Apple's own parser, which prints to standard error when a semicolon is missing and cannot be told not to.
struct OldStyleReader {
    private var scanner: OldStyleScanner
    private var path = PropertyListPath()
    private var substitutions = Substitutions()
    /// How many members of the root were begun: the number of the last.
    private var members = 0
    private var duplicates = DuplicateKeys()

    private init(_ text: [UInt8]) {
        scanner = OldStyleScanner(text)
    }

    /// Reads a whole text, in UTF-8.
    static func read(_ text: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        var reader = OldStyleReader(text)
        let value = try reader.root()
        return PropertyListDocument(
            value: value, format: .openStep, substitutions: reader.substitutions.list,
            duplicateKeys: reader.duplicates.paths)
    }

    private mutating func root() throws(PropertyListError) -> PropertyListValue {
        guard let first = scanner.nextSignificant() else { return try commentsAlone() }
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

    /// A text without values, such as a strings file without pairs: an empty dictionary. A comment that is not closed was truncated.
    private func commentsAlone() throws(PropertyListError) -> PropertyListValue {
        if let start = scanner.openComment {
            throw scanner.fault(missing: "*/", toClose: "the comment", openedAt: start)
        }
        return .dictionary([:])
    }

    /// A text that begins with a string and goes on: the pairs of a dictionary, to the end.
    private mutating func stringsFile(isBare: Bool) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index
        _ = try scanner.string()
        let separator = scanner.nextSignificant()
        // Prose is no broken property list but none.
        if isBare, separator != "=", separator != ";" { throw .unrecognized }
        // Once more from the start, and as if nothing had been read.
        scanner.index = start
        substitutions = Substitutions()
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
            return .data(try scanner.data())
        default:
            guard let (text, isExact) = try scanner.string() else { return nil }
            if !isExact { noteLoneSurrogate() }
            return .string(text)
        }
    }

    private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index - 1
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
        let pairs = try pairs(depth: depth)
        guard scanner.nextSignificant() == "}" else {
            throw scanner.fault(missing: "}", toClose: "the dictionary", openedAt: start)
        }
        scanner.index += 1
        return .dictionary(pairs)
    }

    private mutating func pairs(depth: Int) throws(PropertyListError) -> PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = []
        while let (key, isExact) = try scanner.string() {
            path.components.append(key)
            if depth == 1 { members += 1 }
            if !isExact { noteLoneSurrogate() }
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
        if dictionary.count < pairs.count, !duplicates.isFull {
            duplicates.note(in: pairs.map(\.0), at: path)
        }
        return dictionary
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index - 1
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: path) }
        var elements: [PropertyListValue] = []
        path.components.append("0")
        if depth == 1 { members += 1 }
        while let element = try value(depth: depth + 1) {
            elements.append(element)
            path.components[path.components.count - 1] = String(elements.count)
            if depth == 1 { members += 1 }
            guard scanner.nextSignificant() == "," else { break }
            scanner.index += 1
        }
        path.components.removeLast()
        guard scanner.nextSignificant() == ")" else {
            throw scanner.fault(missing: ")", toClose: "the array", openedAt: start)
        }
        scanner.index += 1
        return .array(elements)
    }

    /// Notes that there is half of a surrogate pair in the text here.
    private mutating func noteLoneSurrogate() {
        substitutions.note(.loneSurrogate, at: path, inMember: members)
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PropertyListError {
        scalar == "["
            ? scanner.fault("arrays are written in parentheses") : scanner.fault("'\(scalar)' begins no value")
    }
}
