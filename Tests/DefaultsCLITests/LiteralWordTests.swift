import PropertyList
import Testing

@testable import DefaultsCLI
@testable import ToolSupport

/// Words that are taken as text without being parsed.
struct LiteralWordTests {
    private static let characters = (UInt8(0x20)...0x7E).map { String(UnicodeScalar($0)) }
        .filter { !"\"()[]{}<>".contains($0) }

    @Test("a word of printable characters is what the parser reads in double quotes", arguments: characters)
    func printable(character: String) throws {
        for word in [character, "a" + character, character + "n", "/" + character + "*", character + " " + character] {
            let parsed = try? PropertyListReader.read(Array("\"\(word)\"".utf8)).value
            #expect((try? Literal.value(of: word)) == parsed, "\(word)")
        }
    }
}
