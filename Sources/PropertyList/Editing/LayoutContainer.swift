/// The syntax of a text that is edited.
enum LayoutSyntax {
    case xml
    case oldStyle
}

/// The place of an element on its lines.
struct LayoutPlace {
    /// The blanks at the beginning of the line.
    let indent: String
    /// The line end behind the element, or an empty text if something other than comments shares its lines.
    let lineEnd: String
    /// One step of indentation, as between the element and its container.
    let unit: String
    /// The quotes of the siblings.
    let quotes: LayoutQuotes
}

/// A container of a text whose members change.
struct LayoutContainer {
    /// The range of the element, with its tags or brackets.
    let range: Range<Int>
    /// The range between the tags or brackets, or `nil` for an element such as `<dict/>`. The root of a strings file
    /// has no brackets, so both ranges are equal.
    let inner: Range<Int>?
    let place: LayoutPlace
    /// The members in the order of the text.
    let members: [LayoutMember]
    /// The quotes of the members.
    let quotes: LayoutQuotes
    /// Whether commas separate the members.
    let hasCommas: Bool

    var isStringsFile: Bool { inner == range }

    /// The range between the end of the previous member, or of the opening tag, and a member.
    func gap(before index: Int) -> Range<Int> {
        (index == 0 ? inner?.lowerBound ?? 0 : members[index - 1].end)..<members[index].start
    }

    /// The range between a member and the next member or the closing tag.
    func gap(behind index: Int) -> Range<Int> {
        let isLast = index + 1 == members.count
        return members[index].end..<(isLast ? inner?.upperBound ?? members[index].end : members[index + 1].start)
    }
}

/// A member of a container: a key-value pair, or an element of an array.
struct LayoutMember {
    /// The key and the ranges of the key and the value.
    let recorded: RecordedMember
    /// The end of the member behind its `;` or `,`.
    let end: Int
    let fate: MemberFate

    var name: String { recorded.name ?? "" }
    var key: Range<Int>? { recorded.key }
    var value: Range<Int> { recorded.value }
    /// The offset of the key or, without a key, of the value.
    var start: Int { recorded.key?.lowerBound ?? recorded.value.lowerBound }
    /// Whether the pair is a key without a value, as in `{ key; }`.
    var isKeyAlone: Bool { key == value }
    /// Whether a `,` follows the element of an array.
    var hasComma: Bool { key == nil && end > value.upperBound }
}

/// The containers of a text.
extension LayoutEdits {
    /// Returns the container at a path.
    ///
    /// - Parameter fate: Returns the fate of a member by its index and key.
    mutating func container(
        at path: PropertyListPath, _ range: Range<Int>, _ place: LayoutPlace, hasCommas: Bool,
        fate: (Int, String?) -> MemberFate
    ) -> LayoutContainer {
        var scanner = OldStyleScanner(text)
        let members = recorder.members(of: path).enumerated().map { index, member in
            scanner.index = member.value.upperBound
            let isEnded = syntax == .oldStyle && ";,".unicodeScalars.contains(scanner.nextSignificant() ?? " ")
            return LayoutMember(
                recorded: member, end: isEnded ? scanner.index + 1 : member.value.upperBound,
                fate: fate(index, member.name))
        }
        let key = quote(of: members.lazy.compactMap(\.key), else: place.quotes.key)
        let value = quote(of: members.lazy.map(\.value), else: place.quotes.value ?? key)
        let hasBrackets = syntax == .xml || "{(".utf8.contains(text[range].first ?? 0)
        return LayoutContainer(
            range: range, inner: hasBrackets ? inner(of: range) : range, place: place, members: members,
            quotes: LayoutQuotes(key: key, value: value), hasCommas: hasCommas)
    }

    /// Returns the range between the tags, brackets or quotes of an element, or `nil` for an element such as `<true/>`.
    func inner(of range: Range<Int>) -> Range<Int>? {
        guard syntax == .xml else { return range.lowerBound + 1..<range.upperBound - 1 }
        let start = try? ByteView.of(text) { (view) throws(PropertyListError) -> Int? in
            var scanner = XMLScanner(view)
            scanner.position = range.lowerBound
            return try scanner.openTag(expecting: "a value").isWhole ? nil : scanner.position
        }
        let end = text[range].lastIndex(of: UInt8(ascii: "<"))
        return (start ?? nil).flatMap { start in end.map { start..<$0 } }
    }

    /// Returns the gaps before and behind a member.
    func gaps(around index: Int, in container: LayoutContainer) -> (before: Gap, behind: Gap) {
        (Gap(text, container.gap(before: index), syntax), Gap(text, container.gap(behind: index), syntax))
    }

    /// Returns the place of the root.
    func place(ofRoot range: Range<Int>) -> LayoutPlace {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let line = range.lowerBound - text[..<range.lowerBound].reversed().prefix(while: isBlank).count
        let beginsLine = line == text.startBehindMark || text[line - 1].isLineEnd
        let isAlone = beginsLine && text[range.upperBound...].first { !isBlank($0) }?.isLineEnd != false
        let lineEnd = text.firstIndex(where: \.isLineEnd).map { string(text.lineEnd(at: $0)) } ?? "\n"
        return LayoutPlace(
            indent: beginsLine ? string(line..<range.lowerBound) : "", lineEnd: isAlone ? lineEnd : "",
            unit: syntax == .xml ? "\t" : "    ", quotes: LayoutQuotes())
    }

    /// Returns the place of a member of a container.
    func place(of index: Int, in container: LayoutContainer) -> LayoutPlace {
        let outer = container.place
        let (before, behind) = gaps(around: index, in: container)
        guard let line = before.lastLine else {
            return LayoutPlace(indent: outer.indent, lineEnd: "", unit: outer.unit, quotes: container.quotes)
        }
        let indent = string(line..<container.members[index].start)
        return LayoutPlace(
            indent: indent, lineEnd: behind.firstLineEnd.map { $0.isEmpty ? outer.lineEnd : string($0) } ?? "",
            unit: unit(of: indent, in: container), quotes: container.quotes)
    }

    /// Returns the step from the indentation of a container to that of its members.
    func unit(of indent: String, in container: LayoutContainer) -> String {
        let outer = container.place
        let hasStep = indent.hasScalarPrefix(outer.indent) && !container.isStringsFile
        return hasStep ? indent.droppingScalarPrefix(outer.indent) : outer.unit
    }
}
