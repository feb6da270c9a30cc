import Foundation

/// The layout that ``PropertyListWriter`` gives to a value.
package enum OwnLayout {
    /// Returns whether bytes are equal to the bytes that the writer produces for a value.
    ///
    /// XML is not produced here, which would take as long as a whole write. The result is `false` if the writer refuses
    /// the value.
    ///
    /// - Parameters:
    ///   - bytes: A file.
    ///   - value: The value that was read from the file.
    ///   - format: The format of the file. The result is `false` for binary files.
    package static func isLayout(of bytes: [UInt8], _ value: PropertyListValue, _ format: PropertyListFormat) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var text = WrittenText(bytes)
            return switch format {
            case .binary: false
            case .xml: value.isExact(in: .xml) && text.takeXML(value)
            case .openStep: text.takeOldStyle(value)
            }
        }
    }
}

/// Text that is compared from its beginning on with what the writer produces.
private struct WrittenText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns whether the text continues with other text, and moves behind it.
    @inline(__always)
    private mutating func take(_ text: StaticString) -> Bool {
        take(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private mutating func take(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= bytes.count - position else { return false }
        let start = position
        position += text.count
        return UnsafeBufferPointer(rebasing: bytes[start..<position]).hasSameBytes(as: text)
    }

    private mutating func take(text: String) -> Bool {
        text.withUTF8Bytes { take($0) }
    }

    // MARK: XML

    mutating func takeXML(_ value: PropertyListValue) -> Bool {
        take(Self.head) && take(value, depth: 0) && take("\n</plist>\n") && position == bytes.count
    }

    private static let head: StaticString = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    private mutating func take(_ value: PropertyListValue, depth: Int) -> Bool {
        switch value {
        case .string(let text): take("<string>") && take(content: text) && take("</string>")
        case .boolean(let flag): flag ? take("<true/>") : take("<false/>")
        case .integer(let number): take("<integer>") && take(text: number.description) && take("</integer>")
        case .array(let elements): elements.isEmpty ? take("<array/>") : take(elements, depth: depth)
        case .dictionary(let pairs): pairs.isEmpty ? take("<dict/>") : take(pairs, depth: depth)
        case .real, .date, .data, .uid:
            take(text: LayoutStyle.own.text(of: value, indent: String(repeating: "\t", count: depth)))
        }
    }

    private mutating func take(_ elements: [PropertyListValue], depth: Int) -> Bool {
        guard take("<array>\n") else { return false }
        for element in elements {
            guard takeTabs(depth + 1), take(element, depth: depth + 1), take("\n") else { return false }
        }
        return takeTabs(depth) && take("</array>")
    }

    private mutating func take(_ pairs: PropertyListDictionary, depth: Int) -> Bool {
        guard take("<dict>\n") else { return false }
        for (key, value) in pairs {
            guard takeTabs(depth + 1), take("<key>"), take(content: key), take("</key>\n"), takeTabs(depth + 1),
                take(value, depth: depth + 1), take("\n")
            else { return false }
        }
        return takeTabs(depth) && take("</dict>")
    }

    private mutating func takeTabs(_ count: Int) -> Bool {
        let end = position + count
        while position < min(end, bytes.count), bytes[position] == UInt8(ascii: "\t") { position += 1 }
        return position == end
    }

    /// Returns whether the content of an element continues, whose value is a text.
    private mutating func take(content text: String) -> Bool {
        // Markup and references are longer than the text that they stand for. If text that is equal to its value were
        // to contain them, the value would be shorter. The writer also replaces ">" and carriage returns.
        let isPlain = text.withUTF8Bytes { text in
            text.baseAddress.map { start in
                ">\r".utf8.allSatisfy { memchr(start, Int32($0), text.count) == nil }
            } ?? true
        }
        let start = position
        if isPlain, take(text: text), position < bytes.count, bytes[position] == UInt8(ascii: "<") { return true }
        position = start
        return take(text: LayoutStyle.escaped(text))
    }

    // MARK: Old style

    mutating func takeOldStyle(_ value: PropertyListValue) -> Bool {
        // The writer quotes a string that is alone.
        if value.type == .string { return false }
        var (text, isEqual) = (self, true)
        OldStyleWriter.reading.write(value, isStandalone: false, terminator: "\n") { piece in
            isEqual = text.take(text: piece)
            return isEqual
        }
        return isEqual && text.position == bytes.count
    }
}

extension LayoutStyle {
    /// The style of the writer.
    fileprivate static let own = LayoutStyle(habits: LayoutHabits(.xml), lineEnd: "\n")
}
