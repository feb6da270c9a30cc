extension OwnLayout {
    /// Returns the parts of the layout of a file that differ from those of the writer, such as “encoding, line ends”.
    ///
    /// - Parameters:
    ///   - old: The file.
    ///   - elements: The elements of the file, or `nil` if it is not text.
    ///   - new: The file as the writer has written it, with the same value or another one.
    package static func changes(of old: [UInt8], _ elements: RecordedElements?, to new: [UInt8]) -> String {
        guard let elements, let (text, syntax) = TextForm.text(of: old),
            let (newText, newSyntax) = TextForm.text(of: new), syntax == newSyntax
        else { return "format" }
        var parts: [String] = []
        if text != old { parts.append("encoding") }
        if text.contains(UInt8(ascii: "\r")) { parts.append("line ends") }
        if unit(of: text) != unit(of: newText) { parts.append("indentation") }
        if !LayoutEdits(text, syntax, elements).hasSortedKeys { parts.append("order of keys") }
        return parts.isEmpty ? "spelling of values" : parts.joined(separator: ", ")
    }

    /// Returns the shortest indentation of a line, or `nil` if no line is indented.
    private static func unit(of text: [UInt8]) -> ArraySlice<UInt8>? {
        text.split(whereSeparator: \.isLineEnd).map { $0.prefix { $0 == 0x20 || $0 == 0x09 } }
            .filter { !$0.isEmpty }.min { $0.count < $1.count }
    }
}

extension LayoutEdits {
    /// Whether the keys of all dictionaries in the text have the order that the writer gives them.
    fileprivate var hasSortedKeys: Bool {
        (0..<elements.count).allSatisfy { index in
            let keys = elements.members(of: index).compactMap { elements[$0].key.map(key(at:)) }
            return zip(keys, keys.dropFirst()).allSatisfy { $0.precedesInUTF16($1) }
        }
    }
}
