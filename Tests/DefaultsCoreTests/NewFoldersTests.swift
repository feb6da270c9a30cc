import PropertyList
import Testing

@testable import DefaultsCore

/// Folders made for a change that did not happen go again, unless somebody else has begun to use them.
struct NewFoldersTests {
    let scratch: Scratch
    var folders = NewFolders()

    init() throws {
        scratch = try Scratch()
        try folders.make(scratch("a/b"), mode: 0o700, for: .write(scratch("a/b")))
    }

    @Test("they go, and only they")
    func removed() throws {
        #expect(FilePaths.isFolder(scratch("a/b")))
        folders.remove()
        #expect(!FilePaths.isFolder(scratch("a")) && FilePaths.isFolder(scratch.path))
    }

    @Test("those with something in them stay")
    func filled() throws {
        try scratch.write("mine", to: "a/file")
        folders.remove()
        #expect(!FilePaths.isFolder(scratch("a/b")))
        #expect(try scratch.text(of: "a/file") == "mine")
    }

    @Test("one that another writer has locked stays, for the writer to put its file there")
    func locked() throws {
        let lock = try FolderLock(Folder(path: scratch("a/b")), for: scratch("a/b"), until: Deadline(after: .zero))
        withExtendedLifetime(lock) { folders.remove() }
        #expect(FilePaths.isFolder(scratch("a/b")))
    }

    @Test("one that an update uses stays as long as that; one that has gone is made again")
    func madeAgain() throws {
        let store = FileDomainStore(folders: DomainFolders(root: scratch.path, environment: .of([:])))
        let domain = try Domain("a/b/D")
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
