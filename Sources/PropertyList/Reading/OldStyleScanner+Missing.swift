/// Errors of missing characters, at the place where a character is missing.
extension OldStyleScanner {
    /// Returns the error of a missing closing character.
    func parseError(missing closer: String, for container: String, openedAt start: Int) -> PropertyListError {
        let isAtBracket = current == "}" || current == ")"
        guard current == nil || isAtBracket else { return parseError("a missing '\(closer)' for \(container)") }
        let hasMembers = closer == "}" || closer == ")"
        return (hasMembers ? unclosedContainer : nil)
            ?? parseError("a missing '\(closer)' for \(container) that begins", at: start)
    }

    /// Returns the error of something that is missing behind the previous token.
    func parseError(missingAfterToken reason: String) -> PropertyListError {
        let end = endOfPreviousToken
        if let error = openString(before: end) { return error }
        let closesContainer = byte(at: end - 1) == UInt8(ascii: "}") || byte(at: end - 1) == UInt8(ascii: ")")
        if closesContainer, let error = unclosedContainer { return error }
        return parseError(reason, at: end)
    }

    /// Returns the error of data as it is printed, such as `{length = 5, bytes = 0x68656c6c6f}`, whose first key is at
    /// an offset, or `nil` if other text precedes the current offset or follows it.
    func printedData(at start: Int) -> PropertyListError? {
        guard text[start..<index].starts(with: "length = ".utf8), text[index...].starts(with: ", bytes = 0x".utf8)
        else { return nil }
        return parseError("printed data (use 'defaults export' to copy values)", at: start)
    }

    /// Returns the error of a missing comma or parenthesis behind an element of an array.
    func missingComma(inArrayAt start: Int) -> PropertyListError {
        // The element is the key of a dictionary if `=` follows.
        current == "="
            ? parseError("a missing ')' for the array that begins", at: start)
            : parseError(missingAfterToken: "a missing ',' or ')' after an element")
    }

    /// Returns the error of a string whose closing quote is probably missing, or `nil` if the string is closed.
    ///
    /// Such a string extends to the opening quote of a string in a later line, whose text follows directly.
    private func openString(before end: Int) -> PropertyListError? {
        guard let quote = byte(at: stringStart), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            byte(at: end - 1) == quote, end == index, current != nil,
            (stringStart..<end).contains(where: { byte(at: $0) == UInt8(ascii: "\n") })
        else { return nil }
        return parseError(
            "a missing '\(Unicode.Scalar(quote))' at the end of the line, for the string that begins", at: stringStart)
    }

    /// The error of the first container before the current offset that, by its indentation, is not closed.
    var unclosedContainer: PropertyListError? {
        let end = index
        var scanner = OldStyleScanner(text)
        var brackets = OpenBrackets(text)
        while let scalar = scanner.nextSignificant(), scanner.index < end {
            switch scalar {
            case "{", "(": brackets.open(at: scanner.index)
            case "}", ")": brackets.close(at: scanner.index)
            case "\"", "'":
                if (try? scanner.string()) == nil { return nil }
                continue
            default: break
            }
            scanner.pass(scalar)
        }
        guard let start = brackets.unclosed else { return nil }
        return byte(at: start) == UInt8(ascii: "{")
            ? parseError("a missing '}' for the dictionary that begins", at: start)
            : parseError("a missing ')' for the array that begins", at: start)
    }
}
