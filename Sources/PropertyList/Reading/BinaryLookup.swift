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
        let wanted = Array(key.utf8)
        let isASCII = wanted.allSatisfy { $0 < 0x80 }
        for index in 0..<root.count {
            let place = payload.lowerBound + index * layout.referenceWidth
            let offset = try layout.target(ofReferenceAt: place)
            let header = try layout.header(at: offset)
            if header.kind == 0x5, isASCII {
                let stored = try layout.payload(of: header, unit: 1)
                guard stored.count == wanted.count, layout.bytes.hasBytes(wanted, at: stored.lowerBound) else {
                    continue
                }
            } else {
                guard let isWanted = try holds(key, at: header) else { return .unknown }
                guard isWanted else { continue }
            }
            return .found(try value(ofPairAt: place, underKeyAt: offset))
        }
        return .missing
    }

    private func value(
        ofPairAt place: Int, underKeyAt offset: Int
    ) throws(PropertyListError) -> PropertyListDocument {
        var reader = BinaryReader(layout)
        let target = try layout.target(ofReferenceAt: place + root.count * layout.referenceWidth)
        let value = try reader.valueOfRoot(at: target, underKeyAt: offset)
        return PropertyListDocument(value: value, format: .binary, substitutions: reader.substitutions.list)
    }

    /// Whether a key is what a header begins; nil where that is no plain string.
    private func holds(_ key: String, at header: BinaryLayout.Header) throws(PropertyListError) -> Bool? {
        switch header.kind {
        case 0x5:
            return layout.narrowString(try layout.payload(of: header, unit: 1)).hasSameScalars(as: key)
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
