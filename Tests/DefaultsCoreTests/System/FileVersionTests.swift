import Foundation
import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

/// The version of a file, which differs after every change.
struct FileVersionTests {
    let scratch = Scratch()
    private let soon = time(nil) + 60

    init() throws {
        try scratch.write("first", to: "file")
    }

    private var version: FileVersion? { FileVersion(of: scratch("file")) }

    @Test("a file that nobody changes keeps its version, which is settled after some seconds")
    func unchanged() throws {
        let version = try #require(version)
        #expect(self.version == version)
        var status = stat()
        #expect(stat(scratch("file"), &status) == 0)
        let changed = Int(status.st_ctim.tv_sec)
        for seconds in 0...2 { #expect(!version.isSettled(now: changed + seconds)) }
        #expect(version.isSettled(now: changed + 3))
        #expect(!version.isSettled(now: 0), "a clock that was set back proves nothing")
        #expect(version.isSettled(now: soon))
    }

    @Test("a missing file has a settled version, until there is a file")
    func missing() throws {
        for name in ["new", "missing/new", "file/new"] {
            let missing = try #require(FileVersion(of: scratch(name)))
            #expect(missing.isSettled())
            #expect(missing != version)
        }
        let missing = FileVersion(of: scratch("new"))
        try scratch.write("", to: "new")
        #expect(FileVersion(of: scratch("new")) != missing)
        unlink(scratch("new"))
        #expect(FileVersion(of: scratch("new")) == missing)
    }

    /// Changes of the file `file`. Each waits until the clock of the file system has advanced.
    enum Change: CaseIterable, Sendable {
        case rewrite
        case rewriteWithOldTimes
        case replacement
        case replacementWithOldTimes
        case mode
        case removal
        case otherLink
        case folder
    }

    @Test("every change gives another version", arguments: Change.allCases)
    func change(_ change: Change) throws {
        if change == .otherLink {
            rename(scratch("file"), scratch("one"))
            symlink("one", scratch("file"))
        }
        let before = try #require(version)
        var times = [timespec](), status = stat()
        #expect(stat(scratch("file"), &status) == 0)
        times = [status.st_atim, status.st_mtim]
        try advanceClock()
        switch change {
        case .rewrite, .rewriteWithOldTimes: try rewrite("file")
        case .replacement, .replacementWithOldTimes:
            try scratch.write("other", to: "new")
            rename(scratch("new"), scratch("file"))
        case .mode: chmod(scratch("file"), 0o600)
        case .removal: unlink(scratch("file"))
        case .otherLink:
            try scratch.write("other", to: "two")
            unlink(scratch("file"))
            symlink("two", scratch("file"))
        case .folder:
            unlink(scratch("file"))
            mkdir(scratch("file"), 0o700)
        }
        if change == .rewriteWithOldTimes || change == .replacementWithOldTimes {
            utimensat(AT_FDCWD, scratch("file"), times, 0)
        }
        #expect(version != before)
        #expect(!before.isSettled(now: soon), "the path leads elsewhere")
    }

    @Test("something other than a regular file has no version")
    func otherKinds() {
        mkfifo(scratch("fifo"), 0o600)
        for path in [scratch("fifo"), scratch.path, "/dev/null"] { #expect(FileVersion(of: path) == nil) }
        symlink("loop", scratch("loop"))
        #expect(FileVersion(of: scratch("loop")) == nil)
    }

    @Test("a file on a file system of the kernel's own has no settled version")
    func otherFileSystem() throws {
        let version = try #require(FileVersion(of: "/proc/self/status"))
        #expect(!version.isSettled(now: soon))
    }

    /// Writes five bytes over the beginning of a file.
    private func rewrite(_ name: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch(name)))
        try file.write(contentsOf: Data("other".utf8))
        try file.close()
    }

    /// Writes another file until the file system gives it a later time than now.
    private func advanceClock() throws {
        try rewriteClock()
        let start = FileVersion(of: scratch("clock"))
        repeat { try rewriteClock() } while FileVersion(of: scratch("clock")) == start
    }

    private func rewriteClock() throws {
        if !FileManager.default.fileExists(atPath: scratch("clock")) { try scratch.write("", to: "clock") }
        chmod(scratch("clock"), 0o600)
    }
}
