// The examples of expectations and migrations.

import DefaultsKeyring
import DefaultsTesting
import Foundation
import Testing

struct ExpectationExamples {
    @Test("expectations are those of a store, partial ones, and ones with patterns")
    func expectations() throws {
        let store = try TemporaryStore()
        func runTool() {}
        #example("let before = try StateExpectation")
        #example("try expectContents(expected, of: ")
        #example("let expected: ExpectedValue = [\"FontSize\"") {
            try expectContents(expected, of: ["FontSize": 14, "LastLaunch": .date(Date()), "Version": "1.2"])
        }
    }
}

struct MigrationExamples {
    let store: TemporaryStore
    let editor: Domain

    init() throws {
        store = try TemporaryStore()
        editor = Domain("com.example.Editor")
    }

    /// Only compiled, because it would change the user's preferences.
    private func overview() throws {
        #code("var migrator = Migrator(store: FileDomainStore")
        try migrator.register("2027-rename", in: editor) { #code("MigrationStep.copy(") }
    }

    @Test("migrations are performed, previewed and rolled back")
    func migrations() throws {
        try store.apply(ChangeSet([.set("size", 14)]), to: editor)
        var migrator = Migrator(store: store)
        try migrator.register("2026-names", in: editor) { MigrationStep.move("size", to: "FontSize") }
        #example("for change in try migrator.preview") { #expect(try store.contents(of: editor) == ["size": 14]) }
        #example("let isUpgraded = ") { #expect(isUpgraded) }
        #example("let identifiers = try migrator") { #expect(identifiers == ["2026-names"]) }
        #example("try migrator.rollBack(") { #expect(try store.contents(of: editor) == ["size": 14]) }
    }

    @Test("a migration moves secrets into a keyring")
    func secrets() throws {
        let (domain, keyring) = (editor, InMemoryDomainStore())
        try store.apply(ChangeSet([.set("token", "s3cret")]), to: editor)
        #example("var migrator = Migrator(from: store", in: "Migrator.swift") {
            #expect(try store.contents(of: editor).isEmpty)
            #expect(try keyring.contents(of: editor)["token"] == "s3cret")
        }
        try store.apply(ChangeSet([.set("token", "another")]), to: editor)
        try keyring.apply(ChangeSet([.removeAll]), to: editor)
        #example("var migrator = Migrator(from: store", in: "KeepingSecrets.md") {
            #expect(try store.contents(of: domain).isEmpty)
            #expect(try keyring.contents(of: domain)["token"] == "another")
        }
    }

    /// Only compiled, because the keyring of the session is the user's.
    private func keyring(report: (String) -> Void) throws {
        #code("let secrets = ", in: "KeepingSecrets.md")
        #code("try secrets.synchronize")
    }

    @Test("the code for those who come from XBUserDefaults does what its article says")
    func transfer() throws {
        let app = Domain("com.example.App")
        try store.apply(ChangeSet([.set("FontSize_xb_userDefaults_key", 3)]), to: app)
        #code("var transfer = Migrator")
        #expect(Preferences(domain: app, store: store, arguments: .none)[.fontSize] == 3)
    }

    struct NewerPreferences: Error {}

    @Test("the code about renamed keys does what its article says")
    func renaming() throws {
        let (app, domain) = (Domain("com.example.App"), editor)
        let old: PropertyListDictionary = ["FontSize": 14, "DarkMode": "YES", "Scratch": 1]
        try store.apply(ChangeSet([.merge(old)]), to: app)
        try store.apply(ChangeSet([.set("Width", 640)]), to: domain)

        #code("static let textSize = ")
        #code("try migrator.register(\"2027-types\"", in: "RenamingKeys.md")
        #code("let reports = try migrator.apply", in: "RenamingKeys.md")
        #expect(reports.map(\.status) == [.alreadyApplied, .applied, .applied])
        var contents = try store.contents(of: app)
        contents[Migrator.recordKey] = nil
        #expect(contents == ["TextSize": 14, "IsDark": true, "Window": ["Size": ["Width": 640]]])

        let stored: PropertyListDictionary = ["Documents": [["fontSize": 12], ["fontSize": 14], [:]], "Zoom": 2]
        try store.apply(ChangeSet([.merge(stored)]), to: app)
        #code("try migrator.register(\"2029-points\"", in: "RenamingKeys.md")
        #code("try migrator.register(\"2030-documents\"", in: "RenamingKeys.md")
        try migrator.apply()
        #expect(try store.contents(of: app)["Documents"] == [["textSize": 12], ["textSize": 14], [:]])
        #expect(try store.contents(of: app)["Size"] == [640, 480])
        #expect(try store.contents(of: app)["TextSize"] == 10)
        #expect(try store.contents(of: app)["Zoom"] == nil)
        try migrator.rollBack("2029-points", in: app)
        #expect(try store.contents(of: app)["TextSize"] == 14)
        #expect(try store.contents(of: app)["Zoom"] == 2)

        let isOutdated = try Migrator(store: store).hasBeenSuperseded(in: app)
        #code("if try migrator.hasBeenSuperseded")
        #expect(isOutdated)

        #code("let preview = try migrator")
        #expect(preview.changes.count == 1)
        #expect(undone?.status == .rolledBack)
        #expect(try store.contents(of: app)["FontSize"] == 14)
        #expect(try store.contents(of: app)["Scratch"] == 1)
    }
}
