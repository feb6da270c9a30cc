import Glibc
import TestStores
import Testing

@testable import DefaultsCLI
@testable import ToolSupport
@testable import DefaultsCore

/// Messages and statuses of errors that a command line alone cannot cause. `Complaints` has the others.
struct MessagesTests {
    typealias Outcome = Tool.Outcome

    @Test("a domain that no format holds is not exported")
    func notEncoded() throws {
        let deep = (0..<512).reduce(PropertyListValue.string("")) { value, _ in [value] }
        let outcome = Tool([Domain("D"): ["k": deep]]).run(["export", "D", "-"])
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
            (.file(FileAccess.write("/f").error(.reservedName)), .usage),
            (.file(FileAccess.lock("/f").error(.lockTimedOut(.seconds(1), nil))), .lockTimeout),
            (.file(FileAccess.write("/f").error(.notDurable(SystemError.tooManyLinks))), .inputOutput),
            (.file(FileAccess.write("/f").error(.nameTaken(by: "/g", SystemError(EISDIR)))), .inputOutput),
            (.file(FileAccess.write("/f").error(.nameTaken(by: "/g", SystemError(EPERM)))), .permission),
            (.file(FileAccess.write("").error(.partlyChanged(paths: [], .tooManyLinks))), .inputOutput),
            (.file(FileAccess.lock("/f").error(.nestedUpdate)), .inputOutput),
            (.file(FileAccess.remove("/f").error(.replaced)), .inputOutput),
            (.file(FileAccess.remove("/f").error(.moved(to: "/g", isEmpty: true))), .inputOutput),
            (.file(FileAccess.write("/f").error(SystemError.missing)), .inputOutput),
            (.file(FileAccess.read("/f").error(.foreignLink("/g"))), .permission),
            (.unreadable(path: "/f", PropertyListError(.outOfMemory)), .outOfMemory),
            (.other(.lockTimedOut, path: nil, description: "the server is busy"), .lockTimeout),
            (.invalidName("", .notEmpty), .usage),
        ] as [(PreferencesError.Reason, ToolSupport.ExitStatus)])
    func statuses(reason: PreferencesError.Reason, status: ToolSupport.ExitStatus) throws {
        let error = PreferencesError(reason)
        let write = Tool().run(["write", "D", "k", "v"], store: HookedStore(failure: error))
        let wayOut =
            error.isAboutContents
            ? "; use 'delete --force' to remove the file, or 'import --replace --force' to replace it" : ""
        #expect(
            write == Outcome(status: status, error: "defaults: Could not write domain D; exiting: \(error)\(wayOut)\n"))
        for words in [
            ["read", "D"], ["read", "D", "k"], ["read-type", "D", "k"], ["export", "D", "-"], ["domains"], ["read"],
        ] {
            let outcome = Tool().run(words, store: HookedStore(failure: error))
            #expect(outcome == Outcome(status: status, error: "defaults: \(error)\n"))
        }
    }

    @Test("a file beyond the limit is refused with the limit and the option")
    func tooLarge() throws {
        let store = HookedStore(failure: PreferencesError(FileAccess.read("/f").error(.tooLarge(limit: 10))))
        let sentence = "cannot read '/f': it has more than 10 bytes; use '--max-size' to raise the limit"
        #expect(
            Tool().run(["read", "D"], store: store)
                == Outcome(status: .invalidData, error: "defaults: \(sentence)\n"))
        #expect(
            Tool().run(["write", "D", "k", "v"], store: store)
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
        #expect(document.value == ["a": ["\u{FFFD}"], "b": "x"])
        let snapshot = DomainSnapshot(
            contents: ["a": ["\u{FFFD}"], "b": "x"], substitutions: document.substitutions)
        let store = HookedStore { $0.onSnapshot = { _ in snapshot } }
        let sentence =
            "defaults: Domain D contains an unpaired surrogate at 'a.0', which is printed as a substitute\n"
        let whole = Tool().run(["read", "D"], store: store)
        #expect(
            whole
                == Outcome(
                    status: .invalidData, output: "{\n    a =     (\n        \"\u{FFFD}\"\n    );\n    b = x;\n}\n",
                    error: sentence))
        #expect(Tool().run(["read", "D", "a"], store: store).error == sentence)
        #expect(Tool().run(["read", "D", "b"], store: store) == Outcome(status: .success, output: "x\n"))
        #expect(Tool().run(["export", "D", "-"], store: store).status == .invalidData)
    }
}
