/// The markers of a merge conflict at the beginnings of lines.
enum ConflictMarker {
    /// Returns the number of the first line with a marker, counted from 1, or `nil` if there is none.
    ///
    /// A line of equals signs can also belong to a comment. It is a marker if the text cannot be read there.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - position: The position at which the text cannot be read, or `nil` if it is not known.
    static func line(in text: [UInt8], unreadableAt position: PropertyListError.Position?) -> Int? {
        var reported: Int?
        if case .line(let line, _)? = position { reported = line }
        var line = 1
        var start = text.startBehindMark
        while start < text.count {
            let rest = text[start...]
            if isMarker(rest, of: "<") || isMarker(rest, of: "|") || isMarker(rest, of: ">") { return line }
            // Missing text is reported behind the text before it, which is in the line above.
            if isMarker(rest, of: "="), let reported, (line - 1...line).contains(reported) { return line }
            start = (rest.firstIndex(of: UInt8(ascii: "\n")) ?? text.count) + 1
            line += 1
        }
        return nil
    }

    /// Returns whether a text begins with seven equal signs and a space or line end.
    private static func isMarker(_ text: ArraySlice<UInt8>, of sign: Unicode.Scalar) -> Bool {
        guard text.prefix(while: { $0 == UInt8(ascii: sign) }).count == 7 else { return false }
        let next = text.dropFirst(7).first ?? UInt8(ascii: "\n")
        return next == UInt8(ascii: " ") || next == UInt8(ascii: "\r") || next == UInt8(ascii: "\n")
    }
}

extension PropertyListError {
    /// Returns the error of a text that cannot be read. If the text has markers of a merge conflict, the error has the
    /// position of the first one.
    ///
    /// - Parameter bytes: The contents of the file.
    package func namingConflict(in bytes: [UInt8]) -> PropertyListError {
        let text = MarkedText(bytes)?.validPart.text ?? bytes
        guard let line = ConflictMarker.line(in: text, unreadableAt: position) else { return self }
        let reason = "a conflict marker of a merge"
        let place = Position.line(line, column: 1)
        return switch self.reason {
        case .malformed(let format, _, .line?):
            PropertyListError(.malformed(format, reason: reason, position: place))
        case .malformedJSON:
            PropertyListError(.malformedJSON(reason: reason, path: PropertyListPath(), position: place))
        default: self
        }
    }
}
