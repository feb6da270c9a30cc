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
        case .xml(let text):
            _ = try XMLReader.read(text, with: &recorder)
            return ElementPlaces(recorder, text: text)
        case .oldStyle(let text):
            _ = try OldStyleReader.read(text, with: &recorder)
            return ElementPlaces(recorder, text: text)
        }
    }

    /// Reads a property list and the ranges of all elements of a text, for an edit. Ranges are those of its UTF-8 form.
    ///
    /// - Returns: The document and its elements, or `nil` for a binary file.
    /// - Throws: The errors of ``read(_:)``.
    package static func readWithElements(
        _ bytes: [UInt8]
    ) throws(PropertyListError) -> (document: PropertyListDocument, elements: RecordedElements?) {
        var recorder = ElementRecorder()
        let document: PropertyListDocument
        switch try TextForm.of(bytes) {
        case .binary: return (try BinaryReader.read(bytes), nil)
        case .xml(let text): document = try XMLReader.read(text, with: &recorder)
        case .oldStyle(let text): document = try OldStyleReader.read(text, with: &recorder)
        }
        return (document, recorder.all)
    }
}
