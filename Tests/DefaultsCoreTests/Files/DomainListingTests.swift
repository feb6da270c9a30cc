import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// The domains in a folder, and their names.
struct DomainListingTests {
    private static let one = "{ k = v; }"

    private let scratch = Scratch()
    private let store: FileDomainStore

    init() {
        store = FileDomainStore(folders: DomainFolders(root: scratch.path, environment: .of([:])))
    }

    private func names(on host: Domain.Host = .any) throws -> [String] {
        try store.domains(on: host).map(\.description)
    }

    @Test("domains are listed by name, in the order of UTF-16")
    func names() throws {
        for name in ["b", "a.c", "B", "10", "9", "\u{E000}", "\u{1F600}", "with, comma", ".hidden"] {
            try scratch.write(Self.one, to: name + ".plist")
        }
        #expect(try names() == [".hidden", "10", "9", "B", "a.c", "b", "with, comma", "\u{1F600}", "\u{E000}"])
    }

    @Test("files that are not domains are left out")
    func others() throws {
        try scratch.write(Self.one, to: "noSuffix")
        try scratch.write(Self.one, to: ".plist")
        try scratch.write(Self.one, to: "upper.PLIST")
        try scratch.write(Self.one, to: ".GlobalPreferences.plist")
        try scratch.write(Self.one, to: ".D.plist.tmp")
        try scratch.write(Self.one, to: ".defaults/applied/D.plist")
        try scratch.write("{}", to: "emptied.plist")
        try FileManager.default.createDirectory(atPath: scratch("folder.plist"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: scratch("dangling.plist"), withDestinationPath: "nowhere")
        #expect(try names() == [])
        #expect(
            try store.findDomains(on: .any).obstacles == [
                PreferencesError(FileAccess.read(scratch("dangling.plist")).error(SystemError.missing)),
                PreferencesError(FileAccess.read(scratch("folder.plist")).error(.notRegularFile(.directory))),
            ])
    }

    @Test("subfolders are searched if there is a root")
    func subfolders() throws {
        for path in ["b.plist", "a/b/c.plist", "a/x.plist/y.plist", "a/.GlobalPreferences.plist", "a/ByHost/D.plist"] {
            try scratch.write(Self.one, to: path)
        }
        #expect(try names() == ["a/.GlobalPreferences", "a/ByHost/D", "a/b/c", "a/x.plist/y", "b"])
        let folders = DomainFolders(environment: .of(["XDG_CONFIG_HOME": scratch.path, "HOME": "/nowhere"]))
        #expect(try FileDomainStore(folders: folders).domains(on: .any).map(\.description) == ["b"])
    }

    @Test("a domain that no name addresses is listed by its path")
    func paths() throws {
        for name in ["x.plist", "line\nbreak", "-g", "NSGlobalDomain"] {
            try scratch.write(Self.one, to: name + ".plist")
        }
        let paths = ["x.plist", "line\nbreak", "-g", "NSGlobalDomain"].map { scratch($0 + ".plist") }
        #expect(try Set(names()) == Set(paths))
        for name in try names() { #expect(try store.contents(of: Domain(name)) == ["k": "v"]) }
    }

    @Test("links are followed, and unreadable files are listed")
    func unusual() throws {
        try scratch.write(Self.one, to: "target")
        try FileManager.default.createSymbolicLink(atPath: scratch("linked.plist"), withDestinationPath: "target")
        try scratch.write("no property list", to: "broken.plist")
        #expect(try names() == ["broken", "linked"])
    }

    @Test("the domains of a host are in a folder of their own")
    func hosts() throws {
        try scratch.write(Self.one, to: "any.plist")
        try scratch.write(Self.one, to: "ByHost/D..plist")
        try scratch.write(Self.one, to: "ByHost/D.mac.plist")
        try scratch.write(Self.one, to: "ByHost/plain.plist")
        try scratch.write(Self.one, to: "ByHost/.GlobalPreferences..plist")
        #expect(try names() == ["any"])
        #expect(try names(on: .current) == ["D"])
        #expect(try names(on: .named("mac")) == ["D"])
        #expect(try names(on: .named("other")) == [])
    }

    @Test("without a folder there are no domains")
    func noFolder() throws {
        let folders = DomainFolders(root: scratch("missing"), environment: .of([:]))
        #expect(try FileDomainStore(folders: folders).domains(on: .any) == [])
    }

    @Test("a file with the path of the folder is an error")
    func fileForFolder() throws {
        try scratch.write("", to: "file")
        let folders = DomainFolders(root: scratch("file"), environment: .of([:]))
        #expect(throws: PreferencesError(FileAccess.list(scratch("file")).error(SystemError.notFolder))) {
            try FileDomainStore(folders: folders).domains(on: .any)
        }
    }
}
