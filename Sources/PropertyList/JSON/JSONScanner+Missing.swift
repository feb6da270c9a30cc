/// Errors of missing and surplus characters, at the place where a character is missing.
extension JSONScanner {
    /// The end of the text before the current offset, without the blanks behind it. JSON has no comments.
    var endOfPreviousToken: Int {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        return bytes[..<min(index, bytes.count)].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? index
    }

    /// Returns the error of something that is missing behind the previous token, or of a comment in its place.
    func parseError(missingAfterToken reason: String) -> PropertyListError {
        beginsComment ? parseError(reason) : parseError(reason, at: endOfPreviousToken)
    }

    /// The error of a comma before a closing bracket.
    var surplusComma: PropertyListError {
        let bracket = current.map { String(Unicode.Scalar($0)) } ?? ""
        return parseError("a ',' before '\(bracket)'", at: endOfPreviousToken - 1)
    }

    /// Returns the error of a missing comma or bracket.
    func notClosed(_ reason: String) -> PropertyListError {
        let isAtBracket = current == nil || current == UInt8(ascii: "]") || current == UInt8(ascii: "}")
        return (isAtBracket ? unclosedContainer : nil) ?? parseError(missingAfterToken: reason)
    }

    /// The error of the first container before the current offset that, by its indentation, is not closed.
    private var unclosedContainer: PropertyListError? {
        var brackets = OpenBrackets(bytes)
        var place = 0
        while place < index {
            switch bytes[place] {
            case UInt8(ascii: "\""): place = JSONTag.endOfString(in: bytes, from: place)
            case UInt8(ascii: "{"), UInt8(ascii: "["): brackets.open(at: place)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): brackets.close(at: place)
            default: break
            }
            place += 1
        }
        guard let start = brackets.unclosed else { return nil }
        return bytes[start] == UInt8(ascii: "{")
            ? parseError("a missing '}' for the object that begins", at: start)
            : parseError("a missing ']' for the array that begins", at: start)
    }
}
