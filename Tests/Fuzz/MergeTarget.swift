@testable import DefaultsCLI
@testable import PropertyList

/// Merges of two edits of a text in any layout. Without a conflict there are no markers, and either side of all
/// conflicts alone must read as the values of that side.
extension FuzzTarget {
    static let merge = FuzzTarget(name: "merge", run: runMerge, change: layout.change)

    private static func runMerge(_ bytes: [UInt8]) -> Verdict {
        guard let (document, elements) = readToChange(bytes) else { return .foreign }
        // Conflicts are resolved below in UTF-8.
        if bytes.contains(0) { return .refused }
        guard document.isExact, document.value.hasFewerValues(than: 5_000) else { return .refused }
        var random = Random(state: bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) })
        let base = document.value
        let ours = changed(changed(base, in: document, &random), in: document, &random)
        let theirs = changed(changed(base, in: document, &random), in: document, &random)
        checkLaws(base, ours, theirs)
        let merge = PropertyListMerge(base: base, ours: ours, theirs: theirs)
        let comments = elements.flatMap { MemberComments.all(in: bytes, $0, isJSON: document.json != nil) }
        let texts = [merge.ours, merge.base, merge.theirs].compactMap { value in
            value.flatMap {
                try? LayoutEditor.edited(bytes, from: document, elements, to: $0, with: comments, movesLiterals: true)
            }
        }
        guard texts.count == 3 else { return .refused }
        var style = ConflictStyle()
        style.markerSize = 29
        let marked = ConflictText.marked(ours: texts[0], base: texts[1], theirs: texts[2], style)
        if merge.conflicts.isEmpty { promise(marked == texts[0], "markers without a conflict") }
        check(resolved(marked, .ours, style), document, merge.ours, "our sides of the conflicts are another value")
        check(
            resolved(marked, .theirs, style), document, merge.theirs, "their sides of the conflicts are another value")
        return .read
    }

    private static func checkLaws(_ base: PropertyListValue, _ ours: PropertyListValue, _ theirs: PropertyListValue) {
        func isClean(_ merge: PropertyListMerge, _ value: PropertyListValue) -> Bool {
            merge.conflicts.isEmpty && merge.ours == value
        }
        promise(isClean(PropertyListMerge(base: base, ours: base, theirs: theirs), theirs), "not their change alone")
        promise(isClean(PropertyListMerge(base: base, ours: ours, theirs: base), ours), "not our change alone")
        promise(isClean(PropertyListMerge(base: base, ours: ours, theirs: ours), ours), "not the same change")
        let merge = PropertyListMerge(base: base, ours: ours, theirs: theirs)
        let exchanged = PropertyListMerge(base: base, ours: theirs, theirs: ours)
        promise(merge.conflicts.count == exchanged.conflicts.count, "other conflicts with exchanged sides")
    }

    private static func check(
        _ text: [UInt8], _ document: PropertyListDocument, _ value: PropertyListValue?, _ broken: String
    ) {
        promise(reread(text, as: document)?.value == value, broken)
    }

    private enum Side {
        case ours
        case theirs
    }

    /// Returns a text without markers, and with the lines of one side.
    private static func resolved(_ marked: [UInt8], _ side: Side, _ style: ConflictStyle) -> [UInt8] {
        var text: [UInt8] = []
        var current: Side?
        let lineEnd = UInt8(ascii: marked.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
        for line in marked[marked.startBehindMark...].split(separator: lineEnd, omittingEmptySubsequences: false) {
            func isMarker(_ character: Character) -> Bool {
                line.starts(with: String(repeating: character, count: style.markerSize).utf8)
            }
            if isMarker("<") {
                current = .ours
            } else if isMarker("=") {
                current = .theirs
            } else if isMarker(">") {
                current = nil
            } else if current == nil || current == side {
                text += line + [lineEnd]
            }
        }
        return text
    }
}
