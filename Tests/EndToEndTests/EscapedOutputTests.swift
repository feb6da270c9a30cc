import CoreFoundation
import Foundation
import Testing

/// Every character as `read` prints it, by the rules and by CoreFoundation's own encoder and parser.
@Suite(.waiting) struct EscapedOutputTests {
    let scratch = Scratch()

    /// NUL too, which files can hold; U+FEFF not at the beginning of anything, where CoreFoundation takes it for a
    /// mark.
    static let text = "x" + String(String.UnicodeScalarView(["\0"] + EscapeTests.scalars))

    init() throws {
        try scratch.place(binary: ["string": Self.text, "array": [Self.text], "first": "\u{FEFF}x"], in: "D")
    }

    @Test("a string by itself is printed as it is, and with --ascii as CoreFoundation encodes it")
    func standalone() throws {
        #expect(try scratch.defaults("read", "D", "string").output == Array((Self.text + "\n").utf8))
        let ascii = try scratch.defaults("read", "--ascii", "D", "string").output
        #expect(ascii == Self.nonLossy(Self.text) + Array("\n".utf8))
        #expect(ascii == Array((Self.text.unicodeScalars.map(Self.escape).joined() + "\n").utf8))
        #expect(try scratch.defaults("read", "--ascii", "D", "first").text == "\\ufeffx\n")
    }

    @Test("what is printed of containers is read back by CoreFoundation's parser")
    func containers() throws {
        let plain = try scratch.defaults("read", "D", "array").text
        #expect(ForeignText.differences(ForeignText(oldStyle: plain), .array([Array(Self.text.utf16)])) == [])
        let domain = try scratch.defaults("read", "D").text
        let expected = ForeignText.pairs([
            Array("string".utf16): .string(Array(Self.text.utf16)), Array("first".utf16): .string([0xFEFF, 0x78]),
            Array("array".utf16): .array([Array(Self.text.utf16)]),
        ])
        #expect(ForeignText.differences(ForeignText(oldStyle: domain), expected) == [])
    }

    @Test("with --ascii a container is in ASCII, its escapes encoded once more")
    func asciiContainers() throws {
        let ascii = try scratch.defaults("read", "--ascii", "D", "array").output
        #expect(ascii.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A })
        // The second encoding does nothing but double backslashes.
        let once = String(decoding: ascii, as: UTF8.self).replacing(#"\\"#, with: #"\"#)
        #expect(ForeignText.differences(ForeignText(oldStyle: once), .array([Array(Self.text.utf16)])) == [])
        for line in [#"\\U00e9"#, #"\\Ud83d\\Ude00"#, #"\\""#, #"\\\\"#, #"\\n"#] {
            #expect(String(decoding: ascii, as: UTF8.self).contains(line), "\(line)")
        }
    }

    @Test("what is printed of a domain can be imported")
    func reimport() throws {
        let printed = try scratch.defaults("read", "D").output
        #expect(try scratch.defaults("import", "E", "-", input: printed) == .silence)
        let (copy, original) = (try ForeignText(file: scratch.file("E")), try ForeignText(file: scratch.file("D")))
        #expect(original != nil)
        #expect(ForeignText.differences(copy, original) == [])
    }

    /// The rule: backslashes doubled, octal for control characters and the second half of Latin-1, code units above.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": #"\\"#
        case "\t", "\n", "\r", " "..."~": String(scalar)
        case ..."\u{FF}": "\\" + padded(scalar.value, radix: 8, to: 3)
        default: String(scalar).utf16.map { "\\u" + padded(UInt32($0), radix: 16, to: 4) }.joined()
        }
    }

    private static func padded(_ number: UInt32, radix: Int, to width: Int) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// CoreFoundation's encoding, kCFStringEncodingNonLossyASCII.
    private static func nonLossy(_ text: String) -> [UInt8] {
        let units = Array(text.utf16)
        let string = CFStringCreateWithCharacters(kCFAllocatorDefault, units, units.count)
        var bytes = [UInt8](repeating: 0, count: 8 * units.count)
        var used = 0
        CFStringGetBytes(
            string, CFRange(location: 0, length: units.count), 0x0BFF, 0, false, &bytes, bytes.count, &used)
        return Array(bytes.prefix(used))
    }
}
