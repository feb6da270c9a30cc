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
        let recorder = ElementRecorder(paths)
        return switch try TextForm.of(bytes) {
        case .binary:
            try ByteView.of(bytes) { (view) throws(PropertyListError) in
                ElementPlaces(try BinaryReader.record(with: recorder, in: view), text: nil)
            }
        case .xml(let text): ElementPlaces(try XMLReader.read(text, with: recorder).recorder, text: text)
        case .oldStyle(let text): ElementPlaces(try OldStyleReader.read(text, with: recorder).recorder, text: text)
        }
    }

    /// Reads a property list and the ranges of all elements of a text, for an edit. Ranges are those of its UTF-8 form.
    ///
    /// - Returns: The document and its elements, or `nil` for a binary file.
    /// - Throws: The errors of ``read(_:)``.
    package static func readWithElements(
        _ bytes: [UInt8]
    ) throws(PropertyListError) -> (document: PropertyListDocument, elements: RecordedElements?) {
        let (document, recorder) =
            switch try TextForm.of(bytes) {
            case .binary: (try BinaryReader.read(bytes), ElementRecorder?.none)
            case .xml(let text): try XMLReader.read(text, with: ElementRecorder())
            case .oldStyle(let text): try OldStyleReader.read(text, with: ElementRecorder())
            }
        return (document, recorder?.all)
    }
}
