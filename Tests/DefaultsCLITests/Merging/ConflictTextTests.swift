import Foundation
import TestExtent
import Testing

@testable import DefaultsCLI
@testable import PropertyList

@Suite("Texts with conflicts")
struct ConflictTextTests {
    private func marked(
        _ ours: String, _ base: String, _ theirs: String, _ form: ConflictStyle.Form = .merge, size: Int = 7
    ) -> String {
        var style = ConflictStyle()
        (style.form, style.markerSize, style.ours, style.base, style.theirs) = (form, size, "o", "b", "t")
        let text = ConflictText.marked(
            ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8), style)
        return String(decoding: text, as: UTF8.self)
    }

    @Test("both sides, and in some forms the base")
    func forms() {
        let texts = ("a\nx\n1\nz\n", "a\nx\n0\nz\n", "a\nx\n2\nz\n")
        #expect(marked(texts.0, texts.1, texts.2) == "a\nx\n<<<<<<< o\n1\n=======\n2\n>>>>>>> t\nz\n")
        let whole = "a\nx\n<<<<<<< o\n1\n||||||| b\n0\n=======\n2\n>>>>>>> t\nz\n"
        #expect(marked(texts.0, texts.1, texts.2, .diff3) == whole)
        #expect(marked(texts.0, texts.1, texts.2, .zdiff3) == whole)
        #expect(
            marked("a\n1\nz\n", "", "a\n2\nz\n", .zdiff3) == "a\n<<<<<<< o\n1\n||||||| b\n=======\n2\n>>>>>>> t\nz\n")
        #expect(
            marked("a\n1\nz\n", "", "a\n2\nz\n", .diff3)
                == "<<<<<<< o\na\n1\nz\n||||||| b\n=======\na\n2\nz\n>>>>>>> t\n")
        #expect(marked("1\n", "0\n", "", size: 2) == "<< o\n1\n==\n>> t\n")
    }

    @Test("markers have lines of their own, with the line end of the text")
    func lineEnds() {
        #expect(marked("1", "0", "2") == "<<<<<<< o\n1\n=======\n2\n>>>>>>> t\n")
        #expect(
            marked("a\r\n1\r\n", "a\r\n0\r\n", "a\r\n2\r\n")
                == "a\r\n<<<<<<< o\r\n1\r\n=======\r\n2\r\n>>>>>>> t\r\n")
    }

    @Test("a carriage return alone ends lines only in texts without a line feed")
    func carriageReturns() {
        #expect(marked("a\r1\r", "a\r0\r", "a\r2\r") == "a\r<<<<<<< o\r1\r=======\r2\r>>>>>>> t\r")
        #expect(marked("a\r1\n", "a\r0\n", "a\r2\n") == "<<<<<<< o\na\r1\n=======\na\r2\n>>>>>>> t\n")
        #expect(marked("1", "0", "a\r1") == "<<<<<<< o\n1\n=======\na\r1\n>>>>>>> t\n")
        #expect(marked("1\r", "0\r", "2\n") == "<<<<<<< o\n1\r\n=======\n2\n>>>>>>> t\n")
    }

    @Test("equal texts have no markers, whatever the base is")
    func equal() {
        for form in [ConflictStyle.Form.merge, .diff3, .zdiff3] {
            #expect(marked("a\nb\n", "", "a\nb\n", form) == "a\nb\n")
            #expect(marked("", "a\n", "", form).isEmpty)
        }
    }

    @Test("each side can be read from the text again", arguments: MarkedEncoding.allCases.map(Optional.some) + [nil])
    func sides(encoding: MarkedEncoding?) {
        for seed in 0..<UInt64(Extent.count(1000, short: 50)) {
            var random = SeededGenerator(seed: seed)
            func text() -> String {
                (0..<Int(random.next() % 9)).map { _ in ["a", "b", "c", "d"][Int(random.next() % 4)] + "\n" }.joined()
            }
            let texts = [text(), text(), text()]
            var style = ConflictStyle()
            style.form = [.merge, .diff3, .zdiff3][Int(random.next() % 3)]
            let bytes = texts.map { encoding?.bytes(of: $0) ?? Array($0.utf8) }
            let result = ConflictText.marked(ours: bytes[0], base: bytes[1], theirs: bytes[2], style)
            let form = try? MarkedText(result)?.utf8(mayBeOther: false)
            let marked = String(decoding: form?.dropFirst(3) ?? result[...], as: UTF8.self)
            #expect(side("<", of: marked) == texts[0], "seed \(seed)")
            #expect(side("=", of: marked) == texts[2], "seed \(seed)")
        }
    }

    /// Returns the text with the side of each conflict that begins with a marker.
    private func side(_ marker: Character, of text: String) -> String {
        var current: Character?
        var result = ""
        for line in text.split(separator: "\n") {
            if let first = line.first, "<|=>".contains(first) {
                current = first == ">" ? nil : first
            } else if current == nil || current == marker {
                result += line + "\n"
            }
        }
        return result
    }
}
