import Foundation
import Testing

@testable import PropertyList

/// The places where our readers deliberately differ from Foundation's, each with its reason and an example. There are no others: whatever
/// else differs fails the tests.
enum ReaderDifference {
    /// Something that we refuse and the engine reads.
    struct Refusal: Sendable, CustomTestStringConvertible {
        /// How our sentence begins.
        let sentence: String
        let reason: String
        let example: [UInt8]

        init(_ sentence: String, _ reason: String, _ example: [UInt8]) {
            (self.sentence, self.reason, self.example) = (sentence, reason, example)
        }

        init(_ sentence: String, _ reason: String, _ example: String) {
            self.init(sentence, reason, Array(example.utf8))
        }

        var format: EngineReader.Format { example.starts(with: "bplist".utf8) ? .binary : .xml }
        var testDescription: String { sentence }
    }

    static let refusals: [Refusal] = [
        Refusal(
            "invalid XML, a <key> where", "a value is missing; the engine takes the next key for it",
            "<dict><key>a</key><key>b</key></dict>"),
        Refusal(
            "invalid XML, a <plist> inside", "no program writes it", "<plist><plist><true/></plist></plist>"),
        Refusal(
            "invalid XML, an '&' that begins no known", "`&#;` names no character; the engine reads U+0000",
            "<string>&#;</string>"),
        Refusal(
            "invalid XML, '<", "a tag was cut off, `<string <b>`; the engine takes all for attributes",
            "<string <b>x</string>"),
        Refusal(
            "invalid XML, '/", "`<dict a/b>` is no tag; the engine takes all for attributes", "<dict a/b></dict>"),
        Refusal(
            "invalid XML, '='", "nor is `<string =\"\">`", "<string =\"\">x</string>"),
        Refusal(
            "invalid XML, '1'", "nor is `<string b=1>`", "<string b=1>x</string>"),
        Refusal(
            "invalid XML, invalid UTF-8",
            "torn or of another encoding; the engine minds it in strings only",
            Array("<array><!--".utf8) + [0xFF] + Array("--></array>".utf8)),
        Refusal("invalid XML, an invalid number in <real>", "nor are they here", "<real>\u{1}1.5</real>"),
        Refusal(
            "invalid binary, a length that is not an integer",
            "the engine reads lengths of 16 bytes and more, from the last 8",
            CraftedBinary([0x5F, 0x14] + Array(repeating: 0, count: 15) + [1, 0x61]).bytes),
        Refusal(
            "invalid binary, offsets of", "so does it with offsets", wide { $0.offsetWidth = 9 }),
        Refusal(
            "invalid binary, references of", "and with references", wide { $0.referenceWidth = 9 }),
        Refusal(
            "invalid binary, an object that overlaps", "files that unfold without bound are made of such objects",
            overlapping),
        Refusal(
            "invalid XML, U+0", "control characters are no blanks; the engine passes over them in numbers",
            "<integer>\u{1}5</integer>"),
    ]

    /// Data objects that each begin inside the one before.
    private static let overlapping: [UInt8] = {
        var file = CraftedBinary(CraftedBinary.container(0xA0, count: 9, Array(1...9)))
        let start = 8 + file.objects[0].count
        file.objects.append((0..<9).flatMap { _ in [0x4F, 0x10, 100] as [UInt8] } + Array(repeating: 0, count: 100))
        for index in 2...9 {
            file.objects.append([])
            file.offsets[index] = start + 3 * (index - 1)
        }
        return file.bytes
    }()

    private static func wide(_ change: (inout CraftedBinary) -> Void) -> [UInt8] {
        var file = CraftedBinary([0x09])
        change(&file)
        return file.bytes
    }

    /// Fixtures that `PropertyListSerialization` gives as something else, or not at all.
    static let bridging: [String: String] = [
        "read-utf16-big-endian-negative-reference-unlike-foundation.plist": "it takes -5 for a reference",
        "read-utf16-little-endian-negative-reference-unlike-foundation.plist": "it takes -5 for a reference",
        "read-utf32-big-endian-negative-reference-unlike-foundation.plist": "it takes -5 for a reference",
        "read-utf32-little-endian-negative-reference-unlike-foundation.plist": "it takes -5 for a reference",
        "read-utf16-big-endian-reference-beyond-32-bits-unlike-foundation.plist": "it takes 2^32 for reference 0",
        "read-utf16-little-endian-reference-beyond-32-bits-unlike-foundation.plist": "it takes 2^32 for reference 0",
        "read-utf32-big-endian-reference-beyond-32-bits-unlike-foundation.plist": "it takes 2^32 for reference 0",
        "read-utf32-little-endian-reference-beyond-32-bits-unlike-foundation.plist": "it takes 2^32 for reference 0",
        "read-xml-equivalent-keys.plist": "it merges keys that are canonically equivalent",
        "read-xml-comment-in-text-unlike-foundation.plist": "its engine knows comments between elements only",
    ]

    /// Whether we refuse something for a listed reason; or the engine does as well, once it is not misled by a `>` in quotes.
    static func isExplained(_ refusal: any Error, of bytes: [UInt8], _ format: EngineReader.Format) -> Bool {
        let sentence = String(describing: refusal)
        if refusals.contains(where: { sentence.hasPrefix($0.sentence) }) || isOfAttribute(sentence) { return true }
        return format == .xml && (try? EngineReader.read(SimplerXML.of(bytes).bytes, as: .xml)) == nil
    }

    /// Whether a refusal is that of a malformed attribute, whatever stands there: the engine takes anything up to the `>`.
    private static func isOfAttribute(_ sentence: String) -> Bool {
        ["looking for '>' ", "of an attribute", "closing quote"].contains(where: sentence.contains)
    }

    /// Whether what the engine says to the bytes is explained by what it knows nothing of: once that is out of them, it says what we do.
    static func isExplained(_ ours: PropertyListDocument, of bytes: [UInt8], _ format: EngineReader.Format) -> Bool {
        let simple = format == .xml ? SimplerXML.of(bytes) : SimplerBinary.of(bytes)
        // What can be shown and not changed may be refused there.
        let isShownOnly = ours.substitutions.contains {
            [.impossibleDate, .invalidBase64, .trailingText].contains($0.found)
        }
        guard let engine = try? EngineReader.read(simple.bytes, as: format) else { return isShownOnly }
        guard let again = try? PropertyListReader.read(simple.bytes) else { return false }
        return (simple.hasRoundedDates || again.value == ours.value) && isExplained(again, engine, format)
    }
}
