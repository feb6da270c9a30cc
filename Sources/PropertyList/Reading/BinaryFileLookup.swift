/// Finds one key of a large binary property list without reading the whole file: the keys pass through a window, and of the values only the
/// one under the key is read.
///
/// It answers only what is plain. Whatever is not, a fault or a key that is no short ASCII, is left to ``BinaryLookup``, which has the whole
/// and gives the same answers.
struct BinaryFileLookup {
    /// What was found.
    enum Answer {
        case found(PropertyListDocument)
        case missing
        /// Only the whole can tell.
        case unknown
    }

    /// More objects than these in a value, or more references to them, and the whole is read.
    private static let objectLimit = 10_000

    private let parts: BinaryParts
    private let read: BinaryParts.Read

    /// The value under a key of the root.
    static func value(forKey key: String, in parts: BinaryParts, read: @escaping BinaryParts.Read) -> Answer {
        let answer = try? BinaryFileLookup(parts: parts, read: read).answer(key)
        return parts.hasFailed ? .unknown : answer ?? .unknown
    }

    private func answer(_ key: String) throws(PropertyListError) -> Answer {
        requireDescription()
        return try parts.withView { (view) throws(PropertyListError) in
            let layout = try BinaryLayout(view)
            parts.require(16, at: layout.rootOffset)
            let root = try layout.header(at: layout.rootOffset)
            guard root.kind == 0xD else { return .unknown }
            let payload = try layout.payload(of: root, unit: 2 * layout.referenceWidth)
            switch find(Array(key.utf8), among: root.count, at: payload.lowerBound, layout) {
            case .unknown: return .unknown
            case .missing: return .missing
            case .index(let index):
                return try value(ofPair: index, among: root.count, at: payload.lowerBound, layout)
            }
        }
    }

    /// Reads what describes the file, at its end and its beginning, and the place of the root.
    private func requireDescription() {
        parts.require(8, at: 0)
        parts.require(32, at: parts.count - 32)
        try? parts.withView { (view) throws(PropertyListError) in
            let trailer = view.count - 32
            let (width, root) = (view[trailer + 6], view.integer(at: trailer + 16, width: 8))
            let place = view.integer(at: trailer + 24, width: 8).addingReportingOverflow(root &* UInt64(width))
            if let offset = Int(exactly: place.partialValue), !place.overflow { parts.require(8, at: offset) }
        }
    }

    // MARK: The keys

    private enum Place {
        case index(Int)
        case missing
        case unknown
    }

    /// Looks for a key among those that so many references from an offset lead to.
    private func find(_ wanted: [UInt8], among count: Int, at offset: Int, _ layout: BinaryLayout) -> Place {
        guard wanted.allSatisfy({ $0 < 0x80 }) else { return .unknown }
        var references = BinaryWindow(count: parts.count, read: read)
        var (table, keys) = (references, references)
        for index in 0..<count {
            let reference = references.integer(at: offset + index * layout.referenceWidth, width: layout.referenceWidth)
            guard let entry = reference.flatMap({ layout.entry(ofObject: $0) }),
                let target = table.integer(at: entry, width: layout.offsetWidth),
                layout.isAmongObjects(target), let place = keys.place(of: 1, at: target)
            else { return .unknown }
            let marker = keys[place]
            guard marker >> 4 == 0x5 else { return .unknown }
            var (length, text) = (Int(marker & 0xF), target + 1)
            if length == 0xF {
                // The length of a long key takes one byte after the one that says so; a longer one is left to the whole.
                guard keys.integer(at: target + 1, width: 1) == 0x10,
                    let number = keys.integer(at: target + 2, width: 1)
                else { return .unknown }
                (length, text) = (number, target + 3)
            }
            guard layout.isAmongObjects(text + length - 1) else { return .unknown }
            guard length == wanted.count else { continue }
            guard let start = keys.place(of: length, at: text) else { return .unknown }
            if wanted.indices.reversed().allSatisfy({ keys[start + $0] == wanted[$0] }) { return .index(index) }
        }
        return .missing
    }

    // MARK: The value

    private func value(
        ofPair index: Int, among count: Int, at offset: Int, _ layout: BinaryLayout
    ) throws(PropertyListError) -> Answer {
        let place = offset + index * layout.referenceWidth
        let valuePlace = place + count * layout.referenceWidth
        for reference in [place, valuePlace] {
            guard try requireObjects(fromReferenceAt: reference, layout) else { return .unknown }
        }
        var reader = BinaryReader(layout)
        let key = try layout.target(ofReferenceAt: place)
        let value = try reader.valueOfRoot(at: layout.target(ofReferenceAt: valuePlace), underKeyAt: key)
        return .found(PropertyListDocument(value: value, format: .binary, substitutions: reader.substitutions.list))
    }

    /// Reads the object that a reference names and all that lie in it. False where there are too many.
    private func requireObjects(fromReferenceAt offset: Int, _ layout: BinaryLayout) throws(PropertyListError) -> Bool {
        var known: Set<Int> = []
        // Containers may lie over one another, so that there are far more references in them than in the file.
        var references = 0
        var waiting = [try target(ofReferenceAt: offset, layout)]
        while let offset = waiting.popLast() {
            guard known.insert(offset).inserted else { continue }
            guard known.count <= Self.objectLimit else { return false }
            // As much as a header, or any object of a fixed size, may have.
            parts.require(32, at: offset)
            let header = try layout.header(at: offset)
            switch header.kind {
            case 0x4, 0x5: parts.require(try layout.payload(of: header, unit: 1))
            case 0x6: parts.require(try layout.payload(of: header, unit: 2))
            case 0xA, 0xC, 0xD:
                let width = layout.referenceWidth
                let payload = try layout.payload(of: header, unit: header.kind == 0xD ? 2 * width : width)
                references += payload.count / width
                guard references <= Self.objectLimit else { return false }
                for reference in stride(from: payload.lowerBound, to: payload.upperBound, by: width) {
                    waiting.append(try target(ofReferenceAt: reference, layout))
                }
            default: break
            }
        }
        return true
    }

    private func target(ofReferenceAt offset: Int, _ layout: BinaryLayout) throws(PropertyListError) -> Int {
        parts.require(layout.referenceWidth, at: offset)
        let number = layout.bytes.integer(at: offset, width: layout.referenceWidth)
        if let entry = Int(exactly: number).flatMap({ layout.entry(ofObject: $0) }) {
            parts.require(layout.offsetWidth, at: entry)
        }
        return try layout.target(ofReferenceAt: offset)
    }
}
