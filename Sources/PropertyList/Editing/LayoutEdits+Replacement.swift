/// Changed scalars and keys.
extension LayoutEdits {
    /// Replaces a value. If the type stays, the tags or quotes stay too.
    mutating func replace(
        _ range: Range<Int>, _ old: PropertyListValue, by new: PropertyListValue, at place: LayoutPlace
    ) {
        guard syntax == .xml, old.type == new.type, let content = LayoutStyle.content(of: new) else {
            var style = style(unit: place.unit)
            style.lineEnd = place.lineEnd
            style.quotes = place.quotes
            style.quotes.value = quote(replacing: range, siblings: place.quotes.value)
            return replace(range, by: style.text(of: new, indent: place.indent))
        }
        guard let inner = inner(of: range) else { return open(range, around: content) }
        switch new {
        case .data: replace(inner, by: wrapped(content, like: inner))
        case .integer, .real:
            let blanks = text[inner].prefix(while: \.isXMLBlank)
            replace(blanks.endIndex..<inner.upperBound, by: content)
        default: replace(inner, by: content)
        }
    }

    /// Returns base64 in lines like those of other base64, with the same indentation and length.
    private func wrapped(_ digits: String, like range: Range<Int>) -> String {
        let lead = text[range].prefix(while: \.isXMLBlank)
        guard lead.contains(where: \.isLineEnd) else { return digits }
        let lines = text[range].split(whereSeparator: \.isXMLBlank)
        let length = lines.count > 1 ? lines.map(\.count).max() ?? 0 : LayoutStyle.base64LineLength
        return LayoutStyle.lines(of: digits, length: length, lead: String(decoding: lead, as: UTF8.self))
            + string((lines.last?.endIndex ?? range.lowerBound)..<range.upperBound)
    }

    /// Replaces an element such as `<dict/>` by opening and closing tags around a text.
    mutating func open(_ range: Range<Int>, around content: String) {
        let tag = text[range].dropLast(2)
        let name = tag.dropFirst().prefix { !$0.isXMLBlank }
        let end = tag.lastIndex { !$0.isXMLBlank } ?? tag.startIndex
        replace(end + 1..<range.upperBound, by: ">\(content)</\(String(decoding: name, as: UTF8.self))>")
    }

    /// Adds a value to a key without a value.
    mutating func addValue(_ value: PropertyListValue, to member: LayoutMember, _ quotes: LayoutQuotes) {
        var style = style(unit: "")
        style.quotes = LayoutQuotes(key: quotes.key, value: quote(replacing: member.value, siblings: quotes.value))
        insert(" = " + style.text(of: value, indent: ""), at: member.value.upperBound)
    }

    /// Replaces the key of a pair in its place.
    mutating func rename(_ member: LayoutMember, to name: String, _ quotes: LayoutQuotes) {
        guard let key = member.key else { return }
        if syntax == .json { return replace(key, by: habits.quoted(name)) }
        if syntax == .oldStyle {
            // The value of a key alone is the old key.
            let value = member.isKeyAlone ? " = " + string(key) : ""
            return replace(key, by: LayoutStyle.quoted(name, quote(replacing: key, siblings: quotes.key)) + value)
        }
        guard let inner = inner(of: key) else { return open(key, around: LayoutStyle.escaped(name)) }
        replace(inner, by: LayoutStyle.escaped(name))
    }
}
