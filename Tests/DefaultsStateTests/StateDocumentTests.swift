import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Documents that say what domains contain.
struct StateDocumentTests {
    private static let folders = DomainFolders(root: "/root")
    private static let start: PropertyListDictionary = ["x": ["i": 1, "j": 2], "y": 1]

    private static func document(_ text: String) throws -> StateDocument {
        try StateDocument(Array(text.utf8), folders: folders)
    }

    @Test(
        "a document changes what it lists",
        arguments: [
            ("{}", Self.start), (#"{"y": 2}"#, ["x": ["i": 1, "j": 2], "y": 2]),
            (#"{"x": {"i": 3}}"#, ["x": ["i": 3], "y": 1]),
            (#"{"x": {"$merge": {"i": 3}}}"#, ["x": ["i": 3, "j": 2], "y": 1]),
            (#"{"x": {"$merge": {"i": {"$absent": true}}}}"#, ["x": ["j": 2], "y": 1]),
            (#"{"y": {"$absent": true}}"#, ["x": ["i": 1, "j": 2]]), (#"{"$absent": true}"#, [:]),
            (#"{"$merge": {"x": {"k": {"l": 1}}}}"#, ["x": ["i": 1, "j": 2, "k": ["l": 1]], "y": 1]),
            (#"{"y": {"$merge": {"k": 1}}}"#, ["x": ["i": 1, "j": 2], "y": ["k": 1]]),
            (#"{"y": {"$merge": {}}}"#, Self.start), (#"{"z": {}}"#, ["x": ["i": 1, "j": 2], "y": 1, "z": [:]]),
            (#"{"z": {"$dictionary": {"$absent": true}}}"#, ["x": ["i": 1, "j": 2], "y": 1, "z": ["$absent": true]]),
            (#"{"y": {"$real": "1"}}"#, ["x": ["i": 1, "j": 2], "y": .real(1)]),
        ] as [(String, PropertyListDictionary)])
    func contents(text: String, expected: PropertyListDictionary) throws {
        let state = try #require(try Self.document("{\"a\": \(text)}").domains.first)
        #expect(state.contents(from: Self.start) == expected)
        #expect(state.contents(from: expected) == expected)
    }

    @Test("exactness removes what is not listed")
    func exactness() throws {
        let state = try #require(try Self.document(#"{"a": {"x": {"$merge": {"i": 3}}}}"#).domains.first)
        #expect(state.contents(from: Self.start, isExact: true) == ["x": ["i": 3, "j": 2]])
    }

    @Test(
        "an invalid document is refused",
        arguments: [
            (#"{"a": 1}"#, .contentsNotADictionary(domain: "a", .integer)), ("[1]", .notADictionary(.array)),
            (#"{"./a": {}}"#, .relativePath("./a")), (#"{"-currentHost /a": {}}"#, .hostOfPath("-currentHost /a")),
            (#"{"a": {}, "a.plist": {}}"#, .sameDomain("a", "a.plist")),
            (#"{"-g": {}, "NSGlobalDomain": {}}"#, .sameDomain("-g", "NSGlobalDomain")),
            (#"{"/b/x": {}, "/b/x.plist": {}}"#, .sameDomain("/b/x", "/b/x.plist")),
            (#"{"-currentHost a": {}, "ByHost/a.": {}}"#, .sameDomain("-currentHost a", "ByHost/a.")),
            (#"{"-host h a": {}, "ByHost/a.h": {}}"#, .sameDomain("-host h a", "ByHost/a.h")),
            (#"{"-host h /a": {}}"#, .hostOfPath("-host h /a")),
            (#"{"-host h ./a": {}}"#, .relativePath("-host h ./a")),
            (#"{"-foo": {}}"#, .invalidDomain(PreferencesError(.invalidName("-foo", .noOption)))),
            (
                #"{"-currentHost -foo": {}}"#,
                .invalidDomain(PreferencesError(.invalidName("-currentHost -foo", .noOption)))
            ),
            (#"{"-host h": {}}"#, .invalidDomain(PreferencesError(.invalidName("-host h", .noOption)))),
            (#"{"-host a/b D": {}}"#, .invalidDomain(PreferencesError(.invalidName("a/b", .noSlash)))),
            (#"{"-host  D": {}}"#, .invalidDomain(PreferencesError(.invalidName("", .notEmpty)))),
            (#"{"$absent": true}"#, .misplacedTag(place: "")),
            (
                #"{"a": {"x": {"y": {"$absent": true}, "z": 1}}}"#, .misplacedTag(place: " at 'x.y' of domain 'a'")
            ),
            (#"{"a": {"x": [{"$merge": {}}]}}"#, .misplacedTag(place: " at 'x.0' of domain 'a'")),
            (#"{"a": {"x": {"$absent": false}}}"#, .invalidTag(place: " at 'x' of domain 'a'")),
            (#"{"a": {"x": {"$merge": 1}}}"#, .invalidTag(place: " at 'x' of domain 'a'")),
            (#"{"a": {"x": {"$merge": {"$absent": true}}}}"#, .invalidTag(place: " at 'x' of domain 'a'")),
        ] as [(String, StateDocument.ReadingError)])
    func refusals(text: String, error: StateDocument.ReadingError) {
        #expect(throws: error) { try Self.document(text) }
    }

    @Test("of a property list, every value stands for itself")
    func propertyList() throws {
        let contents: PropertyListDictionary = ["a": ["x": ["$absent": true]], "-currentHost b": ["y": 1]]
        for format in [PropertyListFormat.xml, .binary] {
            let bytes = Array(try PropertyListWriter.data(of: .dictionary(contents), as: format))
            let document = try StateDocument(bytes, folders: Self.folders)
            #expect(document.domains.map(\.domain.host) == [.current, .any])
            #expect(document.domains.last?.requirements == [.init("x", ["$absent": true])])
        }
    }

    @Test("what is written is read again", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var random = RandomState(seed: seed)
        var contents: [(domain: Domain, contents: PropertyListDictionary)] = []
        for domain in RandomState.domains + [try Domain("c", host: .current)] {
            contents.append((domain, random.dictionary()))
        }
        let dictionary = StateDocument.dictionary(of: contents, folders: Self.folders)
        let expected = StateDocument(
            Dictionary(
                uniqueKeysWithValues: contents.lazy.filter { !$0.contents.isEmpty }.map { ($0.domain, $0.contents) }))
        let bytes = JSONWriter().bytes(of: .dictionary(dictionary))
        #expect(
            try StateDocument(bytes, folders: Self.folders) == expected)
    }

    @Test("a document over another one is the same as one after the other", arguments: 0..<1000)
    func overlay(seed: Int) throws {
        var random = RandomState(seed: seed)
        let (first, second) = (try Self.document(random.document()), try Self.document(random.document()))
        let both = first.overlaid(with: second)
        for domain in RandomState.domains {
            let start = random.dictionary()
            func apply(_ document: StateDocument, to contents: PropertyListDictionary) -> PropertyListDictionary {
                document.domains.first { $0.domain == domain }?.contents(from: contents) ?? contents
            }
            #expect(apply(both, to: start) == apply(second, to: apply(first, to: start)))
        }
    }
}
