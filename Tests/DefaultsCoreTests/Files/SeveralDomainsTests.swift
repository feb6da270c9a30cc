import CoreFoundation
import DefaultsTesting
import Foundation
import Glibc
import Testing

/// A change of several domains is made completely or reverted.
struct SeveralDomainsTests {
    let temporary: TemporaryStore
    let first = Domain("first")
    let second = Domain("second")

    init() throws {
        temporary = try TemporaryStore()
    }

    private var store: FileDomainStore { FileDomainStore(folders: DomainFolders(root: temporary.folder)) }

    private func path(_ domain: Domain) -> String { store.folders.path(of: domain) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.folder).sorted()
    }

    private func inode(_ domain: Domain) -> UInt64? {
        var status = stat()
        return lstat(path(domain), &status) == 0 ? UInt64(status.st_ino) : nil
    }

    private func changeBoth() throws {
        try store.update([first, second]) { transaction in
            transaction[first]["k"] = "new"
            transaction[second]["k"] = "new"
        }
    }

    @Test("both domains change, and no other file is left")
    func success() throws {
        for domain in [first, second] { try store.apply(ChangeSet([.set("k", "old")]), to: domain) }
        try changeBoth()
        #expect(try store.contents(of: first) == ["k": "new"])
        #expect(try store.contents(of: second) == ["k": "new"])
        #expect(try names() == ["first.plist", "second.plist"])
    }

    /// The second file is append-only: its new contents can be prepared, but it cannot be replaced.
    @Test(
        "an error at the second file restores the first one, with the same inode",
        .enabled(if: AppendOnlyFile.isSupported, "needs the superuser and a file system with append-only files"),
        arguments: ["changed", "removed", "new"])
    func secondFails(whatBecomesOfTheFirst change: String) throws {
        if change != "new" { try store.apply(ChangeSet([.set("k", "old")]), to: first) }
        try store.apply(ChangeSet([.set("k", "old")]), to: second)
        let before = (inode(first), inode(second))
        let mark = try AppendOnlyFile(path(second))
        #expect(throws: PreferencesError.self) {
            try store.update([first, second]) { transaction in
                transaction[first]["k"] = change == "removed" ? nil : "new"
                transaction[second]["k"] = "new"
            }
        }
        mark.remove()
        #expect(inode(first) == before.0)
        #expect(inode(second) == before.1)
        #expect(try store.contents(of: first) == (change == "new" ? [:] : ["k": "old"]))
        #expect(try store.contents(of: second) == ["k": "old"])
        #expect(try names() == (change == "new" ? [] : ["first.plist"]) + ["second.plist"])
        try changeBoth()
        #expect(try store.contents(of: first) == ["k": "new"])
        #expect(try store.contents(of: second) == ["k": "new"])
    }

    @Test("an error before the first file is replaced leaves both", arguments: ["folder", "corrupt", "no dictionary"])
    func secondUnusable(how: String) throws {
        try store.apply(ChangeSet([.set("k", "old")]), to: first)
        let before = inode(first)
        switch how {
        case "folder":
            try FileManager.default.createDirectory(atPath: path(second) + "/x", withIntermediateDirectories: true)
        case "corrupt": try Data("{ k = ".utf8).write(to: URL(fileURLWithPath: path(second)))
        default: try Data("( no, dictionary )".utf8).write(to: URL(fileURLWithPath: path(second)))
        }
        #expect(throws: PreferencesError.self) { try changeBoth() }
        #expect(inode(first) == before)
        #expect(try names() == ["first.plist", "second.plist"])
    }

    @Test("if a file is replaced by something else during the update, the first file is unchanged")
    func replacedMeanwhile() throws {
        for domain in [first, second] { try store.apply(ChangeSet([.set("k", "old")]), to: domain) }
        let before = inode(first)
        #expect(throws: PreferencesError.self) {
            try store.update([first, second]) { transaction in
                transaction[first]["k"] = "new"
                transaction[second]["k"] = "new"
                try FileManager.default.removeItem(atPath: path(second))
                try FileManager.default.createDirectory(
                    atPath: path(second) + "/x", withIntermediateDirectories: true)
            }
        }
        #expect(inode(first) == before)
        #expect(try names() == ["first.plist", "second.plist"])
    }

    @Test("the next change removes temporary files of interrupted updates")
    func leftovers() throws {
        for domain in [first, second] { try store.apply(ChangeSet([.set("k", "old")]), to: domain) }
        for name in ["first", "second"] {
            for suffix in ["new", "old"] {
                let leftover = "\(temporary.folder)/.\(name).plist.defaults-\(suffix)"
                try Data("left".utf8).write(to: URL(fileURLWithPath: leftover))
            }
        }
        #expect(try store.domains(on: .any) == [first, second])
        try changeBoth()
        #expect(try names() == ["first.plist", "second.plist"])
    }

    @Test("two names for one file are one domain, changed once")
    func oneFile() throws {
        try store.apply(ChangeSet([.set("k", "old")]), to: first)
        try FileManager.default.createSymbolicLink(atPath: path(second), withDestinationPath: "first.plist")
        try store.update([first, second]) { transaction in
            transaction[first]["a"] = 1
            transaction[second]["b"] = 2
        }
        #expect(try store.contents(of: first) == ["k": "old", "a": 1, "b": 2])
        #expect(try names() == ["first.plist", "second.plist"])
    }
}

/// A file attribute that prevents replacing and removing a file, but not reading and appending.
private struct AppendOnlyFile {
    private let path: String

    init(_ path: String) throws {
        self.path = path
        guard Self.set(0x20, on: path) else { throw POSIXError(.EOPNOTSUPP) }
    }

    func remove() {
        _ = Self.set(0, on: path)
    }

    /// Whether files in the temporary folder can have the attribute.
    static let isSupported: Bool = {
        guard let temporary = try? TemporaryStore() else { return false }
        let path = temporary.folder + "/file"
        guard FileManager.default.createFile(atPath: path, contents: nil) else { return false }
        defer { _ = set(0, on: path) }
        return set(0x20, on: path)
    }()

    /// Sets or clears `FS_APPEND_FL`.
    private static func set(_ flag: UInt32, on path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var flags: UInt = 0
        guard ioctl(descriptor, 0x8008_6601, &flags) == 0 else { return false }  // FS_IOC_GETFLAGS
        flags = flags & ~0x20 | UInt(flag)
        return ioctl(descriptor, 0x4008_6602, &flags) == 0  // FS_IOC_SETFLAGS
    }
}
