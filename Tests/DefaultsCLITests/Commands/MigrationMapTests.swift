import PropertyList
import Testing

@testable import DefaultsCLI

/// The words of a migration map.
struct MigrationMapTests {
    @Test("a type goes by the name that read-type prints", arguments: PropertyListType.allCases)
    func typeNames(type: PropertyListType) {
        #expect(MigrationMap.type(named: ValueText.name(of: type)) == type)
    }
}
