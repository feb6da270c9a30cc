import Foundation
import TestExtent
import Testing

/// Every character on its way into the command, through it and out of it.
@Suite(.waiting) struct EscapeTests {
    let scratch = Scratch()

    /// Texts that fit into one argument: first of the characters that XML does not hold, then of all others of the
    /// basic plane, and of some beyond it. An argument cannot hold NUL.
    static let texts: [String] = {
        let awkward = (1..<0x20).compactMap(Unicode.Scalar.init(_:)) + ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]
        let others = (0x20...0xFFFD).compactMap(Unicode.Scalar.init(_:)).filter { $0 != "\u{FEFF}" }
        let beyond: [Unicode.Scalar] = ["\u{10000}", "\u{1F600}", "\u{1FFFE}", "\u{2F800}", "\u{E0001}", "\u{10FFFF}"]
        // Foundation takes U+FEFF at the beginning for a mark.
        return ([awkward] + (others + beyond).batches(of: 8000)).map { "x" + String(String.UnicodeScalarView($0)) }
    }()

    @Test("a string and a key of any characters are stored, printed and imported as they are", arguments: texts.indices)
    func characters(index: Int) throws {
        let text = Self.texts[index]
        #expect(try scratch.defaults("write", "D", text, "-string", text) == .silence)
        let stored = try Foreign.stored(scratch.file("D"))
        #expect(stored.text == StoredValue.dictionary([(text, .string(text))]).text)
        #expect(try scratch.defaults("read", "D", text).output == Array((text + "\n").utf8))
        let printed = try scratch.defaults("read", "D").output
        #expect(try scratch.defaults("import", "E", "-", input: printed) == .silence)
        #expect(try Disk.bytes(scratch.file("E")) == Disk.bytes(scratch.file("D")))
    }
}

extension Array {
    /// The elements in groups of at most so many.
    func batches(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
