import Foundation
import Glibc
import Synchronization
import TestExtent
import Testing

/// Where a value is not while it goes into a real keyring and comes out.
@Suite(.waiting, .serialized, Keyring.condition)
struct KeyringSecrecyTests {
    let scratch = Scratch()
    /// The value, which only the last program of the scripts' pipes spells out.
    private static let secret = "plaintext-of-the-secret"
    private static let reversed = String(secret.reversed())

    /// Runs a script in a session of its own.
    private func start(_ script: String) throws -> ChildProcess {
        try scratch.start(["/usr/bin/setsid", "/bin/bash", "-c", script], environment: scratch.keyringEnvironment)
    }

    /// The arguments and variables of the processes of a session.
    private func processes(of session: pid_t) throws -> (count: Int, tools: Int, findings: [String]) {
        var (count, tools, findings) = (0, 0, [String]())
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let process = pid_t(name), getsid(process) == session else { continue }
            for file in ["cmdline", "environ"] {
                guard let data = FileManager.default.contents(atPath: "/proc/\(name)/\(file)"), !data.isEmpty else {
                    continue
                }
                count += 1
                if data.range(of: Data("secret-tool\0store".utf8)) != nil { tools += 1 }
                if data.range(of: Data(Self.secret.utf8)) != nil { findings.append("/proc/\(name)/\(file)") }
            }
        }
        return (count, tools, findings)
    }

    /// The files below a folder that hold the value, as it is or in base64.
    private func files(below folder: String) throws -> [String] {
        let forms = (0..<3).map { shift in
            let data = Data(repeating: 0x20, count: shift) + Data(Self.secret.utf8)
            return Data(data.base64EncodedData().dropFirst(4).dropLast(4))
        }
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return false }
            return ([Data(Self.secret.utf8)] + forms).contains { data.range(of: $0) != nil }
        }
    }

    @Test("the value is in no argument, no variable, no file and no message")
    func plaintext() throws {
        let writer = try start(
            """
            for ((i = 0; i < 30; i++)); do
                printf %s \(Self.reversed) | rev | tr -d '\\n' | defaults --keyring write --stdin D "k$i" -string \
                    || exit 1
                defaults --keyring write --dry-run --stdin D other -string <<<other >>shown || exit 1
                defaults --keyring read D >>shown || exit 1
                printf '{ a = %s' \(Self.reversed) | rev | defaults --keyring import D - && exit 1
            done
            # On a busy machine, the test may have seen too little by now.
            for ((i = 0; i < 1000; i++)); do
                if [ -e seen ]; then exit 0; fi
                printf %s \(Self.reversed) | rev | tr -d '\\n' | defaults --keyring write --stdin D k29 -string \
                    || exit 1
            done
            exit 0
            """)
        var (samples, tools) = (0, 0)
        while writer.isRunning {
            let found = try processes(of: writer.identifier)
            #expect(found.findings == [])
            samples += found.count
            tools += found.tools
            if samples > 100, tools > 0 { try Disk.write("", to: scratch.path + "/seen") }
        }
        let outcome = try writer.outcome()
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(!outcome.error.contains(Self.secret))
        #expect(!outcome.error.contains(Self.reversed))
        #expect(samples > 100, "nothing was seen")
        #expect(tools > 0, "nothing was seen")
        #expect(try scratch.keyring("read", "D", "k29").text == Self.secret + "\n")
        #expect(try files(below: scratch.path) == [])
        #expect(try files(below: try #require(Keyring.folder)) == [])
        #expect(try Disk.names(in: scratch.root) == [])
    }

    @Test("no program opens a file for writing", Strace.condition)
    func files() throws {
        let calls = Strace.calls("open,openat,creat,memfd_create,mknod,mknodat,link,linkat,rename,renameat,renameat2")
        let trace = "strace -f -q -o trace -e 'trace=\(calls)'"
        let script = "printf %s \(Self.reversed) | rev | \(trace) defaults --keyring write --stdin D k -string"
        #expect(try start(script).outcome() == .silence)
        let lines = try String(contentsOfFile: scratch.path + "/trace", encoding: .utf8).split(separator: "\n")
        #expect(lines.contains { $0.contains("secret") })
        let writing = lines.filter {
            $0.contains(/O_WRONLY|O_RDWR|O_CREAT|^\d+ +(creat|memfd|mknod|link|rename)/)
                && !$0.contains("\"/dev/null\"")
        }
        #expect(writing.isEmpty, "\(writing)")
    }
}
