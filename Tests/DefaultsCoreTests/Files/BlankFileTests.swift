import Foundation
import TestSupport
import Testing

@testable import DefaultsCore

/// Files without contents, which Foundation may have truncated in order to write them.
struct BlankFileTests {
    private let scratch = Scratch()
    private let domain = Domain("D")

    private func store(retryTime: Duration? = nil) -> FileDomainStore {
        FileDomainStore(
            folders: DomainFolders(root: scratch.path, environment: .of([:])), lockTimeout: .seconds(600),
            sizeLimit: FileDomainStore.defaultSizeLimit, layout: LayoutPolicy(rewrites: false, json: .tagged),
            retryTime: retryTime)
    }

    /// A store that awaits the contents of an empty file for longer than a test takes.
    private var patient: FileDomainStore { store(retryTime: .seconds(600)) }

    @Test("the empty file of a domain with a name has no keys when it is two seconds old", arguments: [false, true])
    func settled(isUpdate: Bool) throws {
        try scratch.write("", to: "D.plist")
        let change = try FileStatus(path: scratch("D.plist")).modification
        if isUpdate {
            try store().update([domain]) { #expect($0[domain] == [:]) }
        } else {
            #expect(try store().contents(of: domain) == [:])
        }
        #expect(change.age >= .seconds(2))
    }

    @Test("an old empty file and a file of blanks are not awaited")
    func notAwaited() throws {
        try scratch.write("", to: "D.plist")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: scratch("D.plist"))
        #expect(try patient.contents(of: domain) == [:])
        #expect(try patient.domains(on: .any) == [])
        try scratch.write("\u{FEFF}\n", to: "D.plist")
        #expect(try patient.contents(of: domain) == [:])
    }

    @Test(
        "contents that another program writes soon after it has truncated the file are read",
        arguments: [
            ("D.plist", "", "{ k = v; }"), ("D.plist", "{ k", "{ k = v; }"),
            ("D.json", "", #"{"k": "v"}"#), ("D.json", "{", #"{"k": "v"}"#), ("D.txt", #"{"k": "#, #"{"k": "v"}"#),
        ])
    func awaited(name: String, part: String, text: String) async throws {
        try scratch.write(part, to: name)
        let (store, domain) = (patient, try Domain(ofFile: scratch(name)))
        let reader = Task { try store.contents(of: domain) }
        // Without this pause, the reader may find the contents at once.
        usleep(50_000)
        try scratch.write(text, to: name)
        #expect(try await reader.value == ["k": "v"])
    }
}
