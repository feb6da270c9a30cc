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
    /// The members, in the order of the text.
    let members: [LayoutMember]
    /// The quotes of the members.
    let quotes: LayoutQuotes
    /// Whether commas separate the members.
    let hasCommas: Bool

    var isStringsFile: Bool { inner == range }

    /// The members that are not kept, and what becomes of them.
    let fates: [Int: MemberFate]

    func isDeleted(_ index: Int) -> Bool { fates[index]?.isDeleted ?? false }
}

/// A member of a container: a key-value pair, or an element of an array.
struct LayoutMember {
    /// The index among all elements.
    let element: Int
    /// The ranges of the key, or `nil` in an array, and of the value.
    let key: Range<Int>?
    let value: Range<Int>

    /// The offset of the key or, without a key, of the value.
    var start: Int { key?.lowerBound ?? value.lowerBound }
    /// Whether the pair is a key without a value, as in `{ key; }`.
    var isKeyAlone: Bool { key == value }
}

/// The containers of a text.
extension LayoutEdits {
    /// Returns the container of an element with a range.
    ///
    /// - Parameter change: The change of the container, if there is one.
    func container(
        _ element: Int, _ range: Range<Int>, _ place: LayoutPlace, _ change: PropertyListChange?
    ) -> LayoutContainer {
        let members = elements.members(of: element).map { index in
            LayoutMember(element: index, key: elements[index].key, value: elements[index].value)
        }
        var hasCommas = syntax == .json
        if case .array = change, syntax == .oldStyle { hasCommas = true }
        let key = quote(of: members.lazy.compactMap(\.key), else: place.quotes.key)
        let value = quote(of: members.lazy.map(\.value), else: place.quotes.value ?? key)
        let hasBrackets = syntax == .xml || "{([".utf8.contains(text[range].first ?? 0)
        return LayoutContainer(
            range: range, inner: hasBrackets ? inner(of: range) : range, place: place, members: members,
            quotes: LayoutQuotes(key: key, value: value), hasCommas: hasCommas, fates: fates(of: members, in: change))
    }

    private func fates(of members: [LayoutMember], in change: PropertyListChange?) -> [Int: MemberFate] {
        switch change {
        case .replaced, nil: return [:]
        case .array(let change): return change.fates
        case .dictionary(let change):
            var fates: [Int: MemberFate] = [:]
            guard !change.fates.isEmpty else { return fates }
            var scanner = OldStyleScanner(text)
            // The last member of each fate. Of equal keys, the value of the last one is read.
            var last = [Int](repeating: -1, count: change.fates.count)
            for (index, member) in members.enumerated() {
                guard let key = member.key, let place = place(ofFateOfKeyAt: key, in: change, &scanner) else {
                    continue
                }
                let fate = change.fates[place].fate
                if case .changed = fate { fates[last[place]] = nil }
                fates[index] = fate
                last[place] = index
            }
            return fates
        }
    }

    /// Returns the index of the fate of the pair with the key in a range, or `nil` if the pair is kept.
    private func place(
        ofFateOfKeyAt range: Range<Int>, in change: DictionaryChange, _ scanner: inout OldStyleScanner
    ) -> Int? {
        // Most keys have no escapes.
        if let plain = syntax == .json
            ? plainJSON(range) : syntax == .oldStyle ? scanner.plainString(at: range.lowerBound) : nil
        {
            return text.withUnsafeBufferPointer { change.place(of: UnsafeBufferPointer(rebasing: $0[plain])) }
        }
        return key(at: range).withUTF8Bytes { change.place(of: $0) }
    }

    /// Returns the range between the quotes of JSON, or `nil` if there are escapes.
    private func plainJSON(_ range: Range<Int>) -> Range<Int>? {
        let content = range.lowerBound + 1..<range.upperBound - 1
        return text[content].contains(UInt8(ascii: "\\")) ? nil : content
    }

    /// Returns the key in a range.
    func key(at range: Range<Int>) -> String {
        switch syntax {
        case .xml: XMLReader.key(at: range.lowerBound, in: text)
        case .oldStyle: OldStyleScanner(text).string(at: range.lowerBound)
        case .json: plainJSON(range).map(string) ?? JSONScanner.string(at: range.lowerBound, in: text)
        }
    }

    /// Returns the end of a member behind its `;` or `,`.
    func end(of member: LayoutMember) -> Int {
        let end = member.value.upperBound
        switch syntax {
        case .xml: return end
        case .oldStyle:
            var scanner = OldStyleScanner(text)
            scanner.index = end
            let next = scanner.nextSignificant()
            return next == ";" || next == "," ? scanner.index + 1 : end
        case .json:
            var scanner = JSONScanner(text, to: .change)
            scanner.index = end
            scanner.skipBlanks()
            return scanner.take(",") ? scanner.index : end
        }
    }

    /// Returns whether a `,` follows an element of an array or a member of JSON.
    func hasComma(_ member: LayoutMember) -> Bool {
        (syntax == .json || member.key == nil) && end(of: member) > member.value.upperBound
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
        let (members, inner) = (container.members, container.inner ?? container.range)
        let start = index == 0 ? inner.lowerBound : end(of: members[index - 1])
        let end = index + 1 == members.count ? inner.upperBound : members[index + 1].start
        return (
            Gap(text, start..<members[index].start, syntax), Gap(text, self.end(of: members[index])..<end, syntax)
        )
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
            unit: habits.unit, quotes: LayoutQuotes())
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
