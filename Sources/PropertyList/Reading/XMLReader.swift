import Foundation

/// Reads XML property lists that are encoded in UTF-8.
///
/// A reader for this one document type, not for XML at large: there are no entities but the five predefined ones and character
/// references, no declarations, no namespaces, and attributes mean nothing. Strict in structure: whatever is not understood is
/// refused. What is between the tags of a string is kept as it is, carriage returns and control characters included. Of several
/// values under one key the last counts. No more than ``PropertyListLimits/depth`` containers lie inside one another.
struct XMLReader {
    var scanner: XMLScanner
    private var path = ReadingPath()
    /// The one key of the root that is wanted; values of others are read and dropped.
    private var wanted: String?
    private var duplicates = DuplicateKeys()

    private init(_ bytes: ByteView) {
        scanner = XMLScanner(bytes)
    }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument {
        try ByteView.of(bytes) { (view) throws(PropertyListError) in
            var reader = XMLReader(view)
            let value = try reader.document()
            return PropertyListDocument(
                value: value, format: .xml, substitutions: [], duplicateKeys: reader.duplicates.paths)
        }
    }

    /// The value under a key of the root, nil where there is none. The whole text is read and checked, and only that value kept.
    static func value(forKey key: String, in bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument? {
        let root = try ByteView.of(bytes) { (view) throws(PropertyListError) in
            var reader = XMLReader(view)
            reader.wanted = key
            return try reader.document()
        }
        return try PropertyListDocument(value: root, format: .xml, substitutions: []).member(key)
    }

    private mutating func document() throws(PropertyListError) -> PropertyListValue {
        if let offset = scanner.bytes.firstInvalidUTF8(from: scanner.position) {
            throw scanner.fault("bytes that are no UTF-8", at: offset)
        }
        repeat { try scanner.skipBlanksAndComments() } while try scanner.skipDocumentType()
        let tag = try scanner.openTag(expecting: "'<plist>'")
        let root: PropertyListValue
        if tag.element == .propertyList {
            guard !tag.isWhole else { throw scanner.fault("an empty <plist>", at: tag.start) }
            root = try value(try nextTag(inside: .propertyList), depth: 1)
            try scanner.skipBlanksAndComments()
            try scanner.closeTag(.propertyList)
        } else {
            root = try value(tag, depth: 1)
        }
        try scanner.skipBlanksAndComments()
        guard scanner.isAtEnd else { throw scanner.fault("something follows the end") }
        return root
    }

    private mutating func nextTag(inside element: XMLElement) throws(PropertyListError) -> XMLScanner.Tag {
        try scanner.skipBlanksAndComments()
        return try scanner.openTag(expecting: "a value in <\(element.name)>")
    }

    /// Reads the element that a tag begins. A container is the depth-th on its way from the root.
    private mutating func value(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        switch tag.element {
        case .string: return .string(try text(tag))
        case .integer: return .integer(try integer(tag))
        case .real: return .real(try real(tag))
        case .boolTrue: return try boolean(true, tag)
        case .boolFalse: return try boolean(false, tag)
        case .date: return .date(try date(tag))
        case .data: return .data(try data(tag))
        case .array: return .array(try array(tag, depth: depth))
        case .dictionary: return try dictionary(tag, depth: depth)
        case .key: throw scanner.fault("a <key> where a value belongs", at: tag.start)
        case .propertyList: throw scanner.fault("a <plist> inside another element", at: tag.start)
        }
    }

    private mutating func boolean(_ flag: Bool, _ tag: XMLScanner.Tag) throws(PropertyListError) -> PropertyListValue {
        if !tag.isWhole { try scanner.closeTag(tag.element) }
        return .boolean(flag)
    }

    /// Whether another element follows in a container, rather than its end.
    @inline(__always)
    private mutating func hasNext() throws(PropertyListError) -> Bool {
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
        var isWhole = true
        while try hasNext() {
            let key = try key()
            let value = try value(nextTag(inside: .dictionary), depth: depth + 1)
            if depth == 1, isUnwanted(key) {
                isWhole = false
            } else {
                pairs.append((key, value))
            }
        }
        let dictionary = PropertyListDictionary(pairs, keeping: .last)
        if dictionary.count < pairs.count {
            let container = PropertyListPath(currentPath.components.dropLast())
            duplicates.note(in: pairs, at: container)
        }
        path.leave()
        try scanner.closeTag(.dictionary)
        if isWhole, let reference = dictionary.reference { return .uid(reference) }
        return .dictionary(dictionary)
    }

    /// Whether the value under a key of the root is to be dropped. `CF$UID` tells whether the root is a dictionary at all.
    private func isUnwanted(_ key: String) -> Bool {
        guard let wanted else { return false }
        return !key.hasSameScalars(as: wanted) && key != "CF$UID"
    }

    private mutating func key() throws(PropertyListError) -> String {
        let tag = try scanner.openTag(expecting: "'<key>' or '</dict>'")
        guard tag.element == .key else {
            throw scanner.fault("<\(tag.element.name)> where a <key> belongs", at: tag.start)
        }
        path.move(to: .key(offset: tag.start))
        return try text(tag)
    }

    private var currentPath: PropertyListPath {
        path.path { offset in
            var reader = self
            reader.scanner.position = offset
            return (try? reader.key()) ?? ""
        }
    }
}

extension PropertyListDictionary {
    /// The reference that a dictionary of the one key `CF$UID` stands for in XML.
    fileprivate var reference: UInt32? {
        guard count == 1, case .integer(let number)? = self["CF$UID"] else { return nil }
        return number.exactly(as: UInt32.self)
    }
}
