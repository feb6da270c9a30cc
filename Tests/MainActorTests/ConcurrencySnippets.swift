// swift-format-ignore-file
// The code of the article about concurrency, in a target whose declarations belong to the main actor by default, as in
// a new application. The compiler checks it, and the tests run it.

import DefaultsTesting
import Foundation
import Observation
import Synchronization
import Testing

extension PreferenceKey<Int> {
    nonisolated static let tabWidth = Self("TabWidth", default: 4)
}

extension PreferenceKey<Int> {
    static let columns = Self("Columns", default: 80)
}

nonisolated let preferences = Preferences.inMemory()

@Observable
final class EditorModel {
    @ObservationIgnored @Preference(.tabWidth, in: preferences) var tabWidth
    var columns: Int {
        get { preferences[.columns] }
        set { preferences[.columns] = newValue }
    }
}

struct Ruler {
    @Preference(.columns, in: preferences) var columns
}

actor Formatter {
    @Preference(.tabWidth, in: preferences) var tabWidth

    func widen() throws {
        try preferences.modify(.tabWidth) { $0 += 1 }
    }
}

nonisolated func indentation(_ level: Int) -> Int {
    level * preferences[.tabWidth]
}

func saveTabWidth(of ruler: Ruler) async throws {
    let width = ruler.columns / 20
    try await preferences.async { try $0.update { $0[.tabWidth] = width } }
}

/// The tests share the preferences.
@Suite(.serialized)
struct ConcurrencySnippets {
    init() {
        preferences.reset(.tabWidth, .columns)
    }

    @Test("a model that is observed, a structure and an actor have the same values")
    func sharing() async throws {
        let model = EditorModel()
        let changes = Mutex(0)
        withObservationTracking {
            _ = (model.tabWidth, model.columns)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let formatter = Formatter()
        try await formatter.widen()
        #expect(changes.withLock { $0 } == 1)
        #expect(model.tabWidth == 5)
        #expect(indentation(2) == 10)
        #expect(await formatter.tabWidth == 5)
        model.columns = 100
        #expect(Ruler().columns == 100)
    }

    @Test("the body of an asynchronous call gets values of the main actor")
    func values() async throws {
        try await saveTabWidth(of: Ruler())
        #expect(EditorModel().tabWidth == 4)
        let isSet = await preferences.async { $0.isSet(.tabWidth) }
        #expect(isSet)
    }

    @Test("tasks on and off the main actor")
    func tasks() async throws {
        let model = EditorModel()
        let shown = Mutex<[Int]>([])
        let task = Task {
            for await width in preferences.updates(of: .tabWidth) {
                shown.withLock { $0.append(width) }
                if width == 8 { break }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try preferences.modify(.tabWidth) { $0 += 1 } }
            }
            try await group.waitForAll()
        }
        try await preferences.async { try $0.synchronize() }
        await task.value
        #expect(model.tabWidth == 8)
        #expect(shown.withLock { $0.last } == 8)
    }
}
