import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsState

/// Numbers at the end of their range, which files and callers can contain.
struct LargeNumberTests {
    private let scratch = Scratch()

    @Test("the milliseconds that are left until a deadline are limited")
    func deadlines() {
        #expect(Deadline(after: .seconds(Int64.max)).remainingMilliseconds == .max)
        #expect(Deadline(after: .seconds(Int64.min / 2)).remainingMilliseconds == 0)
    }

    @Test("a file is read although its size is said to be the largest one")
    func sizes() throws {
        let path = scratch("file")
        try Data("text".utf8).write(to: URL(fileURLWithPath: path))
        for size in [Int.max, .max - 1, 0] {
            #expect(try FilePaths.openForReading(path).read(atMost: .max, expecting: size) == Array("text".utf8))
        }
    }

    @Test("the number after the last one of a journal is never beyond the largest number", arguments: [-1, 0, 1])
    func journals(distance: Int) throws {
        let journal = Journal(path: scratch("journal"), folders: DomainFolders(root: scratch("root")))
        let change = Journal.Entry.Change(domain: .global, path: "x", old: nil, new: 1)
        let largest = Journal.Entry.largestNumber
        let entry = Journal.Entry(
            number: largest + distance, date: Date(timeIntervalSinceReferenceDate: 0), command: [], isBelowRoot: true,
            changes: [change])
        let line = entry.line + [UInt8(ascii: "\n")]
        try Data(line).write(to: URL(fileURLWithPath: journal.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: journal.path)
        if distance < 0 {
            try journal.append([change], command: [], date: Date())
            #expect(try journal.reading().entries.map(\.number).sorted() == [largest + distance, largest])
        } else {
            #expect(throws: JournalError.self) { try journal.append([change], command: [], date: Date()) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == Data(line))
        }
    }
}
