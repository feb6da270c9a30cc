import DefaultsTesting
import Foundation
import PropertyList
import Testing

@testable import DefaultsCore

/// The keyring in a file that sandboxes have.
struct SecretFileTests {
    let scratch: Scratch
    private let environment: ProcessEnvironment

    init() throws {
        scratch = try Scratch()
        environment = .of(["HOME": scratch.path, "DEFAULTS_KEYRING": scratch.path + "/a/keyring"])
    }

    private func store(root: String = "root") -> SecretDomainStore {
        SecretDomainStore(
            folders: DomainFolders(root: "\(scratch.path)/\(root)"), lockTimeout: .seconds(600),
            environment: environment)
    }

    @Test("the store meets the requirements of all stores", arguments: DomainStoreConformance.checks)
    func conformance(check: DomainStoreConformance.Check) throws {
        try check.run(store())
    }

    @Test("only the user can read the file, and it goes with the last secret")
    func mode() throws {
        let domain = try Domain("D")
        try store().apply(ChangeSet([.set("k", 1)]), to: domain)
        let file = scratch.path + "/a/keyring/secrets.plist"
        #expect(try FilePaths.status(file)?.permissions == 0o600)
        #expect(try FilePaths.status(scratch.path + "/a/keyring")?.permissions == 0o700)
        try store().apply(ChangeSet([.remove("k")]), to: domain)
        #expect(try FilePaths.status(file) == nil)
    }

    @Test("roots and hosts have their own secrets")
    func separation() throws {
        let (domain, hosted) = (try Domain("D"), try Domain("D", host: .current))
        try store().apply(ChangeSet([.set("k", 1)]), to: domain)
        try store(root: "other").apply(ChangeSet([.set("k", 2)]), to: domain)
        try store().apply(ChangeSet([.set("k", 3)]), to: hosted)
        #expect(try store().contents(of: domain) == ["k": 1])
        #expect(try store(root: "other").contents(of: domain) == ["k": 2])
        #expect(try store().contents(of: hosted) == ["k": 3])
        #expect(try store().domains(on: .any) == [domain])
    }

    @Test("what is not the file of secrets is an error, and stays")
    func unreadable() throws {
        let file = scratch.path + "/a/keyring/secrets.plist"
        try FileManager.default.createDirectory(atPath: scratch.path + "/a/keyring", withIntermediateDirectories: true)
        try Data("no property list".utf8).write(to: URL(fileURLWithPath: file))
        let domain = try Domain("D")
        #expect(throws: PreferencesError.self) { try store().contents(of: domain) }
        #expect(throws: PreferencesError.self) { try store().apply(ChangeSet([.set("k", 1)]), to: domain) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("no property list".utf8))
    }
}
