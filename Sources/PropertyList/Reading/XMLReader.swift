import Foundation

/// A reader of XML property lists in UTF-8.
///
/// It supports the five predefined entities and character references, but neither internal declarations nor namespaces.
/// The syntax of attributes is checked and their values are ignored. Unknown elements are refused. Strings keep their
/// text unchanged, including carriage returns and control characters. If a dictionary contains a key several times, the
/// last value is used. At most ``PropertyListLimits/depth`` containers may be nested.
struct XMLReader {
    var scanner: XMLScanner
    var path = ReadingPath()
    var substitutions = Substitutions()
    /// The only key of the root to read, in UTF-8, or nil to read all keys.
    private let wantedKey: [UInt8]?
    /// Whether elements are only checked. Strings and containers are then empty, and substitutions are not recorded.
    private(set) var isSkipping = false
    private var duplicates = DuplicateKeys()
    /// Records the places of elements, or `nil` if nobody asks for them.
    private var recorder: ElementRecorder?

    private init(_ bytes: ByteView, onlyKey key: String? = nil, recorder: ElementRecorder? = nil) {
        scanner = XMLScanner(bytes)
        wantedKey = key.map { Array($0.utf8) }
        self.recorder = recorder
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - key: The only key of a root dictionary to read, or `nil` to read all keys. The values of other keys are
    ///     checked.
    ///   - recorder: Records the elements that it wants, and is returned.
    static func read(
        _ bytes: [UInt8], onlyKey key: String? = nil, with recorder: ElementRecorder? = nil
    ) throws(PropertyListError) -> (document: PropertyListDocument, recorder: ElementRecorder?) {
        try ByteView.of(bytes) { (view) throws(PropertyListError) in
            var reader = XMLReader(view, onlyKey: key, recorder: recorder)
            return (try reader.document(), reader.recorder)
        }
    }

    private mutating func document() throws(PropertyListError) -> PropertyListDocument {
        let value = try root()
        return PropertyListDocument(
            value: value, format: .xml, substitutions: substitutions.list, duplicateKeys: duplicates.paths,
            hasComments: scanner.hasComments)
    }

    /// Reads the root and the markup around it.
    private mutating func root() throws(PropertyListError) -> PropertyListValue {
        if let offset = scanner.bytes.firstInvalidUTF8(from: scanner.position) {
            throw scanner.parseError("invalid UTF-8", at: offset)
        }
        repeat { try scanner.skipBlanksAndComments() } while try scanner.skipDocumentType()
        let tag = try scanner.openTag(expecting: "'<plist>'")
        let root: PropertyListValue
        if tag.element == .propertyList {
            guard !tag.isWhole else { throw scanner.parseError("an empty <plist>", at: tag.start) }
            try scanner.skipBlanksAndComments()
            root = try value(scanner.openTag(expecting: "a value in <plist>"), depth: 1)
            try scanner.skipBlanksAndComments()
            try scanner.closeTag(tag)
        } else {
            root = try value(tag, depth: 1)
        }
        noteTrailingText()
        return root
    }

    /// Records text behind the root. Foundation ignores such text, and changing the file would remove it.
    private mutating func noteTrailingText() {
        repeat {
            let end = scanner.position
            // Old systems wrote a NUL at the end.
            while !scanner.isAtEnd, scanner.current == 0 { scanner.position += 1 }
            let start = scanner.position
            do {
                try scanner.skipBlanksAndComments()
            } catch {
                scanner.position = start
                break
            }
            if scanner.position == end { break }
        } while true
        guard !scanner.isAtEnd else { return }
        substitutions.note(.trailingText, at: PropertyListPath(), position: scanner.currentPosition)
    }

    /// Reads the opening tag of a value behind its key.
    @inline(__always)
    private mutating func valueTag() throws(PropertyListError) -> XMLScanner.Tag {
        let end = scanner.position
        try scanner.skipBlanksAndComments()
        if scanner.current == UInt8(ascii: "<"), scanner.bytes[scanner.position + 1] == UInt8(ascii: "/") {
            throw scanner.parseError("a missing value after a key", at: end)
        }
        let tag = try scanner.openTag(expecting: "a value in <dict>")
        if tag.element == .key { throw scanner.parseError("a missing value after a key", at: end) }
        return tag
    }

    /// Reads the element of an opening tag.
    ///
    /// - Parameter depth: The number of nested containers from the root to the element, including the element if it is
    ///   a container.
    @inline(__always)
    private mutating func value(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        let value = try element(tag, depth: depth)
        if recorder != nil { recorder?.note(tag.start..<scanner.position) }
        return value
    }

    private mutating func element(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        switch tag.element {
        case .string: return .string(try string(tag))
        case .integer: return .integer(try integer(tag))
        case .real: return .real(try real(tag))
        case .boolTrue: return try boolean(true, tag)
        case .boolFalse: return try boolean(false, tag)
        case .date: return try date(tag)
        case .data: return try data(tag)
        case .array: return .array(try array(tag, depth: depth))
        case .dictionary: return try dictionary(tag, depth: depth)
        case .key, .propertyList: throw misplaced(tag)
        }
    }

    /// Returns the error of an element that cannot be a value.
    private func misplaced(_ tag: XMLScanner.Tag) -> PropertyListError {
        if tag.element == .propertyList { return scanner.parseError("<plist> inside another element", at: tag.start) }
        return scanner.unclosedContainer(beforeMemberAt: tag.start)
            ?? scanner.parseError("<key> instead of a value", at: tag.start)
    }

    private mutating func boolean(_ flag: Bool, _ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListValue {
        if !tag.isWhole { try scanner.closeTag(tag) }
        return .boolean(flag)
    }

    /// Returns whether another element follows in a container.
    @inline(__always)
    private mutating func hasNext() throws(PropertyListError) -> Bool {
        try scanner.skipBlanksAndComments()
        return scanner.current == UInt8(ascii: "<") && scanner.bytes[scanner.position + 1] != UInt8(ascii: "/")
    }

    private mutating func array(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: currentPath)) }
        guard !tag.isWhole else { return [] }
        path.enter(tag.start)
        recorder?.enter()
        var elements: [PropertyListValue] = []
        var count = 0
        while try hasNext() {
            path.move(to: .index(count))
            if recorder != nil { recorder?.move(to: count) }
            count += 1
            let element = try value(scanner.openTag(expecting: "a value"), depth: depth + 1)
            if !isSkipping { elements.append(element) }
        }
        path.leave()
        recorder?.leave()
        try scanner.closeTag(tag)
        return elements
    }

    private mutating func dictionary(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: currentPath)) }
        guard !tag.isWhole else { return .dictionary([:]) }
        path.enter(tag.start)
        recorder?.enter()
        var pairs: [PropertyListDictionary.Element] = []
        var isWhole = true
        while try hasNext() {
            let start = scanner.position
            let key = try key(depth: depth)
            if recorder != nil, let key { recorder?.move(to: key, at: start..<scanner.position) }
            let value = try value(valueTag(), depth: depth + 1)
            if let key { pairs.append((key, value)) } else { isWhole = false }
        }
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count < pairs.count, !duplicates.isFull {
            let container = PropertyListPath(currentPath.components.dropLast())
            duplicates.note(in: pairs.map(\.key), at: container)
        }
        path.leave()
        recorder?.leave()
        try scanner.closeTag(tag)
        if isWhole, let reference = dictionary.reference { return .uid(reference) }
        return .dictionary(dictionary)
    }

    /// Reads a key of a dictionary, or returns `nil` if the pair is to be skipped.
    @inline(__always)
    private mutating func key(depth: Int) throws(PropertyListError) -> String? {
        let tag = try keyTag()
        if depth == 1, let wantedKey { return try key(tag, wanted: wantedKey) }
        let key = try string(tag)
        return isSkipping ? nil : key
    }

    /// Reads a key of the root during a lookup. The key `CF$UID` is also returned, because a root with only that key is
    /// not a dictionary.
    private mutating func key(_ tag: XMLScanner.Tag, wanted: [UInt8]) throws(PropertyListError) -> String? {
        let start = scanner.position
        let isReference: Bool
        if let range = try plainText(tag) {
            isSkipping = range.count != wanted.count || !scanner.bytes.hasBytes(wanted, at: start)
            isReference = range.count == 6 && scanner.bytes.hasBytes("CF$UID", at: start)
        } else {
            let key = try mixedText(tag, from: start)
            isSkipping = !key.utf8.elementsEqual(wanted)
            isReference = key == "CF$UID"
        }
        if isSkipping { return isReference ? "CF$UID" : nil }
        return String(decoding: wanted, as: UTF8.self)
    }

    /// Reads the opening tag of a key, which must come next.
    @inline(__always)
    private mutating func keyTag() throws(PropertyListError) -> XMLScanner.Tag {
        let tag = try scanner.openTag(expecting: "'<key>' or '</dict>'")
        guard tag.element == .key else {
            throw scanner.unclosedContainer(beforeMemberAt: tag.start)
                ?? scanner.parseError("<\(tag.element.name)> instead of <key>", at: tag.start)
        }
        path.move(to: .key(offset: tag.start))
        return tag
    }

    /// Records a substitution in the value that is being read.
    mutating func substitute(_ found: PropertyListSubstitution.Found) {
        if isSkipping { return }
        substitutions.note(found, at: substitutions.isFull ? nil : currentPath)
    }

    var currentPath: PropertyListPath {
        path.path(keyText)
    }

    private func keyText(at offset: Int) -> String {
        var reader = self
        reader.scanner.position = offset
        return (try? reader.text(reader.scanner.openTag(expecting: "a key"))) ?? ""
    }

    /// Returns the key at an offset of a file that was read before.
    static func key(at offset: Int, in bytes: [UInt8]) -> String {
        let key = try? ByteView.of(bytes) { (view) throws(PropertyListError) in XMLReader(view).keyText(at: offset) }
        return key ?? ""
    }
}

extension PropertyListDictionary {
    /// The number of the reference that the dictionary represents in XML, or `nil` if `CF$UID` is not the only key.
    var reference: UInt32? {
        guard count == 1, case .integer(let number)? = self["CF$UID"] else { return nil }
        return number.exactly(as: UInt32.self)
    }
}
