extension BinaryReader {
    /// Records the elements of wanted paths. Only objects on these paths are visited.
    static func record(
        with recorder: ElementRecorder, in bytes: ByteView
    ) throws(PropertyListError) -> ElementRecorder {
        var search = BinaryPlaceSearch(reader: BinaryReader(try BinaryLayout(bytes)), recorder: recorder)
        try search.visit(search.layout.rootOffset)
        return search.recorder
    }
}

/// A search for the elements of wanted paths.
private struct BinaryPlaceSearch {
    let reader: BinaryReader
    var recorder: ElementRecorder
    /// The objects that were searched for the paths of a node. A file can contain many ways to one object.
    private var visited: Set<[Int]> = []

    init(reader: BinaryReader, recorder: ElementRecorder) {
        (self.reader, self.recorder) = (reader, recorder)
    }

    var layout: BinaryLayout { reader.layout }

    /// Records the object at an offset and, if wanted paths lead into it, its members.
    mutating func visit(_ offset: Int) throws(PropertyListError) {
        let header = try layout.header(at: offset)
        recorder.note(offset..<max(try end(of: header), offset))
        guard let node = recorder.currentNode, recorder.leadsIntoCurrent, visited.insert([node, offset]).inserted
        else { return }
        recorder.enter()
        switch header.kind {
        case 0xA, 0xC: try visitElements(of: header)
        case 0xD: try visitValues(of: header)
        default: break
        }
        recorder.leave()
    }

    private func end(of header: BinaryLayout.Header) throws(PropertyListError) -> Int {
        switch header.kind {
        case 0x1, 0x2, 0x3: header.payload + 1 << (header.marker & 0x7)
        case 0x4, 0x5: try layout.payload(of: header, unit: 1).upperBound
        case 0x6: try layout.payload(of: header, unit: 2).upperBound
        case 0x8: header.payload + header.count + 1
        case 0xA, 0xC: try layout.payload(of: header, unit: layout.referenceWidth).upperBound
        case 0xD: try layout.payload(of: header, unit: 2 * layout.referenceWidth).upperBound
        default: header.payload
        }
    }

    private mutating func visitElements(of header: BinaryLayout.Header) throws(PropertyListError) {
        let start = try layout.payload(of: header, unit: layout.referenceWidth).lowerBound
        for index in 0..<header.count {
            recorder.move(to: index)
            guard recorder.currentNode != nil else { continue }
            try visit(layout.target(ofReferenceAt: start + index * layout.referenceWidth))
        }
    }

    private mutating func visitValues(of header: BinaryLayout.Header) throws(PropertyListError) {
        let width = layout.referenceWidth
        let start = try layout.payload(of: header, unit: 2 * width).lowerBound
        for index in 0..<header.count {
            let reference = start + index * width
            let key = reader.keyText(at: try layout.target(ofReferenceAt: reference))
            recorder.move(to: key, at: reference..<reference + width)
            guard recorder.currentNode != nil else { continue }
            try visit(layout.target(ofReferenceAt: reference + header.count * width))
        }
    }
}
