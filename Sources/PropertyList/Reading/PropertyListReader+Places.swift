extension PropertyListReader {
    /// Reads a property list again, and returns the places of some of its elements.
    ///
    /// - Parameters:
    ///   - paths: The paths of the values. Other values are not recorded, so memory is in proportion to the paths.
    ///   - bytes: A property list that can be read.
    /// - Throws: The errors of ``read(_:)``.
    package static func places(
        of paths: [PropertyListPath], in bytes: [UInt8]
    ) throws(PropertyListError) -> ElementPlaces {
        var recorder = ElementRecorder(paths)
        switch try TextForm.of(bytes) {
        case .binary:
            try ByteView.of(bytes) { (view) throws(PropertyListError) in
                try BinaryReader.record(&recorder, in: view)
            }
            return ElementPlaces(recorder, text: nil)
        case .xml(let text): return ElementPlaces(try XMLReader.record(recorder, in: text), text: text)
        case .oldStyle(let text): return ElementPlaces(try OldStyleReader.record(recorder, in: text), text: text)
        }
    }
}
