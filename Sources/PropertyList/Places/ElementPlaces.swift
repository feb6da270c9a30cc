/// The places of elements in the bytes of a property list, by the paths of their values.
///
/// Offsets are counted in the bytes of a binary file, and in the UTF-8 form of any other file.
package struct ElementPlaces: Sendable {
    /// An element of a file.
    package struct Element: Hashable, Sendable {
        /// The range of the key, with its tags or quotes, or `nil` if the element is not in a dictionary. In a binary
        /// file, the range of the dictionary's reference to the key.
        let key: Range<Int>?
        /// The range of the value, with its tags, brackets or quotes.
        package let value: Range<Int>
        /// A number that distinguishes the containers of elements with the same path.
        package let container: Int

        /// The offset of the key or, without a key, of the value.
        package var start: Int { key?.lowerBound ?? value.lowerBound }
    }

    /// The elements of each path, in the order of the file. A path has several elements if a key occurs several times
    /// in its dictionary.
    private let elements: [PropertyListPath: [Element]]
    /// The text, or `nil` for a binary file.
    private let text: [UInt8]?

    init(_ recorder: ElementRecorder?, text: [UInt8]?) {
        elements = recorder?.elements ?? [:]
        self.text = text
    }

    /// Returns the elements of a path, in the order of the file. The array is empty if the path was not requested or
    /// does not exist.
    package subscript(path: PropertyListPath) -> [Element] { elements[path] ?? [] }

    /// Returns the offset of the first character of an XML element that cannot be part of base64. If there is none, the
    /// offset of the element.
    package func offsetOfInvalidBase64(in element: Element) -> Int {
        guard let text else { return element.value.lowerBound }
        let content = text[element.value].drop { $0 != UInt8(ascii: ">") }.dropFirst()
        let invalid = content.indices.first { index in
            let byte = content[index]
            return !byte.isASCIILetter && !byte.isASCIIDigit && !"+/= \n\t\r".utf8.contains(byte)
        }
        guard let invalid, content[invalid] != UInt8(ascii: "<") else { return element.value.lowerBound }
        return invalid
    }

    /// Returns the positions of offsets. The text is scanned once, however many offsets there are.
    package func positions(of offsets: [Int]) -> [Int: PropertyListError.Position] {
        guard let text else {
            return Dictionary(offsets.map { ($0, .byte($0)) }, uniquingKeysWith: { first, _ in first })
        }
        var positions: [Int: PropertyListError.Position] = [:]
        var (line, column) = (1, 1)
        var index = text.startBehindMark
        for offset in offsets.sorted() where positions[offset] == nil {
            while index < min(offset, text.count) {
                if text[index] == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if text[index] & 0xC0 != 0x80 {
                    column += 1
                }
                index += 1
            }
            positions[offset] = .line(line, column: column)
        }
        return positions
    }
}
