import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// Only a folder that shows by its marker that it is a sandbox, and will be removed, is not synchronized.
struct DiscardedFolderTests {
    let scratch = Scratch()
    private let folder: Folder
    private let marker: SandboxMarker

    init() throws {
        try FileManager.default.createDirectory(atPath: scratch("s"), withIntermediateDirectories: false)
        folder = try Folder(path: scratch("s"))
        marker = try SandboxMarker(in: folder, for: .write(scratch("s")))
    }

    private func isMarked(_ name: String = "s") throws -> Bool {
        SandboxMarker.isValid(in: try Folder(path: scratch(name)))
    }

    @Test("a sandbox has a marker until it is removed")
    func removal() throws {
        #expect(try isMarked())
        try marker.remove(for: .write(scratch("s")))
        #expect(try !isMarked())
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("s")).isEmpty)
    }

    @Test("the folder of the marker stays if it has other contents")
    func contents() throws {
        try scratch.write("mine", to: "s/.defaults/keyring/secrets.plist")
        try marker.remove(for: .write(scratch("s")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("s/.defaults")) == ["keyring"])
    }

    @Test("a marker has no effect in a copy of the folder, and in another folder")
    func copies() throws {
        try FileManager.default.copyItem(atPath: scratch("s"), toPath: scratch("copy"))
        #expect(try !isMarked("copy"))
        try FileManager.default.createDirectory(atPath: scratch("other"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: scratch("other/.defaults"), withDestinationPath: scratch("s/.defaults"))
        #expect(try !isMarked("other"))
        try FileManager.default.moveItem(atPath: scratch("s"), toPath: scratch("moved"))
        #expect(try isMarked("moved"))
    }

    @Test("a marker that others can write, or that is not the file that was made, has no effect", arguments: 0..<5)
    func invalid(number: Int) throws {
        let file = scratch("s/.defaults/sandbox")
        let text = try scratch.text(of: "s/.defaults/sandbox")
        switch number {
        case 0: try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        case 1: try scratch.write("", to: "s/.defaults/sandbox")
        case 2: try scratch.write(text + "0", to: "s/.defaults/sandbox")
        case 3:
            try FileManager.default.moveItem(atPath: file, toPath: scratch("s/file"))
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: scratch("s/file"))
        default:
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        }
        #expect(try !isMarked())
    }

    /// The caller keeps the folder open, so that its descriptor does not become that of another file.
    private func isDiscarded(_ folder: Folder) -> Bool {
        DiscardedFolder.contains(folder.descriptor)
    }

    @Test("files in a sandbox are discarded wherever it is, until it loses its marker")
    func discarded() throws {
        try scratch.write("x", to: "s/a/file")
        let file = try Folder(path: scratch("s/a"))
        let discarded = try #require(DiscardedFolder(folder, needsMarker: true))
        DiscardedFolder.add(discarded)
        defer { DiscardedFolder.remove(discarded) }
        #expect(isDiscarded(file))
        #expect(isDiscarded(folder))
        try FileManager.default.moveItem(atPath: scratch("s"), toPath: scratch("moved"))
        // What has got the path of the sandbox is not the sandbox.
        try FileManager.default.createDirectory(atPath: scratch("s"), withIntermediateDirectories: false)
        #expect(try !isDiscarded(Folder(path: scratch("s"))))
        #expect(isDiscarded(file))
        try marker.remove(for: .write(scratch("s")))
        #expect(!isDiscarded(file))
        #expect(!isDiscarded(folder))
    }
}
