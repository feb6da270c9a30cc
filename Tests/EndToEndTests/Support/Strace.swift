import Foundation

/// The release executable under `strace`, to see its system calls and to make one of them fail.
enum Strace {
    /// Whether there is one that may trace.
    static let isAvailable: Bool = {
        guard Executable.isInstalled("strace"), let scratch = try? Scratch() else { return false }
        return (try? scratch.bash("strace -o trace true").status) == 0
    }()
}

extension Scratch {
    /// Runs `defaults` with faults put into its system calls, in the words of `strace --inject`.
    ///
    /// - Parameter isFollowed: Whether the faults are put into the calls of further threads too. `strace` counts calls
    ///   by thread.
    func defaults(_ arguments: [String], injecting faults: [String], isFollowed: Bool = true) throws -> Outcome {
        let trace = ["/usr/bin/env", "strace", "-q", "-o", path + "/trace"] + (isFollowed ? ["-f"] : [])
        let words = trace + faults.map { "--inject=" + $0 } + [Executable.defaults] + arguments
        return try run(words.map { Array($0.utf8) })
    }

    /// The system calls of a run of `defaults` that succeeds, a line each, descriptors with the paths they stand for.
    func systemCalls(_ names: String, of arguments: String...) throws -> [String] {
        try systemCalls(names, of: arguments)
    }

    func systemCalls(_ names: String, of arguments: [String]) throws -> [String] {
        let words = ["/usr/bin/env", "strace", "-y", "-q", "-o", path + "/trace", "-e", "trace=" + names]
        let outcome = try run((words + [Executable.defaults] + arguments).map { Array($0.utf8) })
        guard outcome.status == 0 else { throw POSIXError(.EIO) }
        return try String(contentsOfFile: path + "/trace", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The system calls that a run of `defaults` makes from the first one in the scratch folder on, except those that
    /// do not concern files: their names, and the number of the first call of that name among all of the run.
    func fileCalls(of arguments: [String]) throws -> [(name: String, first: Int)] {
        let words = ["/usr/bin/env", "strace", "-f", "-q", "-o", path + "/trace", Executable.defaults] + arguments
        guard try run(words.map { Array($0.utf8) }).status == 0 else { throw POSIXError(.EIO) }
        let neutral = /m(map|unmap|remap|protect|advise)|brk|futex|get(pid|tid|random)|(clock|sched|rt_sig|exit).*/
        let lines = try String(contentsOfFile: path + "/trace", encoding: .utf8).split(separator: "\n")
        let names = lines.map { $0.firstMatch(of: /^\d+ +(\w+)\(/).map { String($0.1) } ?? "" }
        let start = lines.firstIndex { $0.contains(path) && !$0.contains("execve") } ?? lines.endIndex
        return Set(names[start...]).filter { !$0.isEmpty && $0.wholeMatch(of: neutral) == nil }.sorted().map { name in
            (name, names[..<start].count { $0 == name } + 1)
        }
    }

    /// Whether a fault was put into a call of the last run with faults.
    func wasInjected() throws -> Bool {
        try String(contentsOfFile: path + "/trace", encoding: .utf8).contains("(INJECTED)")
    }
}
