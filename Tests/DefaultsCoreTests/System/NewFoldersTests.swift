import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// Folders created for a change that failed are removed, unless another writer uses them.
struct NewFoldersTests {
    let scratch = Scratch()
    var folders = NewFolders()

    init() throws {
        try folders.make(scratch("a/b"), mode: 0o700, for: .write(scratch("a/b")))
    }

    @Test("created folders are removed, and no others")
    func removed() throws {
        #expect(FilePaths.isFolder(scratch("a/b")))
        folders.remove()
        #expect(!FilePaths.isFolder(scratch("a")))
        #expect(FilePaths.isFolder(scratch.path))
    }

    @Test("folders with contents stay")
    func filled() throws {
        try scratch.write("mine", to: "a/file")
        folders.remove()
        #expect(!FilePaths.isFolder(scratch("a/b")))
        #expect(try scratch.text(of: "a/file") == "mine")
    }

    @Test("what has got the path of a created folder stays, and so does a folder that was moved")
    func replaced() throws {
        try FileManager.default.moveItem(atPath: scratch("a/b"), toPath: scratch("moved"))
        try FileManager.default.createDirectory(atPath: scratch("a/b"), withIntermediateDirectories: false)
        folders.remove()
        #expect(FilePaths.isFolder(scratch("a/b")))
        #expect(FilePaths.isFolder(scratch("moved")))
    }

    @Test("a link that has got the path of a created folder is not followed")
    func link() throws {
        try FileManager.default.removeItem(atPath: scratch("a/b"))
        try FileManager.default.createDirectory(atPath: scratch("other"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: scratch("a/b"), withDestinationPath: scratch("other"))
        folders.remove()
        #expect(FilePaths.isFolder(scratch("other")))
    }

    @Test("a folder that another writer has locked stays")
    func locked() throws {
        let lock = try FolderLock(Folder(path: scratch("a/b")), for: scratch("a/b"), until: Deadline(after: .zero))
        withExtendedLifetime(lock) { folders.remove() }
        #expect(FilePaths.isFolder(scratch("a/b")))
    }

    @Test("a folder stays while an update uses it, and is created again after it was removed")
    func madeAgain() throws {
        let store = FileDomainStore(folders: DomainFolders(root: scratch.path, environment: .of([:])))
        let domain = Domain("a/b/D")
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try store.update([domain]) { transaction in
                transaction[domain]["k"] = "v"
                folders.remove()
                throw Refusal()
            }
        }
        folders.remove()
        #expect(!FilePaths.isFolder(scratch("a")))
        try store.apply(ChangeSet([.set("k", "v")]), to: domain)
        #expect(try store.contents(of: domain) == ["k": "v"])
    }
}
