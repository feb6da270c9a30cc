import PropertyList
import Testing

@testable import DefaultsCLI

/// The words of a migration map.
struct MigrationMapTests {
    @Test(
        "an operand is a file if it has no sign or begins with a dot and a slash",
        arguments: [
            ("map", true), ("./a=b", true), ("../a=b", true), ("/a=b", false), ("./\u{301}a=b", true),
            ("/\u{301}a=b", false), ("/a", true), ("a=b", false), ("a=\u{301}b", false), ("a/b=c", false),
            (".a=b", false),
        ])
    func files(word: String, isFile: Bool) {
        #expect(MigrationMap.isFile(word) == isFile)
    }

    @Test("a type goes by the name that read-type prints", arguments: PropertyListType.allCases)
    func typeNames(type: PropertyListType) {
        #expect(ValueText.type(named: ValueText.name(of: type)) == type)
    }
}
