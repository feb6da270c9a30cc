import Foundation
import Glibc
import TestSupport
import Testing

@testable import DefaultsCore

/// Files that are read or written completely.
struct WholeFileTests {
    private let scratch = Scratch()

    @Test("a file is read whole", arguments: [0, 1, 4095, 4096, 4097, 300_000])
    func read(count: Int) throws {
        let text = String(repeating: "x", count: count)
        try scratch.write(text, to: "f")
        #expect(try InputFile.read(scratch("f")) == Array(text.utf8))
    }

    @Test("a file as large as the limit is read, and no larger one", arguments: [1, 4095, 4096, 4097, 100_000])
    func sizeLimit(count: Int) throws {
        try scratch.write(String(repeating: "x", count: count), to: "f")
        #expect(try InputFile.read(scratch("f"), sizeLimit: count).count == count)
        #expect(try InputFile.read(scratch("f"), sizeLimit: .max).count == count)
        #expect(throws: PreferencesError(FileAccess.read(scratch("f")).error(.tooLarge(limit: count - 1)))) {
            try InputFile.read(scratch("f"), sizeLimit: count - 1)
        }
    }

    @Test("a file that does not say its size is read to the limit", arguments: [1, 100, 4096, 5000])
    func sizeLimitOfDevice(limit: Int) throws {
        #expect(throws: PreferencesError(FileAccess.read("/dev/zero").error(.tooLarge(limit: limit)))) {
            try InputFile.read("/dev/zero", sizeLimit: limit)
        }
    }

    @Test("the default limit is 1 GiB, and a file with one byte more is refused by its size alone")
    func defaultSizeLimit() throws {
        #expect(FileDomainStore.defaultSizeLimit == 1_073_741_824)
        try scratch.write("", to: "D.plist")
        #expect(truncate(scratch("D.plist"), 1_073_741_825) == 0)
        let error = PreferencesError(FileAccess.read(scratch("D.plist")).error(.tooLarge(limit: 1_073_741_824)))
        #expect(throws: error) { try InputFile.read(scratch("D.plist")) }
        let store = FileDomainStore(folders: DomainFolders(root: scratch.path))
        let domain = Domain("D")
        #expect(throws: error) { try store.snapshot(of: domain) }
        #expect(throws: error) { try store.entry(of: domain, key: "K") }
        #expect(throws: error) { try store.apply(ChangeSet([.set("K", 1)]), to: domain) }
    }

    @Test("a store reads files up to its limit")
    func sizeLimitOfStore() throws {
        let text = "{ K = v; }"
        try scratch.write(text, to: "D.plist")
        let folders = DomainFolders(root: scratch.path)
        let domain = Domain("D")
        let store = FileDomainStore(folders: folders, sizeLimit: text.utf8.count)
        #expect(try store.snapshot(of: domain).contents == ["K": "v"])
        let stricter = FileDomainStore(folders: folders, sizeLimit: text.utf8.count - 1)
        let error = PreferencesError(FileAccess.read(scratch("D.plist")).error(.tooLarge(limit: text.utf8.count - 1)))
        #expect(throws: error) { try stricter.snapshot(of: domain) }
        #expect(throws: error) { try stricter.entry(of: domain, key: "K") }
        #expect(throws: error) { try stricter.apply(ChangeSet([.set("K", 1)]), to: domain) }
        try store.apply(ChangeSet([.set("L", "much longer than it was")]), to: domain)
        #expect(throws: PreferencesError.self) { try store.snapshot(of: domain) }
    }

    @Test("a device and a file with size 0 are read")
    func devices() throws {
        #expect(try InputFile.read("/dev/null") == [])
        #expect(try !InputFile.read("/proc/self/status").isEmpty)
    }

    @Test("a FIFO is read until its writer closes it")
    func readFIFO() throws {
        #expect(mkfifo(scratch("fifo"), 0o600) == 0)
        let path = scratch("fifo")
        let writer = Thread { try? OutputFile.write(Data("through".utf8), to: path) }
        writer.start()
        #expect(try InputFile.read(path) == Array("through".utf8))
        #expect(try FilePaths.status(path)?.isRegularFile == false)
    }

    @Test("a file that cannot be read is named in the error")
    func unreadable() throws {
        #expect(throws: PreferencesError(FileAccess.read(scratch("missing")).error(SystemError(ENOENT)))) {
            try InputFile.read(scratch("missing"))
        }
        #expect(throws: PreferencesError(FileAccess.read(scratch.path).error(.notRegularFile(.directory)))) {
            try InputFile.read(scratch.path)
        }
    }

    @Test("a new file is written, and nothing else is left")
    func new() throws {
        try OutputFile.write(Data("new".utf8), to: scratch("f"))
        #expect(try scratch.text(of: "f") == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["f"])
    }

    @Test("a file that is replaced keeps its mode", arguments: [0o600, 0o640, 0o644, 0o666, 0o755] as [mode_t])
    func replaced(mode: mode_t) throws {
        try scratch.write("old and longer", to: "f")
        #expect(chmod(scratch("f"), mode) == 0)
        let before = try FilePaths.status(scratch("f"))?.identity
        try OutputFile.write(Data("new".utf8), to: scratch("f"))
        #expect(try scratch.text(of: "f") == "new")
        #expect(try scratch.mode(of: "f") == mode)
        #expect(try FilePaths.status(scratch("f"))?.identity != before, "it was not replaced but overwritten")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["f"])
    }

    @Test("a link stays a link, and its destination is replaced")
    func link() throws {
        try scratch.write("old", to: "folder/target")
        try FileManager.default.createSymbolicLink(atPath: scratch("f"), withDestinationPath: "folder/target")
        try OutputFile.write(Data("new".utf8), to: scratch("f"))
        #expect(try FilePaths.destination(ofLink: scratch("f")) == "folder/target")
        #expect(try scratch.text(of: "folder/target") == "new")
    }

    @Test("the missing destination of a link is created")
    func danglingLink() throws {
        try FileManager.default.createSymbolicLink(atPath: scratch("f"), withDestinationPath: "target")
        try OutputFile.write(Data("new".utf8), to: scratch("f"))
        #expect(try FilePaths.destination(ofLink: scratch("f")) == "target")
        #expect(try scratch.text(of: "target") == "new")
    }

    @Test("a device is written to and stays what it is")
    func device() throws {
        try OutputFile.write(Data("gone".utf8), to: "/dev/null")
        #expect(try FilePaths.status("/dev/null")?.isRegularFile == false)
    }

    @Test("a file that cannot be written is named in the error, and stays")
    func unwritable() throws {
        #expect(throws: PreferencesError.self) { try OutputFile.write(Data(), to: scratch("missing/f")) }
        #expect(try FilePaths.status(scratch("missing")) == nil)
        try FileManager.default.createDirectory(atPath: scratch("folder"), withIntermediateDirectories: true)
        #expect(throws: PreferencesError.self) { try OutputFile.write(Data(), to: scratch("folder")) }
        #expect(try FilePaths.status(scratch("folder"))?.isDirectory == true)
    }
}
