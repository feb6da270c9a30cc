extension BinaryReader {
    /// Reads the value of one key of the root, without reading the other values.
    ///
    /// The keys are compared in the bytes of the file, and the search ends at the first match. Errors in the rest of
    /// the file are not noticed. Apart from these errors, the result is the same as after reading the whole file.
    ///
    /// - Returns: The value as the root of a document, or `nil` if the root has no such key.
    /// - Throws: ``PropertyListError`` if the bytes are not a binary property list whose root is a dictionary, or if
    ///   the value cannot be read.
    static func value(forKey key: String, in bytes: ByteView) throws(PropertyListError) -> PropertyListDocument? {
        let layout = try BinaryLayout(bytes)
        let root = try layout.header(at: layout.rootOffset)
        guard root.kind == 0xD else { return try read(bytes).member(key) }
        let references = try layout.payload(of: root, unit: 2 * layout.referenceWidth).lowerBound
        let wanted = WantedKey(key)
        for index in 0..<root.count {
            let reference = references + index * layout.referenceWidth
            let offset = try layout.target(ofReferenceAt: reference)
            guard let isMatch = try layout.isKey(at: offset, wanted) else {
                return try read(bytes).member(key)
            }
            guard isMatch else { continue }
            let target = try layout.target(ofReferenceAt: reference + root.count * layout.referenceWidth)
            var reader = BinaryReader(layout)
            reader.path.enter(layout.rootOffset)
            reader.path.move(to: .key(offset: offset))
            let value = try reader.value(at: target, depth: 2)
            return PropertyListDocument(value: value, format: .binary, substitutions: reader.substitutions.list)
        }
        return nil
    }
}

/// The key to look up.
private struct WantedKey {
    let utf8: [UInt8]
    let isASCII: Bool

    init(_ key: String) {
        utf8 = Array(key.utf8)
        isASCII = utf8.allSatisfy { $0 < 0x80 }
    }
}

extension BinaryLayout {
    /// Returns whether an object is the key of a lookup, or `nil` if the object is not a string or contains an unpaired
    /// surrogate.
    @inline(__always)
    fileprivate func isKey(at offset: Int, _ wanted: WantedKey) throws(PropertyListError) -> Bool? {
        let header = try header(at: offset)
        guard header.kind == 0x5 else { return try isWideString(header, wanted) }
        let payload = try payload(of: header, unit: 1)
        guard wanted.isASCII else { return narrowString(payload).utf8.elementsEqual(wanted.utf8) }
        return payload.count == wanted.utf8.count && bytes.hasBytes(wanted.utf8, at: payload.lowerBound)
    }

    private func isWideString(_ header: Header, _ wanted: WantedKey) throws(PropertyListError) -> Bool? {
        guard header.kind == 0x6 else { return nil }
        let (text, isExact) = wideString(try payload(of: header, unit: 2))
        return isExact ? text.utf8.elementsEqual(wanted.utf8) : nil
    }
}
