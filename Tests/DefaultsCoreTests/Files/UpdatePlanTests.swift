import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// The files of an update, and the order in which they are replaced.
struct UpdatePlanTests {
    @Test(
        "files have the order of the domains, and a file with several names the position of the last",
        arguments: [0, 30])
    func order(others: Int) throws {
        let scratch = Scratch()
        try scratch.write("", to: "A.plist")
        try FileManager.default.createSymbolicLink(atPath: scratch("Alias.plist"), withDestinationPath: "A.plist")
        let folders = DomainFolders(root: scratch.path, environment: .of([:]))
        let names = (0..<others).map { "other \($0)" }
        let domains = try (["Alias", "C", "B", "A"] + names).map { try Domain($0) }
        let plan = try UpdatePlan(domains: domains, in: FileDomainStore(folders: folders))
        #expect(plan.files.map(\.name) == ["C.plist", "B.plist", "A.plist"] + names.map { $0 + ".plist" })
        let transaction = try plan.transaction(over: plan.files.map { _ in DomainFileContents() })
        #expect(domains.map { transaction.file(of: $0) } == [2, 0, 1, 2] + names.indices.map { $0 + 3 })
    }

    @Test("a path in a further base is that of a domain with a name, also if the base does not exist")
    func furtherBases() throws {
        let scratch = Scratch()
        let folders = DomainFolders(root: scratch.path, environment: .of([:]))
        let domains = try ["D", scratch("other/D.plist"), scratch("other/missing/D.plist")].map { try Domain($0) }
        for (bases, expected) in [([], [false, true, true]), (["other"], [false, false, false])] {
            let folders = folders.including(bases: bases.map { scratch($0) })
            let plan = try UpdatePlan(domains: domains, in: FileDomainStore(folders: folders))
            #expect(plan.files.map(\.isGivenByPath) == expected)
        }
    }
}
