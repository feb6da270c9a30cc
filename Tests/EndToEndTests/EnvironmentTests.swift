import Foundation
import Testing

/// What the environment does to the command, and what it does not.
@Suite(.waiting) struct EnvironmentTests {
    let scratch = Scratch()

    /// Runs a command without the variables of the tests, where the home of the account is that of the test.
    private func withoutVariables(_ command: String) throws -> Outcome {
        let account = "me:x:0:0::\(scratch.home):/bin/sh"
        let script = "echo '\(account)' >passwd; mount --bind passwd /etc/passwd || exit 99; exec env -i \(command)"
        return try scratch.bashInMountSpace(script)
    }

    @Test(
        "without any variable the account's home is where domains are looked for", MountSpace.condition,
        arguments: ["", "HOME=", "HOME=relative", "XDG_CONFIG_HOME=relative"])
    func emptyEnvironment(variable: String) throws {
        try Disk.makeFolder(scratch.home + "/.config")
        try Disk.write("{ k = v; }", to: scratch.home + "/.config/D.plist")
        #expect(
            try withoutVariables("\(variable) '\(Executable.defaults)' read D k")
                == Outcome(status: 0, output: Array("v\n".utf8), error: ""))
    }

    @Test(
        "without HOME the account's home is read from a file, and no library of the name service is loaded",
        MountSpace.condition, Strace.condition,
        arguments: [
            "write ./D k -date 2024-01-31", "read ./D", "read ~/missing.domain", "export ./D -", "import ./E ./D.plist",
            "migrate ./D ./E new=old", "find k", "check ./D", "diff ./D ./E", "domains", "help", "delete ./D",
        ])
    func nameService(line: String) throws {
        try Disk.write("{ k = v; old = w; }", to: scratch.path + "/D.plist")
        let trace = "strace -f -o trace -e trace=\(Strace.calls("open,openat,connect"))"
        _ = try withoutVariables("\(trace) '\(Executable.defaults)' \(line)")
        let calls = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8)
        #expect(calls.contains("\"/etc/passwd\""), "\(calls)")
        #expect(!calls.contains(/\/(libnss_[^"\/]*|nsswitch\.conf|nscd\/socket)"/), "\(calls)")
    }

    @Test("the locale changes neither output nor complaints nor files")
    func locales() throws {
        var outcomes: [[Outcome]] = []
        var files: [Data] = []
        for (index, locale) in ["C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ja_JP.eucJP", "xx", ""]
            .enumerated()
        {
            var environment = scratch.environment
            environment["DEFAULTS_ROOT"] = "\(scratch.path)/root\(index)"
            for name in ["LC_ALL", "LANG", "LANGUAGE", "LC_NUMERIC"] { environment[name] = locale }
            outcomes.append([
                try scratch.defaults(
                    "write", "D", "I\u{130}i\u{131}", "-array", "-float", "0.5", "-date", "2024-01-31T12:00:00Z", "é",
                    environment: environment),
                try scratch.defaults("read", "D", environment: environment),
                try scratch.defaults("READ", "D", "I\u{130}i\u{131}", environment: environment),
                try scratch.defaults("read", "Missing", environment: environment),
                try scratch.defaults("export", "D", "/dev/full", environment: environment),
            ])
            files.append(try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/root\(index)/D.plist")))
        }
        #expect(outcomes.allSatisfy { $0.map(\.status) == [0, 0, 0, 1, 74] })
        #expect(outcomes.allSatisfy { $0 == outcomes.first })
        #expect(files.allSatisfy { $0 == files.first })
        let value = try Foreign.foundation(scratch.path + "/root0/D.plist")["I\u{130}i\u{131}"] as? [Any]
        #expect(value?.first as? Double == 0.5)
        #expect(value?.last as? String == "é")
    }
}
