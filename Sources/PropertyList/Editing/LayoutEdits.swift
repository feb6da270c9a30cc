/// The edits of a text: ranges and the text that replaces them.
struct LayoutEdits {
    let text: [UInt8]
    let elements: RecordedElements
    let habits: LayoutHabits
    private var edits: [(range: Range<Int>, replacement: String)] = []

    /// Creates an empty list of edits of a text in UTF-8.
    init(_ text: [UInt8], _ syntax: LayoutSyntax, _ elements: RecordedElements, hasTags: Bool = false) {
        (self.text, self.elements) = (text, elements)
        habits = LayoutHabits(of: text, syntax, elements, hasTags: hasTags)
    }

    var syntax: LayoutSyntax { habits.syntax }

    /// Adds the edits for a change of the root.
    ///
    /// - Parameter comments: Comments to insert with new members of dictionaries.
    mutating func apply(_ change: PropertyListChange, with comments: MemberComments?) {
        var range = rootRange
        // A strings file is the inside of a dictionary. Another root is replaced without the comments around it.
        if case .replaced = change, let root = elements.last { range = root.value }
        apply(change, to: elements.count - 1, range, place(ofRoot: range), comments)
    }

    /// The range of the root: the whole text of a strings file, and of a text without values.
    var rootRange: Range<Int> {
        guard let root = elements.last else { return text.startBehindMark..<text.count }
        let isInside = syntax == .oldStyle && root.count > 0 && !"{(".utf8.contains(text[root.value.lowerBound])
        return isInside ? text.startBehindMark..<text.count : root.value
    }

    /// Returns the text after all edits. A line end at the end of the text stays missing.
    func applied() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + edits.count * 64)
        var position = 0
        for index in edits.indices.sorted(by: precedes) {
            let (range, replacement) = edits[index]
            if range.lowerBound > position { result.append(contentsOf: text[position..<range.lowerBound]) }
            result.append(contentsOf: replacement.utf8)
            position = max(position, range.upperBound)
        }
        result.append(contentsOf: text[position...])
        guard text.last?.isLineEnd == false, let last = result.last, last.isLineEnd else { return result }
        let isPair = result.dropLast().last == UInt8(ascii: "\r") && last == UInt8(ascii: "\n")
        return result.dropLast(isPair ? 2 : 1)
    }

    /// Returns whether an edit precedes another. Text is inserted before the text that is removed at the same place.
    /// Otherwise, edits at one place stay in the order in which they were added.
    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (edits[left].range, edits[right].range)
        if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
        return first.isEmpty == second.isEmpty ? left < right : first.isEmpty
    }

    mutating func replace(_ range: Range<Int>, by replacement: String) {
        edits.append((range, replacement))
    }

    mutating func insert(_ addition: String, at offset: Int) {
        edits.append((offset..<offset, addition))
    }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    // MARK: Changes

    /// Adds the edits for a change of an element with a range.
    private mutating func apply(
        _ change: PropertyListChange, to element: Int, _ range: Range<Int>, _ place: LayoutPlace,
        _ comments: MemberComments?
    ) {
        if case .replaced(let old, let new) = change { return replace(range, old, by: new, at: place) }
        let container = container(element, range, place, change)
        applyFates(in: container, comments)
        let added: [(place: Int, member: NewMember)] =
            switch change {
            case .replaced: []
            case .dictionary(let change): placed(change.added, in: container, comments)
            case .array(let change): change.added.map { ($0.index.old, NewMember(key: nil, value: $0.value)) }
            }
        insert(added, in: container)
        // An empty container of Xcode's JSON has a blank line.
        let isEmptied = !container.members.isEmpty && container.members.indices.allSatisfy(container.isDeleted)
        if habits.isOfXcode, added.isEmpty, isEmptied, let start = container.inner?.lowerBound, text[start].isLineEnd {
            insert(string(text.lineEnd(at: start)), at: start)
        }
    }

    private mutating func applyFates(in container: LayoutContainer, _ comments: MemberComments?) {
        let members = container.members
        let firstKept = members.indices.first { !container.isDeleted($0) } ?? members.count
        for (index, fate) in container.fates.sorted(by: { $0.key < $1.key }) {
            let member = members[index]
            switch fate {
            case .deleted: delete(index, of: container, followsKept: index > firstKept)
            case .renamed(let key): rename(member, to: key, container.quotes)
            case .changed(.replaced(_, let new)) where member.isKeyAlone: addValue(new, to: member, container.quotes)
            case .changed(let change):
                let comments = member.key.flatMap { comments?[key(at: $0)] }
                apply(change, to: member.element, member.value, place(of: index, in: container), comments)
            }
        }
    }

    /// Deletes a member: its lines with the comments on them and directly above, or only its text if other members are
    /// on the lines.
    private mutating func delete(_ index: Int, of container: LayoutContainer, followsKept: Bool) {
        let member = container.members[index]
        let (before, behind) = gaps(around: index, in: container)
        if let start = before.block, let end = behind.firstLineEnd { return replace(start..<end.upperBound, by: "") }
        let isLast = index + 1 == container.members.count
        let takesBefore = before.isInline && (followsKept || isLast || !behind.isInline)
        let takesBehind = behind.isInline && !isLast && !takesBefore
        replace(
            (takesBefore ? before.range.lowerBound : member.start)..<(takesBehind
                ? behind.range.upperBound : end(of: member)),
            by: "")
    }
}
