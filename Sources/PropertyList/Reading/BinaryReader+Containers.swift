import Foundation

extension BinaryReader {
    /// Reads a container. A container with many references is read twice at most.
    ///
    /// - Parameter depth: The number of nested containers from the root to this container, inclusive.
    mutating func container(
        _ header: BinaryLayout.Header, unit: Int, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        let payload = try layout.payload(of: header, unit: unit)
        if let object = shared[header.offset] { return try unfold(object, at: header.offset, depth: depth) }
        guard depth <= PropertyListLimits.depth else { throw tooDeep(header) }
        let isShared = try shared.visit(header.offset, size: payload.count)
        let (outerDeepest, outerBudget, outerLeafBytes) = (deepest, budget, leafBytes)
        let earlier = substitutions.list.count
        deepest = depth
        let value = try contents(of: header, payload, depth: depth)
        if isShared {
            let object = SharedObjects.Object(
                value: value, values: outerBudget - budget, leafBytes: leafBytes - outerLeafBytes,
                height: deepest - depth + 1, substitutions: earlier..<substitutions.list.count,
                pathLength: path.count)
            shared.keep(object, at: header.offset)
        }
        deepest = max(deepest, outerDeepest)
        return value
    }

    /// Returns a container that was read before, and checks the limits for its new depth.
    private mutating func unfold(
        _ object: SharedObjects.Object, at offset: Int, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        let bottom = depth + object.height - 1
        guard bottom <= PropertyListLimits.depth else { throw PropertyListError(.tooDeep(at: currentPath)) }
        guard object.values <= budget else { throw PropertyListError(.tooManyValues(limit: limit)) }
        budget -= object.values
        try countLeafBytes(object.leafBytes, at: offset)
        deepest = max(deepest, bottom)
        repeatSubstitutions(of: object)
        return object.value
    }

    private func tooDeep(_ header: BinaryLayout.Header) -> PropertyListError {
        path.containers.contains(header.offset)
            ? BinaryLayout.parseError("a container that contains itself", at: header.offset)
            : PropertyListError(.tooDeep(at: currentPath))
    }

    private mutating func contents(
        of header: BinaryLayout.Header, _ payload: Range<Int>, depth: Int
    ) throws(PropertyListError) -> PropertyListValue {
        if header.kind == 0xC { substitute(.set) }
        path.enter(header.offset)
        defer { path.leave() }
        return header.kind == 0xD
            ? .dictionary(try dictionary(header, payload, depth: depth))
            : .array(try elements(header, payload, depth: depth))
    }

    private mutating func elements(
        _ header: BinaryLayout.Header, _ payload: Range<Int>, depth: Int
    ) throws(PropertyListError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        try MemoryCheck.requireRoom(for: header.count, of: PropertyListValue.self)
        elements.reserveCapacity(header.count)
        for index in 0..<header.count {
            path.move(to: .index(index))
            let target = try layout.target(ofReferenceAt: payload.lowerBound + index * layout.referenceWidth)
            elements.append(try value(at: target, depth: depth + 1))
        }
        return elements
    }

    /// Reads a dictionary, which consists of references to all keys, followed by references to all values.
    private mutating func dictionary(
        _ header: BinaryLayout.Header, _ payload: Range<Int>, depth: Int
    ) throws(PropertyListError) -> PropertyListDictionary {
        if header.count > 8, let keys = try BinaryKeys(layout, count: header.count, at: payload.lowerBound) {
            let order = KeyOrder(keys)
            if !order.hasDuplicates {
                let pairs = try pairs(keys, at: payload.lowerBound, depth: depth)
                return PropertyListDictionary(pairs, order: order.indices)
            }
        }
        return try dictionaryOfAnyKeys(header, payload, depth: depth)
    }

    /// Reads a dictionary that is small, or whose keys are long, not ASCII, or not unique.
    private mutating func dictionaryOfAnyKeys(
        _ header: BinaryLayout.Header, _ payload: Range<Int>, depth: Int
    ) throws(PropertyListError) -> PropertyListDictionary {
        var pairs: [PropertyListDictionary.Element] = []
        try MemoryCheck.requireRoom(for: header.count, of: PropertyListDictionary.Element.self)
        pairs.reserveCapacity(header.count)
        var longKeys: [Int: String] = [:]
        var repeatedKeys: [Int: String] = [:]
        for index in 0..<header.count {
            let reference = payload.lowerBound + index * layout.referenceWidth
            let keyOffset = try layout.target(ofReferenceAt: reference)
            path.move(to: .key(offset: keyOffset))
            // If many references led to one long key, comparing the key with itself would take much time.
            let known = longKeys[keyOffset]
            let key = if let known { known } else { try key(at: keyOffset) }
            let target = try layout.target(ofReferenceAt: reference + header.count * layout.referenceWidth)
            let value = try value(at: target, depth: depth + 1)
            if known != nil {
                repeatedKeys[keyOffset] = key
            } else {
                if key.utf8.count > 64 { longKeys[keyOffset] = key }
                pairs.append((key, value))
            }
        }
        let dictionary = PropertyListDictionary(pairs, keeping: .first)
        if dictionary.count < header.count, !duplicates.isFull {
            let container = PropertyListPath(currentPath.components.dropLast())
            duplicates.note(in: pairs.map(\.key) + repeatedKeys.values, at: container)
        }
        return dictionary
    }

    /// Reads the pairs of a dictionary in the order of the file, because their values lie close together in this order.
    private mutating func pairs(
        _ keys: BinaryKeys, at offset: Int, depth: Int
    ) throws(PropertyListError) -> [PropertyListDictionary.Element] {
        var pairs: [PropertyListDictionary.Element] = []
        try MemoryCheck.requireRoom(for: keys.count, of: PropertyListDictionary.Element.self)
        pairs.reserveCapacity(keys.count)
        for index in 0..<keys.count {
            path.move(to: .key(offset: keys.offset(index)))
            let target = try layout.target(ofReferenceAt: offset + (keys.count + index) * layout.referenceWidth)
            pairs.append((keys.text(index), try value(at: target, depth: depth + 1)))
        }
        return pairs
    }

    /// Reads a key. A key that is not a string is replaced by its text.
    mutating func key(at offset: Int) throws(PropertyListError) -> String {
        let header = try layout.header(at: offset)
        switch header.kind {
        case 0x5 where header.count <= 64:
            return layout.narrowString(try layout.payload(of: header, unit: 1))
        case 0xA, 0xB, 0xC, 0xD:
            throw BinaryLayout.parseError("a container as a key", at: offset)
        default:
            break
        }
        let value = try value(at: offset, depth: PropertyListLimits.depth)
        if case .string(let text) = value, header.kind == 0x5 || header.kind == 0x6 { return text }
        substitute(.keyOfAnotherType)
        return OldStyleWriter.reading.text(of: value, isStandalone: true)
    }

    /// Returns the text of the key at an offset, for use in a path.
    func keyText(at offset: Int) -> String {
        guard let header = try? layout.header(at: offset) else { return "" }
        // Text and data are converted directly, because a reader takes memory in proportion to the file.
        switch header.kind {
        case 0x4, 0x5:
            guard let payload = try? layout.payload(of: header, unit: 1) else { return "" }
            if header.kind == 0x5 { return layout.narrowString(payload) }
            return OldStyleWriter.reading.text(of: .data(Data(layout.bytes[payload])), isStandalone: true)
        case 0x6:
            return (try? layout.wideString(layout.payload(of: header, unit: 2)).text) ?? ""
        default:
            var reader = BinaryReader(layout)
            return (try? reader.key(at: offset)) ?? ""
        }
    }
}
