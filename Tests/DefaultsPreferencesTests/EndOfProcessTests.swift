import Foundation
import Glibc
import TestSupport
import TestExtent
import Testing

/// The table of the article "What is saved when the program ends?", row by row.
@Suite(.waiting) struct EndOfProcessTests {
    let home = Home()

    @Test(
        "pending changes are saved by each normal end, and saved changes survive any end",
        arguments: [
            ("return", 0), ("exit", 3), ("exit on another thread", 3), ("a hook for SIGTERM", 0),
            ("SIGKILL after synchronize", -SIGKILL), ("SIGKILL after update", -SIGKILL),
        ])
    func saved(end: String, status: Int32) throws {
        let isSaved = try oneOfTen {
            #expect(try home.start(["end", Home.domain, end]).finishAnyhow() == status)
            return try home.disk()?["Count"] == 7
        }
        #expect(isSaved)
    }

    @Test(
        "pending changes are lost by each other end",
        arguments: [
            ("SIGTERM", -SIGTERM), ("SIGINT", -SIGINT), ("SIGHUP", -SIGHUP), ("SIGKILL", -SIGKILL), ("abort", -SIGABRT),
            ("trap", nil), ("_exit", 3), ("quick_exit", 3), ("exec", 0),
        ] as [(String, Int32?)])
    func lost(end: String, status: Int32?) throws {
        let lock = try FolderHold(home.folder)
        let found = try home.start(["end", Home.domain, end]).finishAnyhow()
        // The signal of a trap depends on the processor.
        #expect(status.map { found == $0 } ?? (found < 0))
        lock.release()
        #expect(try home.disk() == nil)
    }

    @Test("a normal end waits at most about a second for another writer, and the changes are lost then")
    func locked() throws {
        let lock = try FolderHold(home.folder)
        #expect(try home.start(["end", Home.domain, "exit"]).finishAnyhow() == 3)
        lock.release()
        #expect(try home.disk() == nil)
    }

    @Test("a child of fork saves nothing automatically, and its exit saves a copy of the unsaved changes")
    func fork() throws {
        #expect(try home.start(["end", Home.domain, "wait in a child of fork"]).finishAnyhow() == 3)
        #expect(try home.disk()?["FontSize"] == nil)
        let isSaved = try oneOfTen {
            #expect(try home.start(["end", Home.domain, "exit in a child of fork"]).finishAnyhow() == 3)
            return try home.disk() == ["Count": 7, "FontSize": 1]
        }
        #expect(isSaved)
    }
}

/// The lock of a folder, so that no other process saves.
private final class FolderHold {
    private let descriptor: Int32

    init(_ folder: String) throws {
        descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    }

    func release() { close(descriptor) }
}
