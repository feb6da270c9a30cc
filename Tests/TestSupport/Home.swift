package import Foundation
package import DefaultsTesting
package import TestExtent

/// A folder of domains for one test, with access that does not use the code under test.
package final class Home: Sendable {
    private let temporary: TemporaryStore

    /// Creates the folder. No test can run without one, so an error ends the tests.
    package init() {
        do {
            temporary = try TemporaryStore()
        } catch {
            fatalError("the folder of a test cannot be made: \(error)")
        }
    }

    package var folder: String { temporary.folder }
    /// A store whose updates wait for other writers as long as a busy machine needs.
    package var store: FileDomainStore {
        FileDomainStore(folders: DomainFolders(root: temporary.folder), lockTimeout: .seconds(600))
    }

    package func path(_ domain: String) -> String { "\(folder)/\(domain).plist" }

    /// Returns the contents of a domain's file, or `nil` if there is none.
    package func disk(_ domain: String = Home.domain) throws -> [String: StoredValue]? {
        guard FileManager.default.fileExists(atPath: path(domain)) else { return nil }
        let data = try Data(contentsOf: URL(fileURLWithPath: path(domain)))
        let object = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        guard let contents = object as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
        return contents.mapValues(StoredValue.init(foundation:))
    }

    /// Writes a domain's file as another program would.
    package func write(_ contents: [String: Any], to domain: String = Home.domain) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: path(domain)))
    }

    package func write(bytes: String, to domain: String = Home.domain) throws {
        try Data(bytes.utf8).write(to: URL(fileURLWithPath: path(domain)))
    }

    package func bytes(_ domain: String = Home.domain) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(domain)))
    }

    /// Creates preferences of the domain with explicit saving and no arguments.
    package func preferences(_ domain: Domain = Home.theDomain, keyMapping: Preferences.KeyMapping = .identity)
        -> Preferences
    {
        Preferences(domain: domain, store: store, keyMapping: keyMapping, arguments: .none, saving: .explicit)
    }

    package static let domain = "com.example.Editor"

    package static let theDomain = Domain("com.example.Editor")

    /// Runs the release executable with its domains in this folder; see `BuiltProgram.hasDefaults`.
    package func defaults(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProgram.defaults)
        process.arguments = arguments
        process.environment = ["DEFAULTS_ROOT": folder, "HOME": folder, "LC_ALL": "C"]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        let status = process.terminationStatus
        guard status == 0 else { throw Probe.Failure(status: status, text: text) }
    }

    /// Runs the probe, a second process with its preferences in this folder.
    @discardableResult
    package func probe(_ words: String...) throws -> String {
        try start(words).finish()
    }

    /// Starts the probe; see ``Probe``.
    package func start(_ words: [String], in namespace: ProbeNamespace? = nil) throws -> Probe {
        try Probe(words, folder: folder, in: namespace)
    }
}
