/// One value of a file, and the rest of the file checked as it is when it is read, with nothing made of it.
extension XMLReader {
    /// What the root is to a look-up.
    enum Root {
        /// A dictionary, with the value under the key, nil where there is none.
        case member(PropertyListValue?)
        /// Something else.
        case notDictionary(PropertyListType)
    }

    /// Reads the root, which a tag begins, for the value under a key. Of several the last counts.
    mutating func member(_ key: String, ofRoot tag: XMLScanner.Tag) throws(PropertyListError) -> Root {
        guard tag.element == .dictionary else { return .notDictionary(try value(tag, depth: 1).type) }
        guard !tag.isWhole else { return .member(nil) }
        path.enter(tag.start)
        var found: PropertyListValue?
        // A dictionary of the one key CF$UID is a reference.
        var only: PropertyListDictionary? = [:]
        while try hasNext() {
            let (isWanted, isReference) = try nextKey(is: key, or: "CF$UID")
            let tag = try nextTag(inside: .dictionary)
            if !isReference { only = nil }
            guard isWanted || isReference else {
                isSkipping = true
                try skip(tag, depth: 2)
                continue
            }
            isSkipping = !isWanted
            let value = try value(tag, depth: 2)
            if isWanted { found = value }
            only?["CF$UID"] = value
        }
        path.leave()
        try scanner.closeTag(.dictionary)
        return only?.reference == nil ? .member(found) : .notDictionary(.uid)
    }

    /// Reads a key, and tells whether it is one of two.
    @inline(__always)
    private mutating func nextKey(is first: String, or second: String) throws(PropertyListError) -> (Bool, Bool) {
        let tag = try keyTag()
        let start = scanner.position
        guard let range = try plainText(tag) else {
            let key = try mixedText(tag, from: start)
            return (key.hasSameScalars(as: first), key.hasSameScalars(as: second))
        }
        let key = scanner.bytes[range]
        return (first.withUTF8Bytes { key.elementsEqual($0) }, second.withUTF8Bytes { key.elementsEqual($0) })
    }

    /// Passes over the element that a tag begins. Whatever reading it would refuse is refused.
    private mutating func skip(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) {
        switch tag.element {
        case .string: try skipText(tag)
        case .integer: _ = try integer(tag)
        case .real: _ = try real(tag)
        case .boolTrue, .boolFalse: _ = try boolean(true, tag)
        case .date: _ = try date(tag)
        case .data: _ = try data(tag)
        case .array: try skipArray(tag, depth: depth)
        case .dictionary: try skipDictionary(tag, depth: depth)
        case .key, .propertyList: throw misplaced(tag)
        }
    }

    private mutating func skipArray(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) {
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: currentPath) }
        guard !tag.isWhole else { return }
        path.enter(tag.start)
        var count = 0
        while try hasNext() {
            path.move(to: .index(count))
            count += 1
            try skip(scanner.openTag(expecting: "a value"), depth: depth + 1)
        }
        path.leave()
        try scanner.closeTag(.array)
    }

    private mutating func skipDictionary(_ tag: XMLScanner.Tag, depth: Int) throws(PropertyListError) {
        guard depth <= PropertyListLimits.depth else { throw .tooDeep(at: currentPath) }
        guard !tag.isWhole else { return }
        path.enter(tag.start)
        while try hasNext() {
            try skipText(keyTag())
            try skip(nextTag(inside: .dictionary), depth: depth + 1)
        }
        path.leave()
        try scanner.closeTag(.dictionary)
    }
}
