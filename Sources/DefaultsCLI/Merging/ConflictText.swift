import DefaultsCore

/// How conflicts are marked in a text, as by `git merge-file`.
struct ConflictStyle: Sendable {
    /// The parts of a conflict that are shown.
    enum Form: Sendable {
        /// Both sides, without the lines that they have in common at the beginning and the end.
        case merge
        /// Both sides and the base.
        case diff3
        /// Both sides and the base, without the lines that the sides have in common at the beginning and the end.
        case zdiff3
    }

    var form = Form.merge
    /// The number of characters of a marker.
    var markerSize = 7
    /// The texts behind the markers. An empty label is omitted.
    var ours = ""
    var base = ""
    var theirs = ""

    init() {}
}

/// A text with markers around the lines in which two versions differ.
enum ConflictText {
    /// Returns our version of a text, with markers around the lines that differ from their version.
    ///
    /// - Parameter base: The version to show for the base of a conflict.
    static func marked(
        ours: [UInt8], base: [UInt8], theirs: [UInt8], _ style: ConflictStyle
    ) -> [UInt8] {
        // Line ends are found in UTF-8.
        PropertyListReader.transcoded([ours, base, theirs]) { texts in
            markedText(ours: texts[0], base: texts[1], theirs: texts[2], style)
        }
    }

    private static func markedText(
        ours: [UInt8], base: [UInt8], theirs: [UInt8], _ style: ConflictStyle
    ) -> [UInt8] {
        // A byte order mark stays at the beginning.
        let mark = ours[..<ours.startBehindMark]
        let end = LineEnd(in: [ours, base, theirs])
        let (ours, base, theirs) = (end.lines(of: ours), end.lines(of: base), end.lines(of: theirs))
        var text = Array(mark)
        for run in ThreeWayRun.all(base: base, ours: ours, theirs: theirs) {
            var (left, right) = (ours[run.ours], theirs[run.theirs])
            var (head, tail) = ([] as ArraySlice<Line>, [] as ArraySlice<Line>)
            if style.form != .diff3 || left == right {
                head = left.prefix(zip(left, right).prefix { $0 == $1 }.count)
                (left, right) = (left.dropFirst(head.count), right.dropFirst(head.count))
                tail = left.suffix(zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count)
                (left, right) = (left.dropLast(tail.count), right.dropLast(tail.count))
            }
            for line in head { text += line.bytes }
            if !left.isEmpty || !right.isEmpty {
                append(left, base[run.base], right, style, end, to: &text)
            }
            for line in tail { text += line.bytes }
        }
        return text
    }

    private static func append(
        _ ours: ArraySlice<Line>, _ base: ArraySlice<Line>, _ theirs: ArraySlice<Line>, _ style: ConflictStyle,
        _ end: LineEnd, to text: inout [UInt8]
    ) {
        func mark(_ character: Character, _ label: String) {
            text += Array(String(repeating: character, count: style.markerSize).utf8)
            if !label.isEmpty { text += Array(" \(label)".utf8) }
            text += end.bytes
        }
        func add(_ lines: ArraySlice<Line>) {
            for line in lines { text += line.bytes }
            // The last line of a text need not have an end.
            if let last = lines.last, last.bytes.last != end.bytes.last { text += end.bytes }
        }
        mark("<", style.ours)
        add(ours)
        if style.form != .merge {
            mark("|", style.base)
            add(base)
        }
        mark("=", "")
        add(theirs)
        mark(">", style.theirs)
    }

    /// A line with its end.
    private struct Line: Hashable {
        let bytes: ArraySlice<UInt8>
    }

    /// The end of the lines, and of the markers. A carriage return alone ends lines only in texts without a line feed.
    private struct LineEnd {
        let bytes: [UInt8]

        /// Finds the line end of the first of some texts.
        init(in texts: [[UInt8]]) {
            let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
            if !texts.contains(where: { $0.contains(feed) }), texts[0].contains(carriageReturn) {
                bytes = [carriageReturn]
            } else {
                let line = texts[0].prefix { $0 != feed }
                bytes = line.last == carriageReturn && line.count < texts[0].count ? [carriageReturn, feed] : [feed]
            }
        }

        func lines(of text: [UInt8]) -> [Line] {
            var lines: [Line] = []
            var start = text.startBehindMark
            while start < text.count {
                let end = text[start...].firstIndex { $0 == bytes.last }.map { $0 + 1 } ?? text.count
                lines.append(Line(bytes: text[start..<end]))
                start = end
            }
            return lines
        }
    }
}
