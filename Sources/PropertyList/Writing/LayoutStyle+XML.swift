import Foundation

/// Scalars in XML, as `PropertyListSerialization` writes them.
extension LayoutStyle {
    /// The length of a line of base64 without indentation. A tab before it counts as eight characters.
    static let base64LineLength = 76

    /// Appends a scalar.
    func append(scalar value: PropertyListValue, _ indent: String, to pieces: inout TextPieces) {
        if case .boolean(let flag) = value { return pieces.append(flag ? "<true/>" : "<false/>") }
        guard var content = Self.content(of: value) else { return }
        if case .data = value, !lineEnd.isEmpty { content = lines(ofBase64: content, indent) }
        let tags = Self.tags(of: value)
        pieces.append(tags.0)
        pieces.append(content)
        pieces.append(tags.1)
    }

    private static func tags(of value: PropertyListValue) -> (String, String) {
        switch value {
        case .string: ("<string>", "</string>")
        case .integer: ("<integer>", "</integer>")
        case .real: ("<real>", "</real>")
        case .date: ("<date>", "</date>")
        case .data: ("<data>", "</data>")
        case .boolean, .array, .dictionary, .uid: ("", "")
        }
    }

    /// Returns the text between the tags of a scalar, or `nil` if the value has no such text.
    static func content(of value: PropertyListValue) -> String? {
        switch value {
        case .string(let text): escaped(text)
        case .integer(let number): number.description
        case .data(let data): data.base64EncodedString()
        case .real(let number): content(of: number)
        case .date(let date): (UTCDateTime(date)?.iso8601 ?? "") + "Z"
        case .boolean, .array, .dictionary, .uid: nil
        }
    }

    /// Returns the 17 significant digits that CoreFoundation prints.
    private static func content(of number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
        if number == 0 { return "0.0" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            withVaList([number]) { _ = vsnprintf(buffer.baseAddress, buffer.count, "%.17g", $0) }
            return buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    static func escaped(_ text: String) -> String {
        let needsReferences = text.withUTF8Bytes { bytes in
            bytes.contains { "&<>\r".utf8.contains($0) }
        }
        if !needsReferences { return text }
        let references: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"]
        return text.replacingScalars { references[$0] }
    }

    /// Returns base64 on lines of its own. At most eight tabs are written before it.
    private func lines(ofBase64 digits: String, _ indent: String) -> String {
        let isDeep = indent.hasScalarPrefix(String(repeating: "\t", count: 8))
        let lead = lineEnd + (isDeep ? String(repeating: "\t", count: 8) : indent)
        let length = Self.base64LineLength - 8 * lead.utf8.count { $0 == UInt8(ascii: "\t") }
        return Self.lines(of: digits, length: length, lead: lead) + lead
    }

    /// Returns base64 in lines, each behind a line end and an indentation.
    static func lines(of digits: String, length: Int, lead: String) -> String {
        let digits = digits.utf8
        return stride(from: 0, to: digits.count, by: length)
            .map { lead + String(Substring(digits.dropFirst($0).prefix(length))) }.joined()
    }
}
