/// Errors of elements without a closing tag.
extension XMLScanner {
    /// Returns the error for other text in place of the closing tag of an element.
    func notClosed(_ tag: Tag) -> PropertyListError {
        let closer = "'</\(tag.element.name)>'"
        switch tag.element {
        case .array, .dictionary, .propertyList:
            if let error = unclosedContainer() { return error }
        case .boolFalse, .boolTrue, .data, .date, .integer, .key, .real, .string: break
        }
        guard tag.element != .propertyList, isAtTag(notClosing: tag.element) else { return unexpected(closer) }
        guard case .line(let line, _) = currentPosition else { return unexpected(closer) }
        return parseError("\(upcoming) on line \(line) instead of \(closer) for the element that begins", at: tag.start)
    }

    /// Returns whether an opening tag, or the closing tag of another element, comes next.
    private func isAtTag(notClosing element: XMLElement) -> Bool {
        guard current == UInt8(ascii: "<") else { return false }
        var scanner = self
        let isEnd = bytes[position + 1] == UInt8(ascii: "/")
        scanner.position += isEnd ? 2 : 1
        return scanner.elementName().map { !isEnd || $0 != element } ?? false
    }

    /// Returns the error for the first array or dictionary before the current offset that, by its indentation, is not
    /// closed, or `nil` if there is none.
    ///
    /// - Parameter member: The offset of an element that is not allowed in the innermost container.
    func unclosedContainer(beforeMemberAt member: Int? = nil) -> PropertyListError? {
        let end = member ?? position
        var brackets = OpenBrackets(Array(bytes[0..<end]))
        var scanner = XMLScanner(bytes)
        while scanner.position < end { scanner.passMarkup(&brackets, before: end) }
        if let start = brackets.unclosed ?? member.flatMap(brackets.bracket(beforeMemberAt:)) {
            return parseError("a missing '</\(nameOfContainer(at: start))>' for the element that begins", at: start)
        }
        guard let start = member.flatMap(brackets.openerForCloser(beforeMemberAt:)) else { return nil }
        let name = nameOfContainer(at: start)
        return parseError("<\(name)> instead of </\(name)>", at: start)
    }

    private func nameOfContainer(at start: Int) -> String { bytes.hasBytes("<dict", at: start) ? "dict" : "array" }

    /// Moves behind the next tag, comment or section, and notes tags before an offset.
    private mutating func passMarkup(_ brackets: inout OpenBrackets, before end: Int) {
        while position < end, current != UInt8(ascii: "<") { position += 1 }
        guard position < end else { return }
        let start = position
        if bytes.hasBytes("<!--", at: start) {
            try? skip(to: "-->", from: 4)
        } else if bytes.hasBytes("<![CDATA[", at: start) {
            try? skip(to: "]]>", from: 9)
        } else {
            try? skip(to: ">", from: 1)
            guard position <= end else { return }
            note(tagAt: start, in: &brackets)
        }
    }

    private func note(tagAt start: Int, in brackets: inout OpenBrackets) {
        let isEnd = bytes[start + 1] == UInt8(ascii: "/")
        let name = start + (isEnd ? 2 : 1)
        let isContainer = bytes.hasBytes("dict", at: name) || bytes.hasBytes("array", at: name)
        if isEnd {
            if isContainer { brackets.close(at: start) }
        } else if isContainer, bytes[position - 2] != UInt8(ascii: "/") {
            brackets.open(at: start)
        } else if isContainer || !bytes.hasBytes("?", at: name) {
            brackets.note(memberAt: start)
        }
    }
}
