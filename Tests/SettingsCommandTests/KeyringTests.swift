import TestStores
import Testing
import ToolSupport

@testable import SettingsCommand

/// Preferences in a store that holds secrets, such as the keyring. All keys are secret there.
struct KeyringTests {
    private func session() throws -> Session {
        let domain = PreferenceSchema.many.domain
        let contents: PropertyListDictionary = ["FontName": "sekret", "Rulers": [271_828], "Shell": "sekret"]
        return Session(.many, in: HookedStore(InMemoryDomainStore([domain: contents]), holdsSecrets: true))
    }

    @Test("no value is printed or exported")
    func printing() throws {
        let session = try session()
        for words in [["list"], ["list", "--json"], ["get", "FontName"], ["get", "--json", "Rulers"], ["describe"]] {
            let outcome = session.run(words)
            #expect(outcome.status == .success)
            for mark in ["sekret", "271828"] { #expect(!outcome.text.contains(mark), "\(outcome.text)") }
        }
        #expect(session("export", "--json", "-") == .printed("{}\n"))
    }

    @Test("values are set from standard input only")
    func setting() throws {
        let session = try session()
        #expect(session("set", "FontName", "other").status == .usage)
        #expect(session("set", "--stdin", "FontName", input: "other\n") == .printed(""))
        #expect(try session.contents["FontName"] == "other")
    }

    @Test("a refused value is not printed")
    func refusal() throws {
        let session = try session()
        let message = "'TabWidth' does not accept this value"
        #expect(session("set", "--stdin", "TabWidth", input: "sekret") == .failure(.invalidData, message))
        #expect(session("import", "-", input: #"{"TabWidth": "sekret"}"#) == .failure(.invalidData, message))
    }
}
