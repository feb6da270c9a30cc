import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// The checks of `DefaultsTesting` for the contents of domains.
struct StateChecksTests {
    private let store: TemporaryStore
    private let editor = Domain("com.example.Editor")

    init() throws {
        store = try TemporaryStore()
        let changes: [ChangeSet.Edit] = [
            .set("FontSize", 14), .set("Opened", .date(Date())), .set("Version", "1.2"), .set("Window", ["Tabs": 4]),
        ]
        try store.apply(ChangeSet(changes), to: editor)
    }

    private let expected: ExpectedValue = [
        "FontSize": 14, "Opened": .any(.date), "Version": .matching("^1[.]"), "Window": .containing([:]),
    ]

    @Test("contents that match pass")
    func matching() throws {
        try expectState([editor: expected], in: store)
        try expectContents(expected, of: store.contents(of: editor))
        try expectState(StateExpectation(contentsOf: store), in: store)
        try expectState([editor: .containing(["FontSize": 14, "Other": .absent])], in: store)
        try expectState([editor: ["Window": ["Tabs": 4]]], in: store, ignoring: ["FontSize", "Op*", "*sion"])
        try expectState([:], in: TemporaryStore())
    }

    @Test("a mismatch is an error that says what differs, in every domain")
    func mismatch() throws {
        try store.apply(ChangeSet([.set("K", "v")]), to: Domain("Other", host: .named("mac")))
        try store.apply(ChangeSet([.set("FontSize", 14.0), .remove("Opened"), .set("Version", "2")]), to: editor)
        let error = #expect(throws: StateMismatch.self) { try expectState([editor: expected], in: store) }
        let text = """
            [ByHost/Other.mac]
            + K: string "v"
            [com.example.Editor]
            - FontSize: integer 14
            + FontSize: float 14.0
            - Opened: any date
            - Version: string matching "^1[.]"
            + Version: string "2"
            """
        #expect(error?.description == text)
        #expect(error?.localizedDescription == text)
        let single = #expect(throws: StateMismatch.self) {
            try expectContents(["FontSize": 14], of: ["FontSize": 15])
        }
        #expect(single?.description == "- FontSize: integer 14\n+ FontSize: integer 15")
    }

    @Test("what cannot be compared is an error")
    func obstacles() throws {
        #expect(throws: (any Error).self) { try expectState([:], in: TemporaryStore(), ignoring: ["a**"]) }
        try Data("junk".utf8).write(to: URL(fileURLWithPath: store.folder + "/broken.plist"))
        #expect(throws: PreferencesError.self) { try expectState([editor: expected], in: store) }
        let document = store.folder + "/state.json"
        try Data(#"{"a": {"k": {"$any": "dat"}}}"#.utf8).write(to: URL(fileURLWithPath: document))
        #expect(throws: StateDocument.ReadingError.self) { try StateExpectation(contentsOfFile: document) }
        #expect(throws: PreferencesError.self) { try StateExpectation(contentsOfFile: document + "x") }
    }

    @Test("an invalid expression in code matches nothing")
    func invalidExpression() {
        #expect(throws: StateMismatch.self) { try expectContents(["k": .matching("(")], of: ["k": "("]) }
    }
}
