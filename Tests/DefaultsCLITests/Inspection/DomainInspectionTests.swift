import Foundation
import TestSupport
import Testing

@testable import DefaultsCLI
@testable import DefaultsCore

/// The folders that an inspection of all domains covers.
struct DomainInspectionTests {
    private let scratch = Scratch()

    @Test("the folders of any user are inspected too, where files may be readable by all users")
    func anyUser() throws {
        let folders = DomainFolders(user: scratch("user"), anyUser: scratch("any"), home: scratch("home"))
        for name in ["user/A", "user/ByHost/B.", "any/C", "any/ByHost/D"] {
            try scratch.write("{ k = v; }", to: name + ".plist")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch(name + ".plist"))
        }
        try scratch.write("{}", to: "any/E.plist")
        try scratch.write("\n", to: "any/ByHost/F.plist")
        let findings = try DomainInspection(folders: folders).findingsInBase()
        let expected = ["user/A", "user/ByHost/B.", "any/E", "any/ByHost/F"].map { scratch($0 + ".plist") }
        #expect(findings.map(\.path) == expected)
        #expect(findings.prefix(2).allSatisfy { $0.kind == .looseMode(0o644) })
        #expect(findings.suffix(2).allSatisfy { $0.kind == .noKeys })
    }

    @Test("files in a root may be readable by all users, unless it is the base folder of the user")
    func modes() throws {
        try scratch.write("{ k = v; }", to: "root/A.plist")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch("root/A.plist"))
        let root = scratch("root")
        for (base, isFound) in [(scratch("base"), false), (root, true)] {
            let folders = DomainFolders(root: root, environment: .of(["XDG_CONFIG_HOME": base]))
            #expect(try DomainInspection(folders: folders).findingsInBase().isEmpty != isFound)
        }
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: "root/../root")
        let folders = DomainFolders(environment: .of(["XDG_CONFIG_HOME": root]))
        for path in ["/" + scratch("root/./A.plist"), scratch("link/A.plist"), scratch("link/../root/A.plist")] {
            let findings = DomainInspection(folders: folders).findings(in: try Domain(path))
            #expect(findings?.map(\.kind) == [.looseMode(0o644)], "\(path)")
        }
    }

    @Test("files are inspected up to the limit")
    func sizeLimit() throws {
        try scratch.write("{ K = v; }", to: "D.plist")
        let files = FileInspection(sizeLimit: 9)
        let inspection = DomainInspection(folders: DomainFolders(root: scratch.path), files: files)
        let error = PreferencesError(FileAccess.read(scratch("D.plist")).error(.tooLarge(limit: 9)))
        #expect(inspection.findings(in: Domain("D"))?.map(\.kind).contains(.unreadable(error)) == true)
    }
}
