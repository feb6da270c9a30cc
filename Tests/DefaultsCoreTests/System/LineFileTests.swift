import DefaultsTesting
import Foundation
import Testing

@testable import DefaultsCore

struct LineFileTests {
    let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
    }

    @Test("the lock of a file is released although another process has inherited the descriptor")
    func release() throws {
        let path = temporary.folder + "/lines"
        var holder: LineFile? = try LineFile.openToAppend(path)
        #expect(try holder?.lock(until: Deadline(after: .zero)) == true)
        // A copy refers to the same open file, as an inherited descriptor does.
        let copies = try descriptors(of: path).map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)

        let next = try LineFile.openToAppend(path)
        #expect(try !next.lock(until: Deadline(after: .zero)))
        holder = nil
        #expect(try next.lock(until: Deadline(after: .zero)))
    }

    /// The descriptors of this process that refer to a file.
    private func descriptors(of path: String) throws -> [Int32] {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == path
        }.compactMap { Int32($0) }
    }
}
