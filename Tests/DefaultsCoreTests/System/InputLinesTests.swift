import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

struct InputLinesTests {
    @Test(
        "a line that exceeds the limit is an error, even if it arrives at once with its newline", arguments: ["", "\n"])
    func limit(end: String) throws {
        let scratch = Scratch()
        try scratch.write("abc\nabcd\(end)", to: "lines")
        let descriptor = open(scratch("lines"), O_RDONLY)
        defer { close(descriptor) }
        let lines = StandardStreams.InputLines(limit: 3, from: descriptor)
        #expect(try lines.next() == Array("abc".utf8))
        #expect(throws: SystemError(E2BIG)) { try lines.next() }
    }
}
