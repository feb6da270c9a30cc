/// The layout that ``PropertyListWriter`` gives to a value.
package enum OwnLayout {
    /// Returns whether bytes are equal to the bytes that the writer produces for a value.
    ///
    /// XML is not produced by Foundation here, which would take as long as a whole write. If the value has a part that
    /// the format does not represent exactly, the result can be `false` for the layout of the writer.
    ///
    /// - Parameter format: The format of the bytes. The result is `false` for binary files.
    package static func isLayout(of bytes: [UInt8], _ value: PropertyListValue, _ format: PropertyListFormat) -> Bool {
        var (position, isEqual) = (0, true)
        func compare(_ piece: String) -> Bool {
            let end = position + piece.utf8.count
            isEqual =
                end <= bytes.count
                && piece.withUTF8Bytes { piece in
                    bytes[position..<end].withUnsafeBufferPointer { $0.hasSameBytes(as: piece) }
                }
            position = end
            return isEqual
        }
        switch format {
        case .binary: return false
        // The writer quotes a string that is alone.
        case .openStep where value.type == .string: return false
        case .openStep:
            OldStyleWriter.reading.write(value, isStandalone: false, terminator: "\n", to: compare)
        case .xml:
            TextPieces.pass(to: compare) { pieces in
                pieces.append(head)
                LayoutStyle(syntax: .xml, unit: "\t", lineEnd: "\n").append(value, "", to: &pieces)
                pieces.append("\n</plist>\n")
            }
        }
        return isEqual && position == bytes.count
    }

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """
}
