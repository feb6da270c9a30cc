import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences
@testable import DefaultsState

/// Journals, and records of documents and migrations, that the command of earlier versions has written.
///
/// The commands were: `write` of five values, `apply --id site`, `migrate --id names` of `Old` in `Editor` to `Size` in
/// `Viewer`, `write` of `B`, and `undo`. Without a journal: `write` of four values in `Panel`, and there
/// `migrate --path --on-conflict overwrite --id deep` of `Wide` to `Frame.Inner.Width` and of `Edge` to `Side`, and
/// `migrate --copy --id twin` of `Top` to `Twin`.
struct WrittenByEarlierVersionsTests {
    struct Version: CustomTestStringConvertible {
        let testDescription: String
        /// The number of each entry of the journal and the verb of its command.
        let entries: [Entry]
        /// The numbers of the entries that the last entry took back.
        let undone: [Int]
        /// The number of the entry that the next undo takes back.
        let next: Int
        /// The value of `B` after the next undo.
        let b: PropertyListValue?
        /// The value of `Old` after the next undo.
        let old: PropertyListValue?
        /// Whether the migration is in effect after the next undo.
        let isMigrated: Bool
    }

    struct Entry: Equatable {
        let number: Int
        let verb: String

        init(_ number: Int, _ verb: String) { (self.number, self.verb) = (number, verb) }
    }

    private static let writes = (1...5).map { Entry($0, "write") }
    static let versions = [
        // An undo was a change like others, and a migration had an entry for each stage.
        Version(
            testDescription: "0.2",
            entries: writes + [
                Entry(6, "apply"), Entry(7, "migrate"), Entry(8, "migrate"), Entry(9, "write"), Entry(10, "undo"),
            ], undone: [], next: 10, b: 5, old: nil, isMigrated: true),
        Version(
            testDescription: "0.3-preview",
            entries: writes + [Entry(6, "apply"), Entry(7, "migrate"), Entry(9, "write"), Entry(10, "undo")],
            undone: [9], next: 7, b: nil, old: "12", isMigrated: false),
    ]

    private static let editor = Domain("Editor")
    private static let viewer = Domain("Viewer")
    private static let unusualKey = "Unusual \u{E9}e\u{301}"
    private static let unusualText = "tab\t\"quotes\" \\ \u{65E5}\u{672C}\u{8A9E} \u{1F600}\nsecond line"
    private static let document = StateDocument(domains: [
        StateDocument.DomainState(
            editor,
            [
                "A": 9, "Look": ["Theme": "dark"],
                "Window": .containing(["Title": "Site", "Bar": .containing(["Shown": true])]),
            ])
    ])
    /// The contents of `Editor` without the document.
    private static let start: PropertyListDictionary = [
        "A": 2, unusualKey: .string(unusualText),
        "Window": ["Frame": ["Width": 800]],
    ]
    private static let applied: PropertyListDictionary = [
        "A": 9, "Look": ["Theme": "dark"], unusualKey: .string(unusualText),
        "Window": ["Bar": ["Shown": true], "Frame": ["Width": 800], "Title": "Site"],
    ]

    private let scratch = Scratch()

    private var journal: Journal { Journal(path: scratch("journal"), folders: store.folders) }
    private var store: FileDomainStore { FileDomainStore(folders: DomainFolders(root: scratch("root"))) }

    /// Copies the files of a version, without their owners. Records and journals are private, which a repository does
    /// not preserve. A journal contains the path of the root.
    private func copyFiles(of version: Version) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/\(version.testDescription)")
        let domains = ["Editor", "Panel", "Viewer"].map { "root/\($0).plist" }
        for name in domains + ["journal", "root/.defaults/applied/site.plist"] {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            try scratch.write(text.replacing("\"ROOT\"", with: "\"\(scratch("root"))\""), to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch(name))
        }
    }

    @Test("the entries of a journal are read", arguments: versions)
    func entries(version: Version) throws {
        try copyFiles(of: version)
        let entries = try journal.entries()
        #expect(entries.map { Entry($0.number, $0.command[0]) } == version.entries)
        #expect(entries.last?.undoes == version.undone)
        #expect(entries.allSatisfy { $0.date == Date(timeIntervalSince1970: 1_767_225_600) })
        #expect(entries[1].command == ["write", "Editor", "A", "-int", "2"])
        let changes: [Journal.Entry.Change] = [
            .init(domain: Self.editor, path: .key(Self.unusualKey), old: nil, new: .string(Self.unusualText))
        ]
        #expect(entries[2].changes == changes)
        #expect(entries[5].changes.map(\.path.description) == ["A", "Look", "Window.Bar", "Window.Title"])
    }

    @Test("the changes in a journal are taken back and made again", arguments: versions)
    func undo(version: Version) throws {
        try copyFiles(of: version)
        let recording = JournalingDomainStore(store, journal: journal, command: ["test"])
        let viewer = try store.contents(of: Self.viewer)
        #expect(try journal.undo(in: recording).entries.map(\.number) == [version.next])
        var undone = Self.applied
        undone["B"] = version.b
        undone["Old"] = version.old
        #expect(try store.contents(of: Self.editor) == undone)
        #expect(try store.contents(of: Self.viewer) == (version.isMigrated ? viewer : [:]))
        try journal.undo(.redo, in: recording)
        #expect(try store.contents(of: Self.editor) == Self.applied)
        #expect(try store.contents(of: Self.viewer) == viewer)
        try journal.undo(.all, in: recording)
        #expect(try store.contents(of: Self.editor) == [:])
        #expect(try store.contents(of: Self.viewer) == [:])
        try journal.undo(.redo, in: recording)
        #expect(try store.contents(of: Self.editor) == Self.applied)
        #expect(try store.contents(of: Self.viewer) == viewer)
    }

    @Test("a new change follows the entries of a journal", arguments: versions)
    func newEntries(version: Version) throws {
        try copyFiles(of: version)
        let recording = JournalingDomainStore(store, journal: journal, command: ["test"])
        try recording.update([Self.editor]) { $0[Self.editor]["C"] = 1 }
        #expect(try journal.entries().map { Entry($0.number, $0.command[0]) } == version.entries + [Entry(11, "test")])
        try journal.undo(in: recording)
        #expect(try store.contents(of: Self.editor) == Self.applied)
    }

    @Test("documents continue those that were applied, and are removed together", arguments: versions)
    func applying(version: Version) throws {
        try copyFiles(of: version)
        let applier = StateApplier(store: store, folders: store.folders)
        #expect(try applier.identifiers() == ["site"])
        let record = try #require(try applier.record(of: "site"))
        #expect(record.isComplete)
        #expect(record.domains.map(\.domain) == [Self.editor])
        #expect(
            record.domains[0].paths.map(\.path.description) == ["A", "Look", "Window.Bar.Shown", "Window.Title"])
        #expect(record.domains[0].paths.allSatisfy { $0.status(in: Self.applied) == .applied })
        let again = try applier.apply(Self.document, identifier: "site").changes
        #expect(again == [Domain.Change(domain: Self.editor, old: Self.applied, new: Self.applied)])
        #expect(try applier.record(of: "site") == record)
        try applier.apply(StateDocument([Self.editor: ["A": 10, "New": 1]]), identifier: "site")
        var changed = Self.start
        changed["A"] = 10
        changed["New"] = 1
        #expect(try store.contents(of: Self.editor) == changed)
        try applier.remove("site")
        #expect(try store.contents(of: Self.editor) == Self.start)
        #expect(try applier.identifiers() == [])
    }

    @Test("a document that was applied is removed", arguments: versions)
    func removal(version: Version) throws {
        try copyFiles(of: version)
        try StateApplier(store: store, folders: store.folders).remove("site")
        #expect(try store.contents(of: Self.editor) == Self.start)
    }

    @Test("a migration that was made is not made again, and is rolled back", arguments: versions)
    func migration(version: Version) throws {
        try copyFiles(of: version)
        var migrator = Migrator(store: store)
        try migrator.register("names", in: Self.viewer, from: Self.editor) {
            MigrationStep.move("Old", to: "Size").expecting(.integer).converting(.lossless)
        }
        #expect(try migrator.appliedIdentifiers(in: Self.viewer) == ["names"])
        #expect(try !migrator.hasBeenSuperseded(in: Self.viewer))
        let record = try #require(try migrator.record(of: "names", in: Self.viewer))
        #expect(record.date == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(record.steps.map(\.source) == [Self.editor])
        #expect(record.steps.map(\.original) == ["12"])
        #expect(try migrator.apply().map(\.status) == [.alreadyApplied])
        #expect(try store.contents(of: Self.viewer)["Size"] == 12)
        try migrator.rollBack("names", in: Self.viewer)
        #expect(try store.contents(of: Self.viewer) == [:])
        var restored = Self.applied
        restored["Old"] = "12"
        #expect(try store.contents(of: Self.editor) == restored)
    }

    @Test("migrations that replaced a value, created dictionaries or copied are rolled back", arguments: versions)
    func rollback(version: Version) throws {
        try copyFiles(of: version)
        let (panel, migrator) = (Domain("Panel"), Migrator(store: store))
        var contents = try store.contents(of: panel)
        contents[Migrator.recordKey] = nil
        #expect(contents == ["Frame": ["Inner": ["Width": 7]], "Side": "right", "Top": 1, "Twin": 1])
        #expect(try migrator.records(in: panel).readable.flatMap(\.steps).map(\.action) == [.move, .move, .copy])
        for identifier in ["twin", "deep"] { try migrator.rollBack(identifier, in: panel) }
        #expect(try store.contents(of: panel) == ["Edge": "right", "Side": "left", "Top": 1, "Wide": 7])
    }
}
