import CDefaults
import Glibc

/// A program to run as a child process, with the streams, terminal, working directory, descriptors and signals of this
/// process.
package struct Program: Sendable {
    /// The name or path of the executable, and the arguments.
    let words: [[UInt8]]
    /// The variables to set, or to remove if their value is `nil`. The program inherits all other variables of this
    /// process.
    let variables: [(name: String, value: String?)]
    /// Whether to wait also for the processes that the program leaves behind.
    let waitsForDescendants: Bool

    package init(
        words: [[UInt8]], variables: [(name: String, value: String?)], waitsForDescendants: Bool = false
    ) {
        (self.words, self.variables, self.waitsForDescendants) = (words, variables, waitsForDescendants)
    }

    /// Runs the program until it ends.
    ///
    /// The program belongs to the process group of this process, so the terminal sends its signals to both. Signals
    /// that another process sends to this process are sent to the program as well. If this process gets SIGTSTP from
    /// another process or from the terminal, it stops together with the program. If ``waitsForDescendants`` is true,
    /// the function then also waits for the processes that the program leaves behind. Otherwise, these processes keep
    /// running. A signal that ends this process ends this wait and becomes pending again.
    ///
    /// - Returns: The exit status of the program, or 128 plus the number of the signal that ended it.
    /// - Throws: The error of starting the program.
    package func run(holding signals: HeldSignals) throws(SystemError) -> Int32 {
        if waitsForDescendants { try systemCall { defaults_adopt_orphans() } }
        let child = try start(mask: signals.original)
        while true {
            var status: Int32 = 0
            if try systemCall({ waitpid(child, &status, WNOHANG) }) == child {
                // The program has already received the signals of the terminal. Other signals come too late for the
                // program.
                signals.discard()
                if waitsForDescendants { try waitForOrphans(signals) }
                return ProgramStart.exitStatus(in: status) ?? 128 + status & 0x7F
            }
            relay(try signals.next(), to: child, signals)
        }
    }

    /// Waits until this process has no children.
    private func waitForOrphans(_ signals: HeldSignals) throws(SystemError) {
        while true {
            var status: Int32 = 0
            do {
                while try systemCall({ waitpid(-1, &status, WNOHANG) }) > 0 {}
            } catch {
                return  // there are no children
            }
            let number = try signals.next().number
            if HeldSignals.ending.contains(number) {
                // The signal is still blocked, so it becomes pending again.
                kill(getpid(), number)
                return
            }
            if number == SIGTSTP { signals.stop() }
        }
    }

    private func relay(_ arrival: HeldSignals.Arrival, to child: pid_t, _ signals: HeldSignals) {
        if arrival.number == SIGCHLD { return }
        // If the program sent the signal to its process group, it has already received the signal.
        if let sender = arrival.sender, sender != child { kill(child, arrival.number) }
        if arrival.number == SIGTSTP { signals.stop() }
    }
}

/// Starting the program.
extension Program {
    private func start(mask: sigset_t) throws(SystemError) -> pid_t {
        var failure = SystemError.missing
        for path in paths {
            do {
                return try start(path, words, mask)
            } catch  where error.code == ENOEXEC {
                // The file is a script without an interpreter line. Shells run such a script themselves.
                return try start(Array("/bin/sh".utf8), [Array("/bin/sh".utf8), path] + words.dropFirst(), mask)
            } catch  where error.isMissing {
                continue
            } catch  where error.code == EACCES {
                failure = error
            }
        }
        throw failure
    }

    /// The paths at which the executable can be, in order. As in a shell, a name without a slash is looked up in the
    /// folders of `PATH`.
    private var paths: [[UInt8]] {
        let slash = UInt8(ascii: "/")
        guard let name = words.first, !name.isEmpty else { return [] }
        if name.contains(slash) { return [name] }
        let list = getenv("PATH").map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        let folders = (list ?? Array("/bin:/usr/bin".utf8))
            .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return folders.map { folder in folder.isEmpty ? name : folder + [slash] + name }
    }

    private func start(_ path: [UInt8], _ words: [[UInt8]], _ mask: sigset_t) throws(SystemError) -> pid_t {
        var unignored = sigset_t()
        sigemptyset(&unignored)
        sigaddset(&unignored, SIGXFSZ)  // this process ignores SIGXFSZ
        let start = ProgramStart(
            path: path, words: words, environment: environment, blocked: mask, unignored: unignored)
        return try start.start()
    }

    /// The environment variables of the program, each as `NAME=value`: the variables of this process after the changes
    /// in ``variables``.
    private var environment: [[UInt8]] {
        var inherited: [[UInt8]] = []
        var next = defaults_environment()
        while let text = next?.pointee {
            inherited.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
            next = next?.advanced(by: 1)
        }
        let replaced = variables.map { Array("\($0.name)=".utf8) }
        return inherited.filter { entry in !replaced.contains { entry.starts(with: $0) } }
            + variables.compactMap { variable in variable.value.map { Array("\(variable.name)=\($0)".utf8) } }
    }
}
