import DefaultsCore
import Testing

@testable import DefaultsCLI

/// Notices that only a terminal shows. Scripts see the same output as before.
struct TerminalNoticeTests {
    private func errors(_ words: String, _ domains: [Domain: PropertyListDictionary], isTerminal: Bool) -> String {
        Tool(domains, errorIsTerminal: isTerminal).run(words.split(separator: " ").map(String.init)).error
    }

    @Test(
        "read names the operand that it ignores",
        arguments: [
            ("read D k l", "defaults: 'l' was not read; read one key at a time\n"),
            ("read D k l m", "defaults: 'l' was not read; read one key at a time\n"),
            ("read-type D k l", "defaults: 'l' was not read; read one key at a time\n"),
            ("read D k", ""), ("read D", ""),
        ])
    func secondKey(words: String, notice: String) throws {
        let domains: [Domain: PropertyListDictionary] = [Domain("D"): ["k": 1, "l": 2]]
        #expect(errors(words, domains, isTerminal: true) == notice)
        #expect(errors(words, domains, isTerminal: false) == "")
    }

    @Test(
        "an empty store has a notice with its folder, and with the place of GNOME's settings",
        arguments: [
            (
                "domains",
                """
                there are no preferences in '/home/me/.config'; \
                settings of GNOME are in dconf, which 'gsettings' and 'dconf' read
                """
            ),
            (
                "read",
                """
                there are no preferences in '/home/me/.config'; \
                settings of GNOME are in dconf, which 'gsettings' and 'dconf' read
                """
            ),
            ("--root /srv/none domains", "there are no preferences in '/srv/none'"),
            ("-currentHost --root /srv/none read", "there are no preferences in '/srv/none/ByHost'"),
        ])
    func emptyStore(words: String, notice: String) throws {
        #expect(errors(words, [:], isTerminal: true) == "defaults: \(notice)\n")
        #expect(errors(words, [:], isTerminal: false) == "")
        let domains: [Domain: PropertyListDictionary] = [
            Domain("D"): ["k": 1], try Domain("D", host: .current): ["k": 1],
        ]
        #expect(errors(words, domains, isTerminal: true) == "")
    }

    @Test("a keyring without domains has no notice")
    func emptyKeyring() {
        #expect(errors("domains --keyring", [:], isTerminal: true) == "")
    }

    @Test(
        "a missing domain with a name of GNOME has the command that prints its settings",
        arguments: [
            ("read", "", "Domain NAME does not exist; s"),
            ("read", " k", "The domain/default pair of (NAME, k) does not exist; s"),
            ("read-type", " k", "The domain/default pair of (NAME, k) does not exist; s"),
            ("export", " -", "The domain NAME does not exist; s"),
            ("delete", "", "Domain (NAME) not found. Defaults have not been changed. S"),
        ], ["org.gnome.desktop.interface", "ca.desrt.dconf-editor.Settings"])
    func desktop(call: (verb: String, rest: String, error: String), name: String) throws {
        let words = "\(call.verb) \(name)\(call.rest)"
        let notice = "ettings of GNOME are in dconf, which 'gsettings list-recursively \(name)' prints\n"
        let start = "defaults: " + call.error.replacing("NAME", with: name)
        #expect(errors(words, [:], isTerminal: true) == start + notice)
        // Without the notice, its first letter and the `; ` or the space before it are missing.
        #expect(errors(words, [:], isTerminal: false) == start.dropLast(start.hasSuffix("; s") ? 3 : 2) + "\n")
        let domains: [Domain: PropertyListDictionary] = [try Domain(name): ["other": 1]]
        #expect(!errors(words, domains, isTerminal: true).contains("GNOME"))
    }
}
