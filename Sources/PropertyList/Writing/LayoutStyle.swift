import Foundation

/// The quotes of keys and values in the old style, or `nil` to use quotes only if necessary.
struct LayoutQuotes {
    var key: UInt8?
    var value: UInt8?
}

/// A new member of a container: a key-value pair, or an element of an array.
struct NewMember {
    let key: String?
    let value: PropertyListValue
    /// Comments on lines of their own above the member, without indentation. They are omitted if there are no lines.
    var above: [String] = []
    /// Text with a comment behind the member.
    var behind = ""
}

/// The style of new text in an edited file.
struct LayoutStyle: Sendable {
    var habits: LayoutHabits
    /// The line end, or an empty text if everything is on one line.
    var lineEnd = ""
    /// Whether commas separate the members.
    var hasCommas = false
    var quotes = LayoutQuotes()

    var syntax: LayoutSyntax { habits.syntax }

    /// Returns a value, without the indentation of its first line.
    func text(of value: PropertyListValue, indent: String) -> String {
        Self.text { append(value, indent, to: &$0) }
    }

    /// Returns members: on lines of their own, or on one line with separators between them.
    ///
    /// - Parameter isLast: Whether no member follows, so that there is no comma behind the last one.
    func text(of members: [NewMember], indent: String, isLast: Bool = true) -> String {
        Self.text { append(members, indent, isLast, to: &$0) }
    }

    /// Returns the text between the brackets of a container whose last line has an indentation.
    func content(of members: [NewMember], indent: String) -> String {
        let text = text(of: members, indent: indent + habits.unit)
        return lineEnd.isEmpty ? text : lineEnd + text + indent
    }

    private static func text(_ body: (inout TextPieces) -> Void) -> String {
        var text = ""
        TextPieces.pass(
            to: { piece in
                text += piece
                return true
            }, body)
        return text
    }

    private func append(
        _ members: some Collection<NewMember>, _ indent: String, _ isLast: Bool, to pieces: inout TextPieces
    ) {
        for (index, member) in members.enumerated() where pieces.isWanted {
            if lineEnd.isEmpty, index > 0 { pieces.append(habits.separator) }
            if !lineEnd.isEmpty { append(linesAbove: member, indent, to: &pieces) }
            if let key = member.key { append(key, indent, to: &pieces) }
            append(member.value, indent, to: &pieces)
            if syntax == .oldStyle, member.key != nil { pieces.append(";") }
            if hasCommas, !isLast || index + 1 < members.count { pieces.append(",") }
            if !lineEnd.isEmpty { pieces.append(member.behind) }
            pieces.append(lineEnd)
            pieces.endLine()
        }
    }

    /// Appends the comments above a member, and the indentation of the member.
    private func append(linesAbove member: NewMember, _ indent: String, to pieces: inout TextPieces) {
        for line in member.above {
            pieces.append(indent)
            pieces.append(line)
            pieces.append(lineEnd)
        }
        pieces.append(indent)
    }

    private func append(_ key: String, _ indent: String, to pieces: inout TextPieces) {
        if syntax == .json { return pieces.append(habits.quoted(key) + (habits.keyGap ?? ": ")) }
        guard syntax == .xml else { return pieces.append(Self.quoted(key, quotes.key) + (habits.keyGap ?? " = ")) }
        pieces.append("<key>")
        pieces.append(Self.escaped(key))
        pieces.append("</key>")
        if let keyGap = habits.keyGap { return pieces.append(keyGap) }
        pieces.append(lineEnd)
        if !lineEnd.isEmpty { pieces.append(indent) }
    }

    /// Appends a value, without the indentation of its first line.
    func append(_ value: PropertyListValue, _ indent: String, to pieces: inout TextPieces) {
        if syntax == .json { return pieces.append(json(value, indent)) }
        switch value {
        case .array(let elements):
            append(elements.lazy.map { NewMember(key: nil, value: $0) }, Self.arrayTags, indent, to: &pieces)
        case .dictionary(let pairs):
            append(pairs.lazy.map { NewMember(key: $0.key, value: $0.value) }, Self.pairTags, indent, to: &pieces)
        case .uid(let uid) where syntax == .xml:
            let member = NewMember(key: "CF$UID", value: .integer(PropertyListInteger(UInt64(uid))))
            append(CollectionOfOne(member), Self.pairTags, indent, to: &pieces)
        case .string(let string) where syntax == .oldStyle: pieces.append(Self.quoted(string, quotes.value))
        case .string, .integer, .real, .boolean, .date, .data, .uid:
            guard syntax == .xml else { return pieces.append(OldStyleWriter.reading.text(of: value)) }
            append(scalar: value, indent, to: &pieces)
        }
    }

    private func json(_ value: PropertyListValue, _ indent: String) -> String {
        let layout = JSONWriter.Layout(
            lineEnd: lineEnd, indent: indent, unit: habits.unit, colon: Array((habits.keyGap ?? ": ").utf8),
            separator: habits.separator, isOfXcode: habits.isOfXcode, escapes: habits.escapes)
        return JSONWriter(.file(hasTags: habits.hasTags), layout: layout).text(of: value)
    }

    private typealias Tags = (open: String, close: String, whole: String, brackets: (String, String))
    private static let arrayTags: Tags = ("<array>", "</array>", "<array/>", ("(", ")"))
    private static let pairTags: Tags = ("<dict>", "</dict>", "<dict/>", ("{", "}"))

    private func append(
        _ members: some Collection<NewMember>, _ tags: Tags, _ indent: String, to pieces: inout TextPieces
    ) {
        if syntax == .xml, members.isEmpty { return pieces.append(tags.whole) }
        var style = self
        style.hasCommas = syntax == .oldStyle && members.first?.key == nil
        pieces.append(syntax == .xml ? tags.open : tags.brackets.0)
        pieces.append(lineEnd)
        style.append(members, indent + habits.unit, true, to: &pieces)
        if !lineEnd.isEmpty { pieces.append(indent) }
        pieces.append(syntax == .xml ? tags.close : tags.brackets.1)
    }

    /// Returns a string as ``OldStyleWriter`` prints it, with quotes if a quote is given.
    static func quoted(_ text: String, _ quote: UInt8?) -> String {
        let printed = OldStyleWriter.reading.text(of: .string(text))
        guard let quote else { return printed }
        let isQuoted = printed.utf8.first == UInt8(ascii: "\"")
        let content = isQuoted ? String(decoding: printed.utf8.dropFirst().dropLast(), as: UTF8.self) : printed
        if quote == UInt8(ascii: "\"") { return "\"" + content + "\"" }
        return "'" + content.replacingScalars { $0 == "'" ? "\\'" : nil } + "'"
    }
}
