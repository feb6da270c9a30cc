import DefaultsTesting
import Foundation
import Testing
import ToolSupport

@testable import SettingsCommand

extension PreferenceKey<Passphrase> {
    fileprivate static let passphrase = Self("Passphrase", default: Passphrase("sekret as the default")).secret()
    fileprivate static let motto = Self("Motto", default: Passphrase(""))
}

extension PreferenceKey<Side?> {
    fileprivate static let door = Self("Door").described("The side of the door.").titled { $0.title }.secret()
}

/// Values of secret keys, which no verb prints.
struct SecretTests {
    /// Secret keys of the large schema, and keys of two more types.
    private static let schema = PreferenceSchema("com.example.Secrets") {
        PreferenceSchema.Keys("Network", .fontName, .proxyPassword, .clientCertificate, .motto)
        PreferenceSchema.Keys(
            "Account", .accountToken, .masterPassword, .pin, .recoveryCodes, .syncCredentials, .syncKey, .passphrase,
            .door)
    }
    private static let secretKeys = schema.keys.filter(\.details.isSecret)

    /// A value for each secret key. The texts of all values contain one of the ``marks``.
    private static let secrets: PropertyListDictionary = [
        "ProxyPassword": "sekret-proxy", "ClientCertificate": .data(Data("sekret-certificate".utf8)),
        "AccountToken": "5ec4e75ec4e7", "MasterPassword": "sekret-password", "Pin": 271_828,
        "RecoveryCodes": ["sekret-code", "sekret-other"],
        "SyncCredentials": ["user": "sekret-user", "key": .data(Data("sekret-key".utf8))],
        "SyncKey": .data(Data("sekret-sync".utf8)), "Passphrase": "sekret that is long enough", "Door": "left",
    ]

    /// Texts that occur only in secret values and in secret defaults: text, its bytes in hexadecimal, and in base64.
    private static let marks = [
        "sekret", "73656b726574", "736562", "c2Vrcm", "5ec4e7", "271828", "initial-passphrase",
    ]

    /// Arguments of all verbs that need no key.
    private static let verbs = [
        ["list"], ["list", "--json"], ["describe"], ["describe", "--json"], ["export", "-"], ["export", "--json", "-"],
        ["help"], ["help", "set"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"], [],
    ]
    /// Arguments of all verbs that a key follows.
    private static let verbsOfKeys = [
        ["get"], ["get", "--json"], ["describe"], ["describe", "--json"], ["reset"], ["set"], ["set", "--stdin"],
        ["import"],
    ]

    private func expectNoMark(in outcome: Session.Outcome, _ words: [String]) {
        for mark in Self.marks { #expect(!outcome.text.contains(mark), "\(words): \(outcome.text)") }
    }

    private func session(isTerminal: Bool = false) -> Session {
        var session = Session(Self.schema, Self.secrets)
        session.isTerminal = isTerminal
        return session
    }

    @Test("each secret key has a value, and the tables have all verbs")
    func tables() {
        #expect(Set(Self.secretKeys.map(\.name)) == Set(Self.secrets.keys))
        let verbs = (Self.verbs + Self.verbsOfKeys).compactMap(\.first)
        #expect(Set(verbs) == Set(SettingsVerb.names))
        let shown = Session(PreferenceSchema.many, ["FontName": "sekret"])
        #expect(shown("get", "FontName").output.contains(Self.marks[0]))
    }

    @Test("no verb prints a secret value or a secret default", arguments: [false, true])
    func allVerbs(isTerminal: Bool) throws {
        let session = session(isTerminal: isTerminal)
        for words in Self.verbs { expectNoMark(in: session.run(words), words) }
        for verb in Self.verbsOfKeys {
            for key in Self.secretKeys {
                let words = verb + [key.name]
                expectNoMark(in: session.run(words), words)
            }
        }
    }

    @Test("get prints the type of a secret value, which is no valid document")
    func get() throws {
        let expected = "[values are not shown: com.example.Secrets]\nPin: integer\n"
        #expect(session()("get", "Pin") == .printed(expected))
        #expect(session()("get", "--json", "Pin") == .printed(expected))
        #expect(Session(Self.schema)("get", "Pin") == .failure(.negative, "'Pin' is not set and has no default"))
    }

    @Test("a list shows only whether a secret is set")
    func list() throws {
        let rows = session()("list").output.split(separator: "\n")
        #expect(rows.contains("Pin\tset\t•••"))
        #expect(rows.contains("FontName\tdefault\tMonospace"))
        #expect(Session(Self.schema)("list").output.contains("\nMasterPassword\tdefault\t\n"))
    }

    @Test("an export leaves secrets out", arguments: [[], ["--json"]])
    func export(options: [String]) throws {
        let folder = try TemporaryStore()
        let path = folder.folder + "/settings"
        let session = session()
        session("set", "FontName", "Serif")
        #expect(session.run(["export"] + options + [path]) == .printed(""))
        let root = try ValueReader.dictionary(in: Array(Data(contentsOf: URL(fileURLWithPath: path))), path: path)
        #expect(root == ["FontName": "Serif"])
        #expect(session("help", "export").output.contains("except secrets"))
    }

    @Test("a secret key is set from standard input only", arguments: secretKeys.map(\.name))
    func setting(name: String) throws {
        let value = try #require(Self.secrets[name])
        let key = try #require(Self.secretKeys.first { $0.name == name })
        let session = Session(Self.schema)
        let message = "other users can see the arguments of a command; use '--stdin' to set a secret key"
        let arguments = [value.argument ?? "(sekret)"]
        for words in [arguments, ["-string"] + arguments, ["-array-add"] + arguments, []] {
            #expect(session.run(["set", name] + words) == .failure(.usage, message))
        }
        #expect(try session.contents == [:])
        let (words, input) = key.settingWords(value)
        #expect(session.run(words, input: input) == .printed(""))
        #expect(try session.contents == [name: value])
    }

    @Test("the error of a secret value that is refused does not contain it", arguments: secretKeys.map(\.name))
    func refusedInput(name: String) throws {
        let inputs = [
            "sekret", "5ec4e7-sekret", "271828271828", "[\"sekret\"", "{\"sekret\": 1}", "(sekret, {)", "[271828]",
            "<plist><string>sekret</plist>", "<plist><integer>sekret</integer></plist>", "sekret = sekret",
        ]
        let flags = [[], ["-int"], ["-float"], ["-bool"], ["-date"], ["-array"], ["-dict"], ["-itn"], ["sekret"]]
        var failures = 0
        for input in inputs {
            for flag in flags + [["-string", "sekret"], ["sekret", "sekret"]] {
                let session = session()
                let outcome = session.run(["set", "--stdin", name] + flag, input: Array(input.utf8))
                expectNoMark(in: outcome, [name, input] + flag)
                if outcome.status != .success {
                    #expect(try session.contents == Self.secrets)
                    failures += 1
                }
            }
        }
        #expect(failures > 80)
    }

    @Test("the error of an import with a refused secret does not contain it", arguments: secretKeys.map(\.name))
    func refusedImport(name: String) throws {
        let values: [PropertyListValue] = [
            "sekret", 271_828_271_828, ["sekret": ["sekret"]], [["sekret"]], .data(Data("sekret".utf8)), true,
        ]
        var failures = 0
        for value in values {
            let session = session()
            let document = JSONWriter(.lossless).text(of: ["FontName": "Serif", name: value])
            let outcome = session("import", "-", input: document)
            expectNoMark(in: outcome, [document])
            if outcome.status != .success {
                #expect(outcome == .failure(.invalidData, "'\(name)' does not accept this value"))
                #expect(try session.contents == Self.secrets)
                failures += 1
            }
        }
        #expect(failures > 3)
    }

    @Test("the error of a type that refuses a value is shown if the key is not secret")
    func errorOfType() {
        let session = session()
        let refused = session("set", "Motto", "brief")
        #expect(refused == .failure(.invalidData, "'Motto' cannot be brief: brief is too short"))
        let secret = session("set", "--stdin", "Passphrase", input: "sekret")
        #expect(secret == .failure(.invalidData, "'Passphrase' does not accept this value"))
    }

    @Test("no completion contains a secret value", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) {
        let session = session()
        let context = shell == "bash" ? ["9", ""] : shell == "fish" ? [""] : []
        for verb in SettingsVerb.names {
            for words in [[verb, ""], [verb, "-"]] + Self.secretKeys.map({ [verb, $0.name, ""] }) {
                expectNoMark(in: session.run(["__complete", shell] + context + words), words)
            }
        }
        #expect(session.candidates("set", "Door", "") == ["words"])
    }
}
