import Foundation
import Glibc
import Synchronization
import Testing

@testable import DefaultsCLI
@testable import ToolSupport
@testable import DefaultsCore

/// `sandbox` with a function in place of a program.
struct SandboxRunTests {
    private let domain = Domain("D")
    private let tool: Tool

    init() {
        tool = Tool()
    }

    /// Runs a command line of `sandbox`. The program is a function of its words and variables, and of the store.
    private func run(
        _ words: [[UInt8]], _ program: @escaping @Sendable (Program) throws(SystemError) -> Int32
    ) -> Tool.Outcome {
        tool.run([Array("sandbox".utf8)] + words, program: { (words, _) throws(SystemError) in try program(words) })
    }

    private func bytes(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

    @Test("the program gets its words as bytes, and the variables of a folder that exists while it runs")
    func program() throws {
        let seen = Mutex<(words: [[UInt8]], root: String, isThere: Bool)>(([], "", false))
        let outcome = run(bytes("--", "name") + [[0x61, 0xFF]]) { program in
            let root = program.variables.first { $0.name == "DEFAULTS_ROOT" }?.value ?? ""
            seen.withLock { $0 = (program.words, root, FileManager.default.fileExists(atPath: root)) }
            let names = Set(program.variables.map(\.name))
            let expected: Set = [
                "DEFAULTS_SANDBOX", "DEFAULTS_ROOT", "XDG_CONFIG_HOME", "DEFAULTS_KEYRING", "DEFAULTS_JOURNAL",
            ]
            return names == expected ? 0 : 9
        }
        #expect(outcome == Tool.Outcome(status: .success))
        let (words, root, isThere) = seen.withLock { $0 }
        #expect(words == bytes("name") + [[0x61, 0xFF]])
        #expect(root.contains("/defaults-sandbox-\(getpid())-"))
        #expect(isThere)
        #expect(!FileManager.default.fileExists(atPath: root))
    }

    @Test("the status of the program is that of the command", arguments: [0, 1, 3, 74, 143, 255] as [Int32])
    func status(number: Int32) {
        #expect(run(bytes("name")) { _ in number } == Tool.Outcome(status: ExitStatus(rawValue: number)))
    }

    @Test(
        "a program that cannot be started has the status of shells",
        arguments: [
            (ENOENT, .programNotFound), (ENOTDIR, .programNotFound), (EACCES, .notExecutable),
            (ELOOP, .notExecutable), (E2BIG, .notExecutable), (EAGAIN, .inputOutput), (ENOMEM, .outOfMemory),
        ] as [(Int32, ToolSupport.ExitStatus)])
    func failure(code: Int32, status: ToolSupport.ExitStatus) {
        let outcome = run(bytes("name")) { (_) throws(SystemError) in throw SystemError(code) }
        #expect(outcome.status == status)
        #expect(outcome.error == "defaults: could not run 'name': \(SystemError(code))\n")
    }

    @Test("preferences that the program leaves are saved on standard output")
    func save() throws {
        let (store, domain) = (tool.store, domain)
        let outcome = run(bytes("--save", "-", "name")) { _ in
            try? store.update([domain]) { $0[domain] = ["k": 1] }
            return 0
        }
        #expect(outcome == Tool.Outcome(status: .success, output: "{\n  \"D\": {\n    \"k\": 1\n  }\n}\n"))
    }

    @Test("preferences of a program that fails are not saved")
    func failedSave() {
        let error = "defaults: the command failed; leaving standard output unchanged\n"
        let expected = Tool.Outcome(status: ExitStatus(rawValue: 3), error: error)
        #expect(run(bytes("-o", "-", "name")) { _ in 3 } == expected)
    }
}
