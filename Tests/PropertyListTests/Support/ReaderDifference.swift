import Foundation
import TestExtent
import Testing

@testable import PropertyList

/// The intended differences between our readers and Foundation's, each with its reason and an example. Any other
/// difference fails the tests.
enum ReaderDifference {
    /// Content that we refuse and CoreFoundation reads.
    struct Refusal: Sendable, CustomTestStringConvertible {
        /// The beginning of our error message.
        let sentence: String
        let reason: String
        let example: [UInt8]

        init(_ sentence: String, _ reason: String, _ example: [UInt8]) {
            (self.sentence, self.reason, self.example) = (sentence, reason, example)
        }

        init(_ sentence: String, _ reason: String, _ example: String) {
            self.init(sentence, reason, Array(example.utf8))
        }

        var format: CoreFoundationReader.Format { example.starts(with: "bplist".utf8) ? .binary : .xml }
        var testDescription: String { sentence }
    }

    static let refusals: [Refusal] = [
        Refusal(
            "invalid XML, a missing value", "CoreFoundation takes the next key for the missing value",
            "<dict><key>a</key><key>b</key></dict>"),
        Refusal(
            "invalid XML, <plist> inside", "no program writes it", "<plist><plist><true/></plist></plist>"),
        Refusal(
            "invalid XML, an unknown reference", "CoreFoundation reads `&#;` as U+0000",
            "<string>&#;</string>"),
        Refusal(
            "invalid XML, '<", "CoreFoundation takes a truncated tag, `<string <b>`, for attributes",
            "<string <b>x</string>"),
        Refusal(
            "invalid XML, '/", "CoreFoundation takes `a/b` for attributes", "<dict a/b></dict>"),
        Refusal(
            "invalid XML, '='", "CoreFoundation accepts an attribute without a name", "<string =\"\">x</string>"),
        Refusal(
            "invalid XML, '1'", "CoreFoundation accepts a value without quotes", "<string b=1>x</string>"),
        Refusal(
            "invalid XML, invalid UTF-8",
            "CoreFoundation checks the encoding only in strings",
            Array("<array><!--".utf8) + [0xFF] + Array("--></array>".utf8)),
        Refusal(
            "invalid XML, an invalid number in <real>", "CoreFoundation skips control characters",
            "<real>\u{1}1.5</real>"),
        Refusal(
            "invalid binary, a length that is not an integer",
            "CoreFoundation accepts lengths of 16 bytes and uses the last 8",
            CraftedBinary([0x5F, 0x14] + Array(repeating: 0, count: 15) + [1, 0x61]).bytes),
        Refusal(
            "invalid binary, offsets of", "CoreFoundation accepts wide offsets", wide { $0.offsetWidth = 9 }),
        Refusal(
            "invalid binary, references of", "CoreFoundation accepts wide references", wide { $0.referenceWidth = 9 }),
        Refusal(
            "invalid binary, overlapping", "such objects can stand for more data than fits in memory",
            overlapping),
        Refusal(
            "invalid XML, U+0", "CoreFoundation skips control characters in numbers",
            "<integer>\u{1}5</integer>"),
    ]

    /// Data objects that each begin inside the previous one.
    private static let overlapping: [UInt8] = {
        var file = CraftedBinary(.container(0xA0, Array(1...9)))
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

    /// Fixtures for which `PropertyListSerialization` returns another value or none.
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
        "read-xml-comment-in-text-unlike-foundation.plist": "it allows comments only between elements",
    ]

    /// Returns whether we refuse something for a listed reason, or CoreFoundation refuses it too once a `>` in quotes
    /// no longer misleads it.
    static func isExplained(_ refusal: any Error, of bytes: [UInt8], _ format: CoreFoundationReader.Format) -> Bool {
        let sentence = String(describing: refusal)
        if refusals.contains(where: { sentence.hasPrefix($0.sentence) }) || isOfAttribute(sentence) { return true }
        return format == .xml && (try? CoreFoundationReader.read(SimplerXML.of(bytes).bytes, as: .xml)) == nil
    }

    /// Returns whether an error is about an invalid attribute. CoreFoundation accepts anything up to the `>`.
    private static func isOfAttribute(_ sentence: String) -> Bool {
        ["looking for '>' ", "of an attribute", "closing quote"].contains(where: sentence.contains)
    }

    /// Returns whether known details explain the result of CoreFoundation: without them, it returns the same as we do.
    static func isExplained(_ ours: PropertyListDocument, of bytes: [UInt8], _ format: CoreFoundationReader.Format)
        -> Bool
    {
        let simple = format == .xml ? SimplerXML.of(bytes) : SimplerBinary.of(bytes)
        // Content that can be shown but not changed may be refused there.
        let isShownOnly = ours.substitutions.contains {
            [.impossibleDate, .invalidBase64, .trailingText].contains($0.found)
        }
        guard let theirs = try? CoreFoundationReader.read(simple.bytes, as: format) else { return isShownOnly }
        guard let again = try? PropertyListReader.read(simple.bytes) else { return false }
        return (simple.hasRoundedDates || again.value == ours.value) && isExplained(again, theirs, format)
    }
}
