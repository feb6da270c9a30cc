import Foundation
import Glibc
import Testing

/// Signals reach the command once, and whatever they do, the folder is removed.
@Suite(.waiting) struct SandboxSignalTests {
    let scratch = Scratch()

    init() throws {
        try scratch.prepareSandboxes()
    }

    private func start(_ command: String) throws -> ChildProcess {
        try scratch.start(
            [Executable.defaults, "sandbox", "--", "bash", "-c", command], environment: scratch.sandboxEnvironment)
    }

    private func wait(for name: String) {
        while !Disk.exists("\(scratch.path)/\(name)") { usleep(1000) }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, 40]

    @Test("a signal for sandbox is passed on to the command, once", arguments: signals)
    func passedOn(signal: Int32) throws {
        let child = try start(
            """
            trap 'echo x >>count' \(signal); : >ready
            until [ -s count ]; do :; done; for i in 1 2 3 4 5; do /bin/true; done; exit 9
            """)
        wait(for: "ready")
        child.send(signal: signal)
        #expect(try child.outcome() == Outcome(status: 9, output: [], error: ""))
        #expect(try Disk.bytes(scratch.path + "/count") == Array("x\n".utf8))
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("a signal that ends the command gives 128 and its number", arguments: signals)
    func ending(signal: Int32) throws {
        let child = try start("ulimit -c 0; defaults write D k v; echo $$ >new; mv new ready; exec sleep 1000")
        wait(for: "ready")
        // Bash itself ignores SIGQUIT.
        let command = String(decoding: try Disk.bytes(scratch.path + "/ready").dropLast(), as: UTF8.self)
        while try Disk.bytes("/proc/\(command)/comm") != Array("sleep\n".utf8) { usleep(1000) }
        child.send(signal: signal)
        #expect(try child.outcome() == Outcome(status: 128 + signal, output: [], error: ""))
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("signals that were ignored stay ignored, by the command as well")
    func ignored() throws {
        let outcome = try scratch.inSandboxes(
            """
            trap '' INT TERM USR1
            defaults sandbox -- sh -c 'kill -INT $PPID $$; kill -TERM $PPID $$; kill -USR1 $PPID $$; exit 6'
            """)
        #expect(outcome == Outcome(status: 6, output: [], error: ""))
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("a command that signals its process group gets the signal once")
    func groups() throws {
        let outcome = try scratch.inSandboxes(
            "exec setsid -w defaults sandbox -- bash -c 'trap \"echo INT\" INT; kill -INT 0; /bin/true; exit 4'")
        #expect(outcome == Outcome(status: 4, output: Array("INT\n".utf8), error: ""))
    }

    @Test("stopping and continuing sandbox stops and continues the command")
    func stopping() throws {
        let outcome = try scratch.inSandboxes(
            """
            state() { until grep -q "^State:.[$2]" /proc/$1/status; do :; done; }
            set -m; defaults sandbox -- bash -c 'echo $$ >new; mv new pid; while :; do :; done' & outer=$!
            until [ -e pid ]; do :; done; inner=$(cat pid)
            kill -TSTP $outer; state $outer T; state $inner T
            kill -CONT $outer; state $inner RS; state $outer S
            kill -TERM $outer; wait $outer
            """)
        #expect(outcome.status == 143, "\(outcome.error)")
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("the keys of a terminal signal the command once, which has the terminal", Executable.condition("script"))
    func terminal() throws {
        try Disk.write(
            """
            trap 'echo INT >>log' INT; : >ready; until [ -s log ]; do :; done; for i in 1 2 3 4 5; do /bin/true; done
            test -t 0 && test -t 1 && test -t 2 && exit 3
            """, to: scratch.path + "/command")
        let outcome = try scratch.inSandboxes(
            """
            { until [ -e ready ]; do :; done; printf '\\003'; until [ -e done ]; do :; done; } |
                { script -qec 'exec defaults sandbox bash command' /dev/null >/dev/null; echo $? >done; }; cat done log
            """)
        #expect(outcome.text == "3\nINT\n")
        #expect(try scratch.leftSandboxes().isEmpty)
    }

    @Test("the key of a terminal that stops a job stops sandbox and the command", Executable.condition("script"))
    func terminalStop() throws {
        try Disk.write(
            """
            set -m; echo started >log
            defaults sandbox bash -c ': >ready; until [ -e go ]; do :; done; exit 5'
            echo "stopped $?" >>log; : >go; fg >/dev/null; echo "ended $?" >>log; : >done
            """, to: scratch.path + "/command")
        let outcome = try scratch.inSandboxes(
            """
            { until [ -e ready ]; do :; done; printf '\\032'; until [ -e done ]; do :; done; } |
                script -qec 'bash command' /dev/null >/dev/null; cat log
            """)
        #expect(outcome.text == "started\nstopped 148\nended 5\n")
        #expect(try scratch.leftSandboxes().isEmpty)
    }
}
