import PropertyList
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// Words that are taken as text without being parsed.
struct LiteralWordTests {
    @Test("a word of printable characters is what the parser reads in double quotes", arguments: UInt8(0x20)...0x7E)
    func printable(byte: UInt8) throws {
        let character = String(UnicodeScalar(byte))
        guard !"\"()[]{}<>".contains(character) else { return }
        for word in [character, "a" + character, character + "n", "/" + character + "*", character + " " + character] {
            let parsed = try? PropertyListReader.read(Array("\"\(word)\"".utf8)).value
            #expect((try? Literal.value(of: word)) == parsed, "\(word)")
        }
    }
}
