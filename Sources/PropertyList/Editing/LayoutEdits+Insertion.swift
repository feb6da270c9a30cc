/// New members of containers.
extension LayoutEdits {
    /// Returns new pairs with the number of old pairs before each: among sorted keys by the order of the keys, and
    /// otherwise all of them.
    func placed(
        _ added: [PropertyListDictionary.Element], in container: LayoutContainer, _ comments: MemberComments?
    ) -> [(place: Int, member: NewMember)] {
        guard !added.isEmpty else { return [] }
        let names = container.members.map { $0.key.map(key) ?? "" }
        let new = added.map { key, value in
            let comments = comments?[key]
            return NewMember(key: key, value: value, above: comments?.above ?? [], behind: comments?.behind ?? "")
        }
        return order(of: names, new.map { $0.key ?? "" }).map { ($0.place, new[$0.index]) }
    }

    /// Inserts members, each with the number of old members before it. Each imitates its neighbour.
    mutating func insert(_ added: [(place: Int, member: NewMember)], in container: LayoutContainer) {
        // The additions by the last remaining member that precedes them, or -1.
        var groups: [(last: Int, members: [NewMember])] = []
        var (last, index) = (-1, 0)
        for (place, member) in added {
            while index < place {
                if !container.isDeleted(index) { last = index }
                index += 1
            }
            if groups.last?.last != last { groups.append((last, [])) }
            groups[groups.count - 1].members.append(member)
        }
        insert(groups, in: container)
    }

    private mutating func insert(_ groups: [(last: Int, members: [NewMember])], in container: LayoutContainer) {
        let members = container.members
        let firstKept = members.indices.first { !container.isDeleted($0) }
        let lastKept = members.indices.last { !container.isDeleted($0) } ?? -1
        let endsWithComma = members.last.map(hasComma) ?? false
        if container.hasCommas, lastKept >= 0, !endsWithComma {
            let (end, hasComma) = (end(of: members[lastKept]), hasComma(members[lastKept]))
            let isExtended = groups.last?.last == lastKept
            if isExtended, !hasComma { insert(",", at: end) }
            if !isExtended, hasComma { replace(end - 1..<end, by: "") }
        }
        for (last, new) in groups {
            if members.isEmpty {
                fill(new, container)
            } else if last < 0, let firstKept {
                insert(new, at: firstKept, isBefore: true, in: container, isLast: false)
            } else {
                let isLast = last == lastKept && !endsWithComma
                insert(new, at: last < 0 ? members.count - 1 : last, isBefore: false, in: container, isLast: isLast)
            }
        }
    }

    /// Inserts members before or behind a sibling: on lines of their own if the sibling has such lines.
    private mutating func insert(
        _ members: [NewMember], at index: Int, isBefore: Bool, in container: LayoutContainer, isLast: Bool
    ) {
        let sibling = container.members[index]
        let (before, behind) = gaps(around: index, in: container)
        var style = style(of: sibling, container)
        guard let end = behind.firstLineEnd, before.lastLine != nil || index == 0 && !isBefore else {
            style.habits.separator = separator(
                before, behind, isFirst: index == 0, isLast: index + 1 == container.members.count)
            let text = style.text(of: members, indent: "", isLast: isLast)
            return isBefore
                ? insert(text + style.habits.separator, at: sibling.start)
                : insert((container.isDeleted(index) ? "" : style.habits.separator) + text, at: self.end(of: sibling))
        }
        style.lineEnd = end.isEmpty ? container.place.lineEnd : string(end)
        let indent = before.lastLine.map { string($0..<sibling.start) } ?? container.place.indent + container.place.unit
        style.habits.unit = unit(of: indent, in: container)
        let text = style.text(of: members, indent: indent, isLast: isLast)
        if isBefore { return insert(text, at: before.block ?? sibling.start) }
        insert(end.isEmpty && !container.isDeleted(index) ? style.lineEnd + text : text, at: end.upperBound)
    }

    /// Returns the blanks between members on one line.
    private func separator(_ before: Gap, _ behind: Gap, isFirst: Bool, isLast: Bool) -> String {
        if before.isInline, !isFirst || !before.range.isEmpty { return string(before.range) }
        if behind.isInline, !behind.range.isEmpty, !isLast { return string(behind.range) }
        return syntax == .xml || before.isInline && behind.isInline && !isLast ? "" : habits.separator
    }

    /// Adds members to an empty container.
    private mutating func fill(_ members: [NewMember], _ container: LayoutContainer) {
        let place = container.place
        var style = style(of: nil, container)
        style.lineEnd = place.lineEnd
        let inner = container.inner ?? container.range.upperBound..<container.range.upperBound
        let gap = Gap(text, inner, syntax)
        if container.isStringsFile {
            let lead = text.last?.isLineEnd == false ? style.lineEnd : ""
            return insert(lead + style.text(of: members, indent: ""), at: text.count)
        }
        if let end = gap.firstLineEnd, let line = gap.lastLine {
            style.lineEnd = string(end)
            let indent = string(line..<inner.upperBound) + place.unit
            let content = style.text(of: members, indent: indent)
            // An empty container of Xcode's JSON has a blank line.
            return text[inner].allSatisfy(\.isXMLBlank)
                ? replace(end.upperBound..<line, by: content) : insert(content, at: end.upperBound)
        }
        if !inner.isEmpty { style.lineEnd = "" }
        let content = (gap.isInline ? string(inner) : "") + style.content(of: members, indent: place.indent)
        if container.inner == nil {
            open(container.range, around: content)
        } else {
            insert(content, at: inner.lowerBound)
        }
    }

    /// Returns the style of new members, which imitates a sibling.
    private func style(of sibling: LayoutMember?, _ container: LayoutContainer) -> LayoutStyle {
        var style = style(unit: container.place.unit)
        style.hasCommas = container.hasCommas
        style.quotes = container.quotes
        guard let sibling, let key = sibling.key, !sibling.isKeyAlone else { return style }
        let gap = text[key.upperBound..<sibling.value.lowerBound]
        let sign = syntax == .json ? UInt8(ascii: ":") : UInt8(ascii: "=")
        if gap.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == sign }) {
            style.habits.keyGap = String(decoding: gap, as: UTF8.self)
        }
        return style
    }

    /// Returns the style of new text without a sibling.
    func style(unit: String) -> LayoutStyle {
        var style = LayoutStyle(habits: habits)
        style.habits.unit = unit
        return style
    }
}
