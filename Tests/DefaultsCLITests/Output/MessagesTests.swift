import Glibc
import PropertyList
import Testing

@testable import DefaultsCLI
@testable import ToolSupport
@testable import DefaultsCore

/// What goes wrong, what is said of it, and with which status the command ends.
struct MessagesTests {
    typealias Outcome = Tool.Outcome

    private static func run(_ tool: Tool, _ words: [String], store: (any DomainStore)? = nil) -> Outcome {
        tool.run(words.map { Array($0.utf8) }, store: store)
    }

    private static func tool(input: String = "", contents: PropertyListDictionary = ["k": "v"]) throws -> Tool {
        Tool([try Domain("D"): contents, .global: ["g": 1]], input: Array(input.utf8))
    }

    @Test(
        "a value, domain or file that is missing is said in Apple's words, with status 1",
        arguments: [
            (["read", "X"], "Domain X does not exist"), (["read", "x.plist"], "Domain x.plist does not exist"),
            (["read", "./X"], "Domain ./X.plist does not exist"),
            (["-currentHost", "read", "-g"], "Domain Apple Global Domain does not exist"),
            (["read", "D", "x"], "The domain/default pair of (D, x) does not exist"),
            (["read", "X", "x"], "The domain/default pair of (X, x) does not exist"),
            (["read", "-g", "x"], "The domain/default pair of (kCFPreferencesAnyApplication, x) does not exist"),
            (["read-type", "D", "x"], "The domain/default pair of (D, x) does not exist"),
            (["delete", "X"], "Domain (X) not found. Defaults have not been changed."),
            (["delete", "D", "x"], "Domain (D) not found: it has no key (x). Defaults have not been changed."),
            (["export", "X", "-"], "The domain X does not exist"), (["export", "D"], "Need a path to write to"),
            (["import", "D"], "Need a path to read from"),
            (["write", "D", "K"], "Rep argument is not a dictionary. Defaults have not been changed."),
            (["write", "D", "(a)"], "Rep argument is not a dictionary. Defaults have not been changed."),
            (
                ["write", "D", "{a=1}"],
                """
                Could not parse: {a=1}.  Invalid old-style text, a missing ';' after a value on line 1, column 5.  \
                Write a dictionary as { key = value; }.
                """
            ),
            (["write", "D", "K", "a", "b"], "Unexpected argument b; leaving defaults unchanged."),
        ])
    func negative(words: [String], message: String) throws {
        let tool = try Self.tool()
        #expect(Self.run(tool, words) == Outcome(status: .negative, error: "defaults: \(message)\n"))
        #expect(try tool.contents("D") == ["k": "v"])
    }

    @Test(
        "called in no way that the verb has",
        arguments: [
            (["read-type", "D"], "'defaults read-type <domain> <key>'"), (["delete"], "'defaults delete <domain>'"),
            (["delete", "D", "K", "x"], "'defaults delete <domain> <key>'"),
            (["write", "D"], "'defaults write <domain> <key> <value>'"),
            (["import"], "'defaults import <domain> -'"), (["export"], "'defaults export <domain> -'"),
        ])
    func usage(words: [String], synopsis: String) throws {
        let tool = try Self.tool()
        let outcome = Self.run(tool, words)
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("defaults: wrong operands; use '"))
        #expect(outcome.error.contains(synopsis))
        #expect(try tool.contents("D") == ["k": "v"])
    }

    @Test("a name that is none is wrong usage", arguments: ["", "a//b", "..", "/"])
    func names(name: String) throws {
        for words in [["read", name], ["write", name, "k", "v"], ["delete", name], ["export", name, "-"]] {
            let outcome = Self.run(try Self.tool(), words)
            #expect(outcome.status == .usage)
            #expect(outcome.error.hasPrefix("defaults: '\(name)' is not a domain: a "))
        }
    }

    @Test("without a verb an introduction is printed on standard error")
    func noVerb() {
        #expect(Tool()() == Outcome(status: .usage, error: HelpText.introduction))
    }

    @Test(
        "what cannot be imported",
        arguments: [
            ("", "Could not parse property list from - due to empty input"),
            ("hello", "Could not parse property list from - due to an unknown format"),
            (
                "{ a = b }",
                "Could not parse property list from - due to invalid old-style text, "
                    + "a missing ';' after a value on line 1, column 8"
            ),
            ("(a)", "Property list - was not a dictionary. Defaults have not been changed."),
            (
                #"{ a = "\Ud800"; }"#,
                "Could not parse property list from - due to an unpaired surrogate at 'a', which cannot be stored"
            ),
        ])
    func imports(input: String, message: String) throws {
        let tool = try Self.tool(input: input)
        #expect(Self.run(tool, ["import", "D", "-"]) == Outcome(status: .invalidData, error: "defaults: \(message)\n"))
        #expect(try tool.contents("D") == ["k": "v"])
    }

    @Test("files that cannot be read or written are named")
    func files() throws {
        let path = "/nonexistent-\(getpid())/f"
        #expect(
            Self.run(try Self.tool(), ["import", "D", path])
                == Outcome(
                    status: .inputOutput,
                    error:
                        "defaults: Could not read data from \(path): cannot read '\(path)': No such file or directory\n"
                ))
        let export = Self.run(try Self.tool(), ["export", "D", path])
        #expect(export.status == .inputOutput)
        #expect(export.error.hasPrefix("defaults: Could not export domain D to \(path) due to an error: cannot "))
    }

    @Test("a domain that no format holds is not exported")
    func notEncoded() throws {
        let deep = (0..<512).reduce(PropertyListValue.string("")) { value, _ in [value] }
        let outcome = Self.run(try Self.tool(contents: ["k": deep]), ["export", "D", "-"])
        #expect(outcome.status == .invalidData)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.error.hasPrefix(
                "defaults: Could not export domain D: more than 512 nested containers at 'k.0"))
    }

    @Test(
        "the store's errors have statuses of their own",
        arguments: [
            (.unreadable(path: "/f", PropertyListError(.unrecognized)), .invalidData),
            (.file(FileAccess.read("/f").error(.notRegularFile(.directory))), .invalidData),
            (.unfaithful(path: "/f", []), .invalidData),
            (.unstorable(path: "/f", PropertyListError(.empty)), .invalidData),
            (.file(FileAccess.write("/f").error(.notWritable)), .permission),
            (.file(FileAccess.write("/f").error(.ownerNotKept)), .permission),
            (.file(FileAccess.lock("/f").error(.lockTimedOut(.seconds(1), nil))), .lockTimeout),
            (.file(FileAccess.write("/f").error(.notDurable(SystemError.tooManyLinks))), .inputOutput),
            (.file(FileAccess.write("/f").error(.nameTaken(by: "/g", SystemError(EISDIR)))), .inputOutput),
            (.file(FileAccess.write("/f").error(.nameTaken(by: "/g", SystemError(EPERM)))), .permission),
            (.file(FileAccess.write("").error(.partlyChanged(paths: [], .tooManyLinks))), .inputOutput),
            (.file(FileAccess.lock("/f").error(.nestedUpdate)), .inputOutput),
            (.file(FileAccess.remove("/f").error(.replaced)), .inputOutput),
            (.file(FileAccess.remove("/f").error(.moved(to: "/g", isEmpty: true))), .inputOutput),
            (.file(FileAccess.write("/f").error(SystemError.missing)), .inputOutput),
            (.invalidName("", .notEmpty), .usage),
        ] as [(PreferencesError.Reason, ToolSupport.ExitStatus)])
    func statuses(reason: PreferencesError.Reason, status: ToolSupport.ExitStatus) throws {
        let error = PreferencesError(reason)
        let write = Self.run(Tool(), ["write", "D", "k", "v"], store: FailingStore(error: error))
        let wayOut =
            error.isAboutContents
            ? "; use 'delete --force' to remove the file, or 'import --replace --force' to replace it" : ""
        #expect(
            write == Outcome(status: status, error: "defaults: Could not write domain D; exiting: \(error)\(wayOut)\n"))
        for words in [
            ["read", "D"], ["read", "D", "k"], ["read-type", "D", "k"], ["export", "D", "-"], ["domains"], ["read"],
        ] {
            let outcome = Self.run(Tool(), words, store: FailingStore(error: error))
            #expect(outcome == Outcome(status: status, error: "defaults: \(error)\n"))
        }
    }

    @Test("a file beyond the limit is refused with the limit and the option")
    func tooLarge() throws {
        let store = FailingStore(error: PreferencesError(FileAccess.read("/f").error(.tooLarge(limit: 10))))
        let sentence = "cannot read '/f': it has more than 10 bytes; use '--max-size' to raise the limit"
        #expect(
            Self.run(Tool(), ["read", "D"], store: store)
                == Outcome(status: .invalidData, error: "defaults: \(sentence)\n"))
        #expect(
            Self.run(Tool(), ["write", "D", "k", "v"], store: store)
                == Outcome(
                    status: .invalidData, error: "defaults: Could not write domain D; exiting: \(sentence)\n"))
    }

    @Test("output that fails is told, but not to a reader that has gone")
    func output() throws {
        let broken = Tool([.global: ["g": 1]], outputError: SystemError(EPIPE))
        #expect(broken("read", "-g") == Outcome(status: .inputOutput))
        let full = Tool([.global: ["g": 1]], outputError: SystemError(ENOSPC))
        #expect(
            full("read", "-g")
                == Outcome(status: .inputOutput, error: "defaults: cannot write the output: No space left on device\n"))
    }

    @Test("what is shown as something else is owned up to, with status 65")
    func substitutions() throws {
        let document = try PropertyListReader.read(Array(#"{ a = ("\Ud800"); b = x; }"#.utf8))
        guard case .dictionary(let contents) = document.value else { return }
        let store = PartlyFailingStore(
            snapshot: DomainSnapshot(contents: contents, substitutions: document.substitutions))
        let sentence =
            "defaults: Domain D contains an unpaired surrogate at 'a.0', which is printed as a substitute\n"
        let whole = Self.run(Tool(), ["read", "D"], store: store)
        #expect(
            whole
                == Outcome(
                    status: .invalidData, output: "{\n    a =     (\n        \"\u{FFFD}\"\n    );\n    b = x;\n}\n",
                    error: sentence))
        #expect(Self.run(Tool(), ["read", "D", "a"], store: store).error == sentence)
        #expect(Self.run(Tool(), ["read", "D", "b"], store: store) == Outcome(status: .success, output: "x\n"))
        #expect(Self.run(Tool(), ["export", "D", "-"], store: store).status == .invalidData)
    }

    @Test("one domain of many that cannot be read is named, and the others are shown")
    func several() throws {
        let store = PartlyFailingStore(snapshot: DomainSnapshot(contents: ["k": 1]))
        let outcome = Self.run(Tool(), ["read"], store: store)
        #expect(outcome.status == .invalidData)
        #expect(
            outcome.output
                == "{\n    \"Apple Global Domain\" =     {\n        k = 1;\n    };\n"
                + "    good =     {\n        k = 1;\n    };\n}\n"
        )
        #expect(outcome.error == "defaults: cannot read 'bad': not a property list\n")
    }
}

/// A store of the domains `bad`, which cannot be read, and `good`; all but `bad` hold the same.
private struct PartlyFailingStore: DomainStore {
    let snapshot: DomainSnapshot

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        if domain.name == .named("bad") {
            throw PreferencesError(.unreadable(path: "bad", PropertyListError(.unrecognized)))
        }
        return snapshot
    }
    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        throw PreferencesError(FileAccess.write("").error(.notWritable))
    }
    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] {
        [try Domain("bad"), try Domain("good")]
    }
}
