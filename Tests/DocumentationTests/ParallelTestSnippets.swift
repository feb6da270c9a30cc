// The code of the article about tests in parallel. The tests run side by side.

import DefaultsCore
import DefaultsPreferences
import DefaultsTesting
import Foundation
import PropertyList
import Testing
import XCTest

/// A program that has its preferences in one place.
enum App {
    @TaskLocal static var preferences = Preferences(domain: "com.example.App")

    static func enlarge(by points: Int) {
        preferences[.fontSize] += points
    }
}

/// Gives each test, and each case of a test with arguments, preferences in a store of its own.
struct OwnPreferences: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let store = try TemporaryStore()
        let preferences = Preferences(domain: "com.example.App", store: store, arguments: .none)
        try await App.$preferences.withValue(preferences) { try await body() }
    }
}

@Suite(OwnPreferences()) struct AppTests {
    @Test(arguments: 1...100) func enlarges(by points: Int) async throws {
        App.enlarge(by: points)
        try await App.preferences.async.synchronize()
        #expect(try App.preferences.contents == ["FontSize": .integer(PropertyListInteger(exactly: 12 + points)!)])
    }

    @Test func startsWithTheDefault() {
        #expect(App.preferences[.fontSize] == 12)
    }
}

/// Runs a tool with the preferences of a store, and returns its output.
func run(_ tool: String, _ arguments: String..., in store: TemporaryStore) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": store.folder]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
}

/// A case of XCTest, which is only compiled: its tests do not run beside those of Swift Testing.
final class AppTestCase: XCTestCase {
    private var store: TemporaryStore?

    override func setUpWithError() throws {
        store = try TemporaryStore()
    }

    override func tearDown() {
        store = nil
    }
}

/// The sentences of the article.
struct ParallelTests {
    @Test("a program that a test starts has the folder of the store")
    func tools() throws {
        let store = try TemporaryStore()
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
