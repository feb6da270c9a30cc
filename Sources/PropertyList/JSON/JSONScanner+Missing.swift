/// Errors of missing and surplus characters, at the place where a character is missing.
extension JSONScanner {
    /// The end of the text before the current offset, without the blanks and comments behind it.
    var endOfPreviousToken: Int {
        var scanner = JSONScanner(bytes, to: .show)
        var end = index
        scanner.skipBlanks()
        while scanner.index < min(index, bytes.count) { end = scanner.pass().upperBound }
        return end
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
        var scanner = JSONScanner(bytes, to: .show)
        while scanner.index < index, let byte = scanner.current {
            let place = scanner.pass().lowerBound
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): brackets.open(at: place)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): brackets.close(at: place)
            default: break
            }
        }
        guard let start = brackets.unclosed else { return nil }
        return bytes[start] == UInt8(ascii: "{")
            ? parseError("a missing '}' for the object that begins", at: start)
            : parseError("a missing ']' for the array that begins", at: start)
    }
}
