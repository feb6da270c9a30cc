import Foundation

/// Reads XML property lists, as UTF-8.
///
/// A reader for this one document type, not for XML at large: there are no entities but the five predefined ones and character
/// references, no declarations, no namespaces, and attributes mean nothing, though their syntax is checked. Strict in structure: whatever is not understood is
/// refused. What is between the tags of a string is kept as it is, carriage returns and control characters included. Of several
/// values under one key the last counts. No more than ``PropertyListLimits/depth`` containers lie inside one another.
struct XMLReader {
    var scanner: XMLScanner
    var path = ReadingPath()
    var substitutions = Substitutions()
    /// Whether nobody asks for what is read, and its substitutions are not noted.
    var isSkipping = false
    private var duplicates = DuplicateKeys()

    private init(_ bytes: ByteView) {
        scanner = XMLScanner(bytes)
    }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        try ByteView.of(bytes) { (view) throws(PropertyListError) in
            var reader = XMLReader(view)
            let value = try reader.document { (reader, tag) throws(PropertyListError) in
                try reader.value(tag, depth: 1)
            }
            return PropertyListDocument(
                value: value, format: .xml, substitutions: reader.substitutions.list,
                duplicateKeys: reader.duplicates.paths)
        }
    }

    /// The value under a key of the root, nil where there is none. The whole text is checked, and only that value made.
    static func value(forKey key: String, in bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument? {
        let (root, substitutions) = try ByteView.of(bytes) { (view) throws(PropertyListError) in
            var reader = XMLReader(view)
            let root = try reader.document { (reader, tag) throws(PropertyListError) in
                try reader.member(key, ofRoot: tag)
            }
            return (root, reader.substitutions.list.filter { !$0.path.components.isEmpty })
        }
        switch root {
        case .member(let value):
            return value.map { PropertyListDocument(value: $0, format: .xml, substitutions: substitutions) }
        case .notDictionary(let type):
            throw .notDictionary(type)
        }
    }

    /// Reads what is around the root, and has the root read, whose tag is given.
    private mutating func document<Root>(
        _ body: (inout XMLReader, XMLScanner.Tag) throws(PropertyListError) -> Root
    ) throws(PropertyListError) -> Root {
        if let offset = scanner.bytes.firstInvalidUTF8(from: scanner.position) {
            throw scanner.fault("bytes that are no UTF-8", at: offset)
        }
        repeat { try scanner.skipBlanksAndComments() } while try scanner.skipDocumentType()
        let tag = try scanner.openTag(expecting: "'<plist>'")
        let root: Root
        if tag.element == .propertyList {
            guard !tag.isWhole else { throw scanner.fault("an empty <plist>", at: tag.start) }
            root = try body(&self, try nextTag(inside: .propertyList))
            try scanner.skipBlanksAndComments()
            try scanner.closeTag(.propertyList)
        } else {
            root = try body(&self, tag)
        }
        noteTrailingText()
        return root
    }

    /// Notes what follows the root. Foundation does not look at it; a change of the file would remove it.
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
        substitutions.tell(.trailingText, at: PropertyListPath(), position: scanner.place)
    }

    mutating func nextTag(inside element: XMLElement) throws(PropertyListError) -> XMLScanner.Tag {
        try scanner.skipBlanksAndComments()
        return try scanner.openTag(expecting: "a value in <\(element.name)>")
    }

    /// Reads the element that a tag begins. A container is the depth-th on its way from the root.
    mutating func value(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        switch tag.element {
        case .string: return .string(try text(tag))
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

    /// The fault of an element that is no value where one belongs.
    func misplaced(_ tag: XMLScanner.Tag) -> PropertyListError {
        scanner.fault(
            tag.element == .key ? "a <key> where a value belongs" : "a <plist> inside another element", at: tag.start)
    }

    mutating func boolean(_ flag: Bool, _ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListValue {
        if !tag.isWhole { try scanner.closeTag(tag.element) }
        return .boolean(flag)
    }

    /// Whether another element follows in a container, rather than its end.
    @inline(__always)
    mutating func hasNext() throws(PropertyListError) -> Bool {
        try scanner.skipBlanksAndComments()
        return scanner.current == UInt8(ascii: "<") && scanner.bytes[scanner.position + 1] != UInt8(ascii: "/")
    }

    private mutating func array(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: currentPath) }
        guard !tag.isWhole else { return [] }
        path.enter(tag.start)
        var elements: [PropertyListValue] = []
        while try hasNext() {
            path.move(to: .index(elements.count))
            elements.append(try value(scanner.openTag(expecting: "a value"), depth: depth + 1))
        }
        path.leave()
        try scanner.closeTag(.array)
        return elements
    }

    private mutating func dictionary(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: currentPath) }
        guard !tag.isWhole else { return .dictionary([:]) }
        path.enter(tag.start)
        var pairs: [PropertyListDictionary.Element] = []
        while try hasNext() {
            let key = try key()
            pairs.append((key, try value(nextTag(inside: .dictionary), depth: depth + 1)))
        }
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count < pairs.count, !duplicates.isFull {
            let container = PropertyListPath(currentPath.components.dropLast())
            duplicates.note(in: pairs.map(\.key), at: container)
        }
        path.leave()
        try scanner.closeTag(.dictionary)
        if let reference = dictionary.reference { return .uid(reference) }
        return .dictionary(dictionary)
    }

    /// Reads the tag of a key, which must come next.
    @inline(__always)
    mutating func keyTag() throws(PropertyListError) -> XMLScanner.Tag {
        let tag = try scanner.openTag(expecting: "'<key>' or '</dict>'")
        guard tag.element == .key else {
            throw scanner.fault("<\(tag.element.name)> where a <key> belongs", at: tag.start)
        }
        path.move(to: .key(offset: tag.start))
        return tag
    }

    private mutating func key() throws(PropertyListError) -> String {
        try text(keyTag())
    }

    /// Notes something at the reader's place that no value can hold.
    mutating func substitute(_ found: PropertyListSubstitution.Found) {
        if isSkipping { return }
        let place = Substitutions.Place(member: path.member, isInside: path.count > 1)
        switch substitutions.detail(of: found, at: place) {
        case .path: substitutions.tell(found, at: currentPath)
        case .member:
            substitutions.tell(found, at: path.first.path(keyText), isSomewhereInside: place.isInside)
        case nil: break
        }
    }

    var currentPath: PropertyListPath {
        path.path(keyText)
    }

    private func keyText(at offset: Int) -> String {
        var reader = self
        reader.scanner.position = offset
        return (try? reader.key()) ?? ""
    }
}

extension PropertyListDictionary {
    /// The reference that a dictionary of the one key `CF$UID` stands for in XML.
    var reference: UInt32? {
        guard count == 1, case .integer(let number)? = self["CF$UID"] else { return nil }
        return number.exactly(as: UInt32.self)
    }
}
