/// A reader of the old text format: `{ key = value; }`, `( a, b )`, `<0fbd77>`, quoted and bare strings, and strings
/// files.
///
/// A strings file is the inside of a dictionary without braces. Values that are not containers are strings or data. The
/// grammar is that of Apple's parser. That parser itself is not used, because it prints to standard error when a
/// semicolon is missing.
struct OldStyleReader {
    private var scanner: OldStyleScanner
    private var path = ReadingPath()
    private var substitutions = Substitutions()
    private var duplicates = DuplicateKeys()
    /// Whether a text that begins with a bare word may be prose. It is then reported as unrecognized, and not as a
    /// strings file without a separator.
    private let mayBeProse: Bool
    /// Records the places of elements, or `nil` if nobody asks for them.
    private var recorder: ElementRecorder?

    private init(_ text: [UInt8], mayBeProse: Bool, recorder: ElementRecorder?) {
        scanner = OldStyleScanner(text)
        self.mayBeProse = mayBeProse
        self.recorder = recorder
    }

    /// Reads a text in UTF-8.
    ///
    /// - Parameters:
    ///   - mayBeProse: Whether a text that begins with a bare word and is not a strings file is reported as
    ///     unrecognized, without a position.
    ///   - recorder: Records the elements that it wants, and is returned.
    static func read(
        _ text: [UInt8], mayBeProse: Bool = true, with recorder: ElementRecorder? = nil
    ) throws(PropertyListError) -> (document: PropertyListDocument, recorder: ElementRecorder?) {
        var reader = OldStyleReader(text, mayBeProse: mayBeProse, recorder: recorder)
        return (try reader.document(), reader.recorder)
    }

    private mutating func document() throws(PropertyListError) -> PropertyListDocument {
        let value = try root()
        return PropertyListDocument(
            value: value, format: .openStep, substitutions: substitutions.list, duplicateKeys: duplicates.paths,
            hasComments: scanner.hasComments)
    }

    private mutating func root() throws(PropertyListError) -> PropertyListValue {
        guard let first = scanner.nextSignificant() else { return try commentsAlone() }
        let start = scanner.index
        let isBare = first.isBareStringCharacter
        guard let value = try value(depth: 1) else { throw unexpected(first) }
        if scanner.nextSignificant() == nil {
            // A bare word can be any text. If it were accepted as a property list, a tool might overwrite the file.
            if isBare { throw mayBeProse ? PropertyListError(.unrecognized) : noSeparator }
            return value
        }
        guard case .string = value else {
            throw scanner.unclosedContainer ?? scanner.parseError("unexpected text after the end")
        }
        scanner.index = start
        return try stringsFile(isBare: isBare && mayBeProse)
    }

    /// Returns the empty dictionary for a text without values. An unclosed comment means that the text is truncated.
    private func commentsAlone() throws(PropertyListError) -> PropertyListValue {
        if let start = scanner.openComment {
            throw scanner.parseError(missing: "*/", for: "the comment", openedAt: start)
        }
        return .dictionary([:])
    }

    /// Reads the pairs of a strings file.
    private mutating func stringsFile(isBare: Bool) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index
        _ = try scanner.string()
        let separator = scanner.nextSignificant()
        // Prose is reported as unrecognized, not as an invalid property list.
        if isBare, separator != "=", separator != ";" { throw PropertyListError(.unrecognized) }
        // The text is read again from its beginning, so substitutions found so far would be recorded twice.
        scanner.index = start
        substitutions = Substitutions()
        recorder?.restart()
        let pairs = try pairs(depth: 1)
        recorder?.note(start..<scanner.endOfPreviousToken)
        guard scanner.nextSignificant() == nil else { throw scanner.parseError("unexpected text after the end") }
        return .dictionary(pairs)
    }

    /// Reads the value at the next significant character. Returns `nil` and consumes nothing if no value begins there.
    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue? {
        guard recorder != nil else { return try element(depth: depth) }
        _ = scanner.nextSignificant()
        let start = scanner.index
        let value = try element(depth: depth)
        if value != nil { recorder?.note(start..<scanner.index) }
        return value
    }

    private mutating func element(depth: Int) throws(PropertyListError) -> PropertyListValue? {
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
        guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: currentPath)) }
        let pairs = try pairs(depth: depth)
        guard scanner.nextSignificant() == "}" else {
            throw scanner.parseError(missing: "}", for: "the dictionary", openedAt: start)
        }
        scanner.index += 1
        return .dictionary(pairs)
    }

    private mutating func pairs(depth: Int) throws(PropertyListError) -> PropertyListDictionary {
        var pairs: [PropertyListDictionary.Element] = []
        path.enter(scanner.index)
        recorder?.enter()
        while let key = try key() {
            let keyRange = scanner.stringStart..<scanner.index
            if recorder != nil { recorder?.move(to: key, at: keyRange) }
            var value: PropertyListValue?
            switch scanner.nextSignificant() {
            case ";":
                value = .string(key)  // { key; } is { key = key; }
                recorder?.note(keyRange)
            case "=":
                scanner.index += 1
                value = try self.value(depth: depth + 1)
            default:
                throw noSeparator
            }
            guard let value else { throw scanner.parseError(missingAfterToken: "a missing value after '='") }
            pairs.append((key, value))
            guard scanner.nextSignificant() == ";" else {
                throw scanner.printedData(at: keyRange.lowerBound)
                    ?? scanner.parseError(missingAfterToken: "a missing ';' after a value")
            }
            scanner.index += 1
        }
        path.leave()
        recorder?.leave()
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count < pairs.count, !duplicates.isFull {
            duplicates.note(in: pairs.map(\.key), at: currentPath)
        }
        return dictionary
    }

    /// Reads the key at the next significant character. Returns `nil` and consumes nothing if no key begins there.
    @inline(__always)
    private mutating func key() throws(PropertyListError) -> String? {
        guard let (key, isExact) = try scanner.string() else { return nil }
        path.move(to: .key(offset: scanner.stringStart))
        if !isExact { noteLoneSurrogate() }
        return key
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = scanner.index - 1
        guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: currentPath)) }
        var elements: [PropertyListValue] = []
        path.enter(start)
        recorder?.enter()
        recorder?.move(to: 0)
        var endsWithElement = false
        while let element = try value(depth: depth + 1) {
            elements.append(element)
            path.move(to: .index(elements.count))
            recorder?.move(to: elements.count)
            endsWithElement = scanner.nextSignificant() != ","
            if endsWithElement { break }
            scanner.index += 1
        }
        path.leave()
        recorder?.leave()
        guard scanner.nextSignificant() == ")" else {
            throw endsWithElement && scanner.current != nil
                ? scanner.missingComma(inArrayAt: start)
                : scanner.parseError(missing: ")", for: "the array", openedAt: start)
        }
        scanner.index += 1
        return .array(elements)
    }

    /// Records an unpaired surrogate in the current value.
    private mutating func noteLoneSurrogate() {
        substitutions.note(.loneSurrogate, at: substitutions.isFull ? nil : currentPath)
    }

    private var currentPath: PropertyListPath {
        path.path(scanner.string(at:))
    }

    private var noSeparator: PropertyListError {
        scanner.parseError(missingAfterToken: "a missing '=' or ';' after a key")
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PropertyListError {
        scalar == "["
            ? scanner.parseError("'[' instead of '('") : scanner.parseError("an unexpected '\(scalar)'")
    }
}
