import DefaultsCore
import Foundation
import TestStores
import TestSupport
import Testing

@testable import ToolSupport

/// A link that another program replaces while a change is in progress. The schema of the file that changes decides.
struct ReplacedLinkTests {
    private let scratch = Scratch()
    private let store: FileDomainStore
    private let check: SchemaCheck
    private static let contents = "<plist><dict><key>Size</key><string>small</string></dict></plist>"
    private var link: String { scratch("link.plist") }

    init() throws {
        for file in ["root/D.plist", "other/O.plist"] { try scratch.write(Self.contents, to: file) }
        try scratch.write(#"{"properties": {"Size": {"type": "string"}}}"#, to: "schemas/D.json")
        store = FileDomainStore(folders: DomainFolders(root: scratch("root")))
        check = SchemaCheck(DomainSchemas(.folder(scratch("schemas")), folders: store.folders), advice: .option)
    }

    private func lead(to file: String) throws {
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch(file))
    }

    @Test("after the folder was locked, the locked file has the same schema", arguments: [true, false])
    func locked(isDomain: Bool) throws {
        let files = isDomain ? ["root/D.plist", "other/O.plist"] : ["other/O.plist", "root/D.plist"]
        try lead(to: files[0])
        let change = {
            try GuardedFile(link, in: FileSession(store, check, nil)).update { update in
                _ = try update.read()
                try lead(to: files[1])
                try update.write(["Size": 1])
            }
        }
        if isDomain {
            #expect(throws: SchemaRefusalError.self) { try change() }
            #expect(try scratch.text(of: files[0]) == Self.contents)
        } else {
            try change()
            #expect(try scratch.text(of: files[0]) != Self.contents)
        }
        #expect(try scratch.text(of: files[1]) == Self.contents)
    }

    @Test("before the folder is locked, the new destination has its schema", arguments: [true, false])
    func unlocked(isUnreadable: Bool) throws {
        try lead(to: "other/O.plist")
        let hooked = HookedStore(store) { [self] in $0.beforeUpdate = { _ in try lead(to: "root/D.plist") } }
        let domain = try Domain(ofFile: link)
        #expect(throws: CommandError.self) {
            let store = SchemaCheckingStore(hooked, check: check)
            if isUnreadable {
                try store.update(domain, evenIfUnreadable: { contents, _ in contents["Size"] = 1 })
            } else {
                try store.update([domain]) { $0[domain]["Size"] = 1 }
            }
        }
        #expect(try scratch.text(of: "root/D.plist") == Self.contents)
    }
}
