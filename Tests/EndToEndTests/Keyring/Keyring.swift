import Foundation
import Glibc
import TestExtent
import Testing

extension Keyring {
    /// The process of the daemon, where it may be stopped: no other test runs in the session meanwhile.
    static let daemon = ProcessInfo.processInfo.environment["DEFAULTS_TEST_KEYRING_DAEMON"].flatMap { pid_t($0) }

    static let stoppingCondition = ConditionTrait.enabled(
        if: daemon != nil, "Scripts/checks/keyring runs what stops the keyring, alone")
}

extension Scratch {
    /// The environment, and what leads to the session's keyring.
    var keyringEnvironment: [String: String] {
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"]
        environment["TMPDIR"] = path
        return environment
    }

    /// Runs `defaults --keyring` in the session.
    @discardableResult
    func keyring(_ arguments: String..., input: [UInt8] = []) throws -> Outcome {
        let words = [Executable.defaults, "--keyring"] + arguments
        return try run(words, input: input, environment: keyringEnvironment)
    }

    /// Puts a script in the place of a program, for those whose environment has the folder `fake` first in its search
    /// path.
    func fake(_ program: String, _ script: String) throws {
        // Not by this process, of which another child could have the script open for writing when it is to be run.
        let words = ["/bin/sh", "-c", "mkdir -p fake && cat >fake/$1 && chmod 755 fake/$1", "sh", program]
        let outcome = try run(words, input: Array("#!/bin/sh\n\(script)\n".utf8))
        #expect(outcome == .silence)
    }

    /// An environment with a bus and the programs of ``fake(_:_:)``.
    var fakeEnvironment: [String: String] {
        var environment = environment
        environment["PATH"] = "\(path)/fake:\(environment["PATH"] ?? "")"
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
        return environment
    }
}
