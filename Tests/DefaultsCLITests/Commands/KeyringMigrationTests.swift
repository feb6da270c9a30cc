import DefaultsPreferences
import Foundation
import Testing

@testable import DefaultsCLI

/// `migrate --keyring`: values go from files to the keyring, and leave nothing behind.
struct KeyringMigrationTests {
    private let app = Domain("App")

    private func run(_ tool: Tool, _ words: String...) -> Tool.Outcome {
        tool.run(["--keyring", "migrate"] + words)
    }

    @Test("values go, the rest stays, and the record has neither values nor digests", arguments: ["App", "Secrets"])
    func moves(target: String) throws {
        let tool = Tool([app: ["pass": "hunter2", "size": 12, "token": "s3cret"]])
        #expect(
            run(tool, "-v", "--id", "m", "App", target, "token=token", "password=pass:string")
                == Tool.Outcome(status: .success, output: "moved token -> token\nmoved pass -> password\nm: done\n"))
        #expect(try tool.contents("App") == ["size": 12])
        var contents = try tool.keyring.contents(of: Domain(target))
        let records = contents["DefaultsMigrations"]
        contents["DefaultsMigrations"] = nil
        #expect(contents == ["password": "hunter2", "token": "s3cret"])
        let record = try #require(records?.member("m"))
        #expect(record.members.map(\.component) == ["Date", "State", "Steps"])
        #expect(record.member("State") == "done")
        #expect(
            record.member("Steps")
                == [["Action": "move", "Domain": "App", "Keys": ["token=token", "password=pass"]]])
        #expect(run(tool, "-v", "--id", "m", "App", target, "token=token").output == "m: already done\n")
        #expect(run(tool, "--status", target).output.hasPrefix("m: done, "))
    }

    @Test("what would leave a plain copy, or bring one back, is refused")
    func refused() throws {
        let tool = Tool([app: ["k": "v"]])
        for (option, words) in [
            ("--copy", ["--copy", "App", "App", "k=k"]), ("--rollback", ["--rollback", "m", "App"]),
        ] {
            let outcome = tool.run(["--keyring", "migrate"] + words)
            let message = "defaults: options '\(option)' and '--keyring' cannot be combined\n"
            #expect(outcome == Tool.Outcome(status: .usage, error: message))
        }
        #expect(try tool.contents("App") == ["k": "v"])
        #expect(try tool.keyring.domains(on: .any).isEmpty)
    }

    @Test("a dry run shows keys and types, and changes nothing")
    func dryRun() throws {
        let tool = Tool([app: ["token": "hunter2"]])
        let outcome = run(tool, "--dry-run", "--id", "m", "App", "App", "token=token")
        #expect(outcome.status == .success)
        #expect(!outcome.output.contains("hunter2"))
        #expect(
            outcome.output == """
                [App]
                [values are not shown]
                - token: string
                [App in the keyring]
                [values are not shown]
                + DefaultsMigrations: dictionary
                + token: string

                """)
        #expect(try tool.contents("App") == ["token": "hunter2"])
        #expect(try tool.keyring.domains(on: .any).isEmpty)
    }

    @Test("types, conversions and conflicts are as they are without a keyring, and no value is told")
    func policies() throws {
        let tool = Tool([app: ["count": "12", "token": "hunter2"]], secrets: [app: ["token": "other"]])
        let mismatch = run(tool, "App", "App", "n=token:integer")
        #expect(mismatch.status == .negative)
        #expect(!mismatch.error.contains("hunter2"))
        #expect(
            mismatch.error
                == "defaults: Key token of domain App is a string, not an integer; leaving defaults unchanged\n")
        let conflict = run(tool, "--on-conflict", "fail", "App", "App", "token=token")
        #expect(conflict.status == .negative)
        #expect(
            conflict.error
                == "defaults: Old key token and new key token of domain App in the keyring both exist; "
                + "leaving defaults unchanged\n"
        )
        #expect(try tool.contents("App") == ["count": "12", "token": "hunter2"])

        #expect(run(tool, "--convert", "App", "App", "n=count:integer").status == .success)
        let kept = run(tool, "App", "App", "token=token")
        #expect(kept.error == "defaults: Key token exists already; leaving it and key token as they are\n")
        #expect(try tool.contents("App") == ["token": "hunter2"])
        #expect(run(tool, "--on-conflict", "overwrite", "App", "App", "token=token").status == .success)
        #expect(try tool.store.domains(on: .any).isEmpty)
        let contents = try tool.keyring.contents(of: app)
        #expect(contents["n"] == 12)
        #expect(contents["token"] == "hunter2")
        #expect(!JSONWriter().text(of: contents["DefaultsMigrations"] ?? [:]).contains("other"))
    }
}
