/// The blanks, comments and commas between the values of JSON.
extension JSONScanner {
    /// Takes a comma. Returns whether a member follows.
    mutating func takeComma(before bracket: Unicode.Scalar) throws(PropertyListError) -> Bool {
        guard take(",") else { return false }
        skipBlanks()
        guard current == UInt8(ascii: bracket) else { return true }
        if !purpose.isLenient { throw surplusComma }
        hasSurplusCommas = true
        return false
    }

    /// Passes a string or another character, and the blanks and comments behind it. Returns its range.
    mutating func pass() -> Range<Int> {
        let start = index
        let end = current == UInt8(ascii: "\"") ? JSONTag.endOfString(in: bytes, from: start) : start
        index = min(end + 1, bytes.count)
        defer { skipBlanks() }
        return start..<index
    }

    /// Skips blanks and, if the purpose allows them, comments.
    mutating func skipBlanks() {
        index = endOfBlanks(from: index)
        while current == UInt8(ascii: "/"), purpose.isLenient, let end = Self.endOfComment(in: bytes[index...]) {
            // A comment that is not closed is an error where it begins.
            let isLong = bytes[index + 1] == UInt8(ascii: "*")
            if isLong, !bytes[(index + 2)..<end].suffix(2).elementsEqual("*/".utf8) { return }
            (index, hasComments) = (endOfBlanks(from: end), true)
        }
    }

    /// Returns the end of the comment with which a text begins, or `nil` if it begins with something else.
    static func endOfComment(in text: ArraySlice<UInt8>) -> Int? {
        if text.starts(with: "/*".utf8) { return text.dropFirst(2).end(of: "*/") }
        return text.starts(with: "//".utf8) ? text.firstIndex(where: \.isLineEnd) ?? text.endIndex : nil
    }

    private func endOfBlanks(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, bytes[end].isXMLBlank { end += 1 }
            return end
        }
    }
}
