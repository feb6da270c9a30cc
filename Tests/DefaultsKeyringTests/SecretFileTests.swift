import DefaultsTesting
import Foundation
import TestSupport
import Testing

@testable import DefaultsCore
@testable import DefaultsKeyring

/// The keyring in a file that sandboxes have.
struct SecretFileTests {
    let scratch = Scratch()
    private let environment: ProcessEnvironment

    init() {
        environment = .of(["HOME": scratch.path, "DEFAULTS_KEYRING": scratch.path + "/a/keyring"])
    }

    private func store(root: String = "root") -> SecretDomainStore {
        SecretDomainStore(
            folders: DomainFolders(root: "\(scratch.path)/\(root)"), lockTimeout: .seconds(600),
            environment: environment)
    }

    @Test("the store meets the requirements of all stores", arguments: ConformanceCheck.domainStore)
    func conformance(check: ConformanceCheck<any DomainStore>) async throws {
        try await check.run(store())
    }

    @Test("only the user can read the file, and it goes with the last secret")
    func mode() throws {
        let domain = Domain("D")
        try store().apply(ChangeSet([.set("k", 1)]), to: domain)
        let file = scratch.path + "/a/keyring/secrets.plist"
        #expect(try FilePaths.status(file)?.permissions == 0o600)
        #expect(try FilePaths.status(scratch.path + "/a/keyring")?.permissions == 0o700)
        try store().apply(ChangeSet([.remove("k")]), to: domain)
        #expect(try FilePaths.status(file) == nil)
    }

    @Test("roots and hosts have their own secrets")
    func separation() throws {
        let (domain, hosted) = (Domain("D"), try Domain("D", host: .current))
        try store().apply(ChangeSet([.set("k", 1)]), to: domain)
        try store(root: "other").apply(ChangeSet([.set("k", 2)]), to: domain)
        try store().apply(ChangeSet([.set("k", 3)]), to: hosted)
        #expect(try store().contents(of: domain) == ["k": 1])
        #expect(try store(root: "other").contents(of: domain) == ["k": 2])
        #expect(try store().contents(of: hosted) == ["k": 3])
        #expect(try store().domains(on: .any) == [domain])
    }

    /// Documents that contain something other than secrets.
    private static let otherContents: [PropertyListDictionary] = [
        ["other": 1], ["secrets": "text"], ["secrets": [:]], ["secrets": [item()], "other": 1],
        ["secrets": [item(), "text"]], ["secrets": [item(), [:]]], ["secrets": [item(), item("other", 1)]],
        ["secrets": [item(), item("secret", "text")]], ["secrets": [item(), item("label", 1)]],
        ["secrets": [item(), item("attributes", [])]], ["secrets": [item(), item("attributes", ["domain": 1])]],
    ]

    private static func item(_ key: String = "label", _ value: PropertyListValue = "E") -> PropertyListValue {
        var item: PropertyListDictionary = ["attributes": [:], "label": "E", "secret": .data(Data("s".utf8))]
        item[key] = value
        return .dictionary(item)
    }

    @Test("a file that contains something else is an error for each access, and stays", arguments: 0..<11)
    func damaged(index: Int) throws {
        let file = scratch.path + "/a/keyring/secrets.plist"
        try store().apply(ChangeSet([.set("k", 1)]), to: Domain("D"))
        let files = FileDomainStore(folders: DomainFolders(root: scratch.path + "/a/keyring"))
        try files.update([Domain("secrets")]) { transaction in
            var items: [PropertyListValue] = []
            if case .array(let secrets)? = transaction[Domain("secrets")]["secrets"] { items = secrets }
            var damaged = Self.otherContents[index]
            if case .array(let others)? = damaged["secrets"] { damaged["secrets"] = .array(items + others) }
            transaction[Domain("secrets")] = damaged
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let expected = PreferencesError(.noKeyring(.damagedFile(path: file)))
        for domain in [Domain("D"), Domain("New")] {
            #expect(throws: expected) { try store().contents(of: domain) }
            #expect(throws: expected) { try store().apply(ChangeSet([.set("k", 2)]), to: domain) }
            #expect(throws: expected) { try store().apply(ChangeSet([.remove("k")]), to: domain) }
        }
        #expect(throws: expected) { try store().domains(on: .any) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
    }

    @Test("a file that was damaged since it was read is not replaced")
    func damagedMeanwhile() throws {
        let file = scratch.path + "/a/keyring/secrets.plist"
        let domain = Domain("D")
        try store().apply(ChangeSet([.set("k", 1)]), to: domain)
        let text = try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: "label", with: "lapel")
        #expect(throws: PreferencesError(.noKeyring(.damagedFile(path: file)))) {
            try store().update([domain]) { transaction in
                transaction[domain]["k"] = 2
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            }
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test("what is not the file of secrets is an error, and stays")
    func unreadable() throws {
        let file = scratch.path + "/a/keyring/secrets.plist"
        try FileManager.default.createDirectory(atPath: scratch.path + "/a/keyring", withIntermediateDirectories: true)
        try Data("no property list".utf8).write(to: URL(fileURLWithPath: file))
        let domain = Domain("D")
        let expected = PreferencesError(.noKeyring(.damagedFile(path: file)))
        #expect(throws: expected) { try store().contents(of: domain) }
        #expect(throws: expected) { try store().apply(ChangeSet([.set("k", 1)]), to: domain) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("no property list".utf8))
    }
}
