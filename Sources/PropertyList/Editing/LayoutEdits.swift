/// The edits of a text: ranges and the text that replaces them.
struct LayoutEdits {
    let text: [UInt8]
    let syntax: LayoutSyntax
    /// The members of the containers that change.
    var recorder: ElementRecorder
    private var edits: [(range: Range<Int>, replacement: String)] = []

    /// Creates the edits of a text in UTF-8 for a change of its root.
    init(_ text: [UInt8], _ syntax: LayoutSyntax, _ change: LayoutChange) throws(PropertyListError) {
        (self.text, self.syntax) = (text, syntax)
        var containers: [PropertyListPath] = []
        change.appendContainers(to: &containers)
        recorder = ElementRecorder([PropertyListPath()], membersOf: containers)
        recorder = try syntax == .xml ? XMLReader.record(recorder, in: text) : OldStyleReader.record(recorder, in: text)
        var root = recorder.elements[PropertyListPath()]?.first?.value ?? text.startBehindMark..<text.count
        // A strings file is the inside of a dictionary.
        if case .dictionary = change, syntax == .oldStyle, text[root].first != UInt8(ascii: "{") {
            root = text.startBehindMark..<text.count
        }
        apply(change, at: PropertyListPath(), root, place(ofRoot: root))
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

    /// Adds the edits for a change of the element at a path.
    private mutating func apply(
        _ change: LayoutChange, at path: PropertyListPath, _ range: Range<Int>, _ place: LayoutPlace
    ) {
        switch change {
        case .replaced(let old, let new): replace(range, old, by: new, at: place)
        case .dictionary(let change):
            let container = container(at: path, range, place, hasCommas: false) { _, key in
                change.fates[ExactName(key ?? "")] ?? .kept
            }
            applyFates(in: container, at: path)
            insert(placed(change.added, in: container), in: container)
        case .array(let change):
            let container = container(at: path, range, place, hasCommas: syntax == .oldStyle) { index, _ in
                change.fates[index] ?? .kept
            }
            applyFates(in: container, at: path)
            insert(change.added, in: container)
        }
    }

    private mutating func applyFates(in container: LayoutContainer, at path: PropertyListPath) {
        let firstKept = container.members.firstIndex { !$0.fate.isDeleted } ?? container.members.count
        for (index, member) in container.members.enumerated() {
            switch member.fate {
            case .kept: break
            case .deleted: delete(index, of: container, followsKept: index > firstKept)
            case .renamed(let key): rename(member, to: key, container.quotes)
            case .changed(.replaced(_, let new)) where member.isKeyAlone: addValue(new, to: member, container.quotes)
            case .changed(let change):
                let path = PropertyListPath(path.components + [member.recorded.name ?? String(index)])
                apply(change, at: path, member.value, place(of: index, in: container))
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
                ? behind.range.upperBound : member.end),
            by: "")
    }
}
