import DefaultsTesting
import Dispatch
import Foundation
import Testing

@testable import DefaultsCore
@testable import DefaultsPreferences

/// Migrations in asynchronous functions.
struct AsynchronousMigrationTests {
    @Test("a migration that waits for the lock leaves the cooperative pool free")
    func pool() async throws {
        let store = try TemporaryStore(lockTimeout: .seconds(600))
        let editor = Domain("com.example.Editor")
        try store.apply(ChangeSet([.set("FontSize", 14)]), to: editor)
        let (isLocked, isReleased) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? store.update([editor]) { _ in
                isLocked.continuation.yield()
                isReleased.wait()
            }
        }
        for await _ in isLocked.stream { break }
        let migrations = (0..<16).map { _ in
            Task {
                var migrator = Migrator(store: store)
                try migrator.register("2026-rename", in: editor) {
                    MigrationStep.move("FontSize", to: "TextSize")
                }
                return try await migrator.async { try $0.apply() }
            }
        }
        // The tasks above would take all threads of the pool, and this one would wait for the lock with them.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { await Task.yield() } }
        }
        isReleased.signal()
        var applied = 0
        for migration in migrations { applied += try await migration.value.count { $0.status == .applied } }
        #expect(applied == 1)
        #expect(try store.contents(of: editor)["TextSize"] == 14)
    }
}
