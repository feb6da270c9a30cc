import Foundation
import Testing

/// A folder that is created for a change is known when it is opened, and not by its name before that.
@Suite(.waiting, Strace.condition)
struct NewFolderTests {
    let scratch = Scratch()

    init() throws {
        try Disk.makeFolder(scratch.root)
    }

    /// The number of the call that opens the new folder `a`.
    private func number() throws -> Int {
        let calls = try scratch.systemCalls("openat", of: "write", "a/D", "k", "v")
        try FileManager.default.removeItem(atPath: scratch.root + "/a")
        return try #require(calls.firstIndex { $0.contains("\"a\", ") }) + 1
    }

    @Test("an error that is over at once is no error", arguments: ["EIO", "EMFILE"])
    func once(error: String) throws {
        let outcome = try scratch.defaults(
            ["write", "a/D", "k", "v"], injecting: ["openat:error=\(error):when=\(try number())"])
        #expect(outcome == .silence)
        #expect(try Foreign.foundation(scratch.file("a/D")) == ["k": "v"])
    }

    @Test("a folder that cannot be opened is not removed by its name, and can be used later")
    func twice() throws {
        let number = try number()
        let outcome = try scratch.defaults(
            ["write", "a/D", "k", "v"], injecting: ["openat:error=EIO:when=\(number)..\(number + 1)"])
        #expect(outcome == .silence)
        let trace = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8)
        #expect(!trace.contains("AT_REMOVEDIR"))
        #expect(try Foreign.foundation(scratch.file("a/D")) == ["k": "v"])
    }
}
