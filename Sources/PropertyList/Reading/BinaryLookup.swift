/// Finds one key of a binary property list without making the rest: the keys are compared where they lie in the file.
///
/// What else the file holds is not looked at. So this answers where reading the whole would say that something in another value is
/// broken or beyond a limit; where it answers, the answers are the same.
struct BinaryLookup {
    private let layout: BinaryLayout
    private let root: BinaryLayout.Header
    private let payload: Range<Int>

    /// The value under a key of the root, nil where there is none.
    ///
    /// - Throws: ``PropertyListError`` where the bytes are no binary property list whose root is a dictionary, or the value
    ///   cannot be read.
    static func value(forKey key: String, in bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument? {
        let outcome = try ByteView.of(bytes) { (view) throws(PropertyListError) -> Outcome in
            guard let lookup = try BinaryLookup(view) else { return .unknown }
            return try lookup.find(key)
        }
        switch outcome {
        case .found(let document): return document
        case .missing: return nil
        case .unknown: return try BinaryReader.read(bytes).member(key)
        }
    }

    private enum Outcome {
        case found(PropertyListDocument)
        case missing
        /// Only reading the whole can tell.
        case unknown
    }

    /// Nil where the root is no dictionary.
    private init?(_ view: ByteView) throws(PropertyListError) {
        layout = try BinaryLayout(view)
        root = try layout.header(at: layout.rootOffset)
        guard root.kind == 0xD else { return nil }
        payload = try layout.payload(of: root, unit: 2 * layout.referenceWidth)
    }

    private func find(_ key: String) throws(PropertyListError) -> Outcome {
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        for index in 0..<root.count {
            let place = payload.lowerBound + index * layout.referenceWidth
            let offset = try layout.target(ofReferenceAt: place)
            switch try holds(key, isASCII: isASCII, at: offset) {
            case nil: return .unknown
            case false?: continue
            case true?: break
            }
            var reader = BinaryReader(layout)
            let target = try layout.target(ofReferenceAt: place + root.count * layout.referenceWidth)
            let value = try reader.valueOfRoot(at: target, underKeyAt: offset)
            return .found(PropertyListDocument(value: value, format: .binary, substitutions: reader.substitutions))
        }
        return .missing
    }

    /// Whether a key is stored at an offset; nil where what is stored there is no plain string.
    private func holds(_ key: String, isASCII: Bool, at offset: Int) throws(PropertyListError) -> Bool? {
        let header = try layout.header(at: offset)
        switch header.kind {
        case 0x5:
            let stored = layout.bytes[try layout.payload(of: header, unit: 1)]
            if isASCII {
                return stored.count == key.utf8.count && key.withUTF8Bytes { stored.elementsEqual($0) }
            }
            return key.unicodeScalars.elementsEqual(stored.lazy.map { Unicode.Scalar($0) })
        case 0x6:
            let (stored, isExact) = layout.wideString(try layout.payload(of: header, unit: 2))
            return isExact ? stored.hasSameScalars(as: key) : nil
        default:
            return nil
        }
    }
}

extension PropertyListDocument {
    /// The value under a key of the root dictionary with what was substituted in it, nil where there is none.
    func member(_ key: String) throws(PropertyListError) -> PropertyListDocument? {
        guard case .dictionary(let root) = value else { throw .notDictionary(value.type) }
        return root[key].map { value in
            let concerned = substitutions.filter { $0.path.components.first?.hasSameScalars(as: key) == true }
            return PropertyListDocument(value: value, format: format, substitutions: concerned)
        }
    }
}
