// The examples of helpers for tests, and the code of the articles about tests. The tests run side by side.

import DefaultsTesting
import Foundation
import Testing
import XCTest

/// The code that the article about testing tests.
struct Editor {
    let preferences: Preferences
    func enlarge() { preferences[.fontSize] += 1 }
}

#code("@Suite struct EditorTests")
#code("/// A program that has its preferences")
#code("/// Gives each test, and each case")
#code("@Suite(OwnPreferences())")
#code("/// Runs a tool with the preferences")

// Cases of XCTest are only compiled: they do not run beside those of Swift Testing.
#code("final class AppTestCase")

private func editorXCTest(_ preferences: Preferences) { #code("XCTAssertNoThrow(try expectContents") }

extension ConformanceCheck<any DomainStore> {
    /// Runs the check with a limit that only ends what hangs. Other tests can hold all threads of tasks for minutes.
    fileprivate func run(_ store: InMemoryDomainStore) async throws {
        try await run(store, timeLimit: .seconds(3600))
    }
}

struct TestingExamples {
    typealias MyStore = InMemoryDomainStore

    let store: TemporaryStore
    let domain: Domain

    init() throws {
        store = try TemporaryStore()
        domain = Domain("com.example.Editor")
    }

    #code("@Test(arguments: ConformanceCheck.domainStore")

    #code("@Test(arguments: ConformanceCheck.observation")

    struct DataStores {
        typealias MyStore = FakeDataStore

        #code("@Test(arguments: ConformanceCheck.dataStore")
    }

    @Test("a temporary store")
    func temporaryStore() throws {
        let process = Process()
        #code("let preferences = Preferences(domain: domain, store: store, arguments", in: "TemporaryStore.swift")
        #code("process.environment = ", in: "TemporaryStore.swift")
        #expect(process.environment?["XDG_CONFIG_HOME"] == store.folder)
        let editor = domain
        try store.apply(ChangeSet([.set("LastLaunch", .date(Date()))]), to: editor)
        #code("try expectState([editor:")
    }

    @Test("the code about tests does what its article says")
    func testing() throws {
        #code("assert(preferences[.fontSize] == 21")
        #expect(preferences[.fontSize] == 21)
        #code("try expectContents(", in: "StateChecks.swift")
        #code("#expect(throws: Never.self")
        #example("let temporary = try TemporaryStore") {
            #expect(try temporary.contents(of: domain) == ["FontSize": 3])
        }
    }

    @Test("a golden file")
    func goldenFile() throws {
        let document = #"{"com.example.Editor": {"FontSize": {"$any": "integer"}, "Title": {"$matches": "^a"}}}"#
        let goldenFile = store.folder + "/golden.json"
        try Data(document.utf8).write(to: URL(fileURLWithPath: goldenFile))
        try store.apply(ChangeSet([.set("FontSize", 13), .set("Title", "abc"), .set("LastUse", 1)]), to: domain)
        #code("let golden = try StateExpectation")
        #expect(throws: StateMismatch.self) { try expectState(golden, in: store) }
    }

    @Test("a difference is described as in the article")
    func failure() throws {
        try store.apply(ChangeSet([.set("FontSize", 14)]), to: domain)
        let error = #expect(throws: StateMismatch.self) { try expectState([domain: ["FontSize": 13]], in: store) }
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
        let article = sources.appending(path: "DefaultsTesting/DefaultsTesting.docc/Testing.md")
        let description = try #require(error?.description)
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```text\n\(description)\n```"))
    }

    @Test("a program that a test starts has the folder of the store")
    func tools() throws {
        #expect(try run("/usr/bin/printenv", "XDG_CONFIG_HOME", in: store) == store.folder + "\n")
    }

    @Test("no folder is left, even if a change was not saved")
    func folders() async throws {
        func change() throws -> String {
            let store = try TemporaryStore()
            let preferences = Preferences(domain: "com.example.App", store: store, arguments: .none)
            preferences[.fontSize] = 3
            return store.folder
        }
        let folder = try change()
        while FileManager.default.fileExists(atPath: folder) { try await Task.sleep(for: .milliseconds(10)) }
        // A save after the removal would bring the folder back.
        try await Task.sleep(for: .seconds(1))
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
