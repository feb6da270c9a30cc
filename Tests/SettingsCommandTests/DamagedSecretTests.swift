import DefaultsSchemas
import TestStores
import Testing
import ToolSupport

/// Damaged documents that contain secrets. An error about them does not quote their contents.
struct DamagedSecretTests {
    private static let mark = "sekret"
    private static let documents = [
        "<?xml version=\"1.0\"?><plist><dict><key>FontSize</key><integer>sekret</integer></dict></plist>",
        "<plist><dict><key>Token</key><string>sekret</string><sekret/></dict></plist>",
        "<plist><dict><key>Token</key><string>sekret&sekret;</string></dict></plist>",
        "<plist><dict><key>Token</key><date>sekret</date><key>Key</key><data>sekret!</data></dict></plist>",
        #"{"Token": "sekret", "FontSize": sekret}"#, #"{"Token": "sekret\q", "Other": ["sekret"}"#,
        "{ Token = sekret; FontSize = <sekret>; }", "{ Token = \"sekret\"; sekret sekret }",
    ]

    /// The documents, each without its end and each with a damaged byte, at each byte.
    private static func damagedDocuments() -> [[UInt8]] {
        documents.map { Array($0.utf8) }.flatMap { bytes in
            [bytes] + bytes.indices.map { Array(bytes[..<$0]) }
                + bytes.indices.map { index in
                    var damaged = bytes
                    damaged[index] ^= 0x11
                    return damaged
                }
        }
    }

    @Test("a damaged document on standard input")
    func input() throws {
        var failures = 0
        for document in Self.damagedDocuments() {
            let session = Session(.editor, ["FontSize": 16])
            for words in [["import", "-"], ["set", "--stdin", "Token"]] {
                let outcome = session.run(words, input: document)
                #expect(!outcome.text.contains(Self.mark), "\(outcome.text)")
                failures += outcome.status == .success ? 0 : 1
            }
        }
        #expect(failures > 1000)
    }

    @Test("a damaged file of the domain")
    func domain() {
        var quoting = 0
        for document in Self.damagedDocuments() {
            do {
                _ = try PropertyListReader.read(document)
            } catch {
                quoting += "\(error)".contains(Self.mark) ? 1 : 0
                expectNoMark(after: PreferencesError(.unreadable(path: "/settings.plist", error)))
            }
        }
        // Some errors would show a secret.
        #expect(quoting > 0)
    }

    private func expectNoMark(after error: PreferencesError) {
        let session = Session(.editor, in: HookedStore(failure: error))
        let lines = [
            ["list"], ["list", "--json"], ["get", "Token"], ["get", "FontSize"], ["set", "FontSize", "20"],
            ["set", "--stdin", "Token"], ["reset", "Token"], ["reset", "--all"], ["export", "-"], ["describe"],
            ["describe", "Token"], ["import", "-"],
        ]
        for words in lines {
            let outcome = session.run(words, input: Array((words[0] == "import" ? "{}" : "5ec4e7").utf8))
            #expect(!outcome.text.contains(Self.mark), "\(words): \(outcome.text)")
            #expect((outcome.status == .success) == (words[0] == "describe"), "\(words)")
        }
    }
}
