import Foundation
import TestExtent
import Testing

/// The release executable under `strace`, to see its system calls and to make one of them fail.
enum Strace {
    static let condition = ConditionTrait.enabled(if: isAvailable, "strace is not installed or may not trace")

    private static let isAvailable: Bool = {
        guard Executable.isInstalled("strace") else { return false }
        let scratch = Scratch()
        return (try? scratch.bash("strace -o trace true").status) == 0
    }()

    /// Names of system calls, with commas between them, of which some may be unknown to the processor or to this
    /// version of `strace`. aarch64 has no `open`, `fork`, `chown` or `rename`.
    static func calls(_ names: String) -> String { "?" + names.replacing(",", with: ",?") }
}

extension Scratch {
    /// Runs `defaults` with faults put into its system calls, in the words of `strace --inject`.
    ///
    /// - Parameter isFollowed: Whether the faults are put into the calls of further threads too. `strace` counts calls
    ///   by thread.
    func defaults(_ arguments: [String], injecting faults: [String], isFollowed: Bool = true) throws -> Outcome {
        let trace = ["/usr/bin/env", "strace", "-q", "-o", path + "/trace"] + (isFollowed ? ["-f"] : [])
        let words = trace + faults.map { "--inject=" + Strace.calls($0) } + [Executable.defaults] + arguments
        return try run(words)
    }

    /// The system calls of a run of `defaults` that succeeds, a line each, descriptors with the paths they stand for.
    func systemCalls(_ names: String, of arguments: String...) throws -> [String] {
        try systemCalls(names, of: arguments)
    }

    func systemCalls(_ names: String, of arguments: [String]) throws -> [String] {
        let words = ["/usr/bin/env", "strace", "-y", "-q", "-o", path + "/trace", "-e", "trace=" + Strace.calls(names)]
        let outcome = try run(words + [Executable.defaults] + arguments)
        guard outcome.status == 0 else { throw POSIXError(.EIO) }
        return try String(contentsOfFile: path + "/trace", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The system calls that a run of `defaults` makes from the first one in the scratch folder on, except those that
    /// do not concern files: their names, and the number of the first call of that name among all of the run.
    func fileCalls(of arguments: [String]) throws -> [(name: String, first: Int)] {
        let (calls, start) = try tracedCalls(of: arguments)
        let names = calls.map(\.name)
        let neutral = /m(map|unmap|remap|protect|advise)|brk|futex|get(pid|tid|random)|(clock|sched|rt_sig|exit).*/
        return Set(names[start...]).filter { !$0.isEmpty && $0.wholeMatch(of: neutral) == nil }.sorted().map { name in
            (name, names[..<start].count { $0 == name } + 1)
        }
    }

    /// The system calls in front of which tests kill a run of `defaults`: names of calls, and numbers of calls of that
    /// name. The numbers may go on after the last call.
    ///
    /// If not every case runs, these are the calls that change files, and the end of the last lock. A kill in front of
    /// any other leaves what a kill in front of the next one of these leaves.
    func kills(of arguments: [String]) throws -> [(name: String, numbers: AnySequence<Int>)] {
        if Extent.isWhole { return try fileCalls(of: arguments).map { ($0.name, AnySequence($0.first...)) } }
        let (calls, start) = try tracedCalls(of: arguments)
        let changing = /p?write.*|f(truncate|allocate|chmod|chown|setxattr).*|rename.*|(sym|un)?link(at)?|mkdir.*|rmdir/
        let last = calls.lastIndex { $0.name == "flock" }
        var counts: [String: Int] = [:]
        var numbers: [String: [Int]] = [:]
        for (index, call) in calls.enumerated() where !call.name.isEmpty {
            counts[call.name, default: 0] += 1
            let isChange = call.name.wholeMatch(of: changing) != nil || call.line.contains("O_CREAT")
            let isLast = index == last
            guard index >= start, isChange && !call.line.contains(" = -1 ") || isLast else { continue }
            numbers[call.name, default: []].append(counts[call.name] ?? 0)
        }
        return numbers.sorted { $0.key < $1.key }.map { ($0.key, AnySequence($0.value)) }
    }

    /// The system calls of a run of `defaults`, and the index of the first one in the scratch folder.
    private func tracedCalls(of arguments: [String]) throws -> (calls: [(name: String, line: Substring)], start: Int) {
        let words = ["/usr/bin/env", "strace", "-f", "-q", "-o", path + "/trace", Executable.defaults] + arguments
        guard try run(words).status == 0 else { throw POSIXError(.EIO) }
        let lines = try String(contentsOfFile: path + "/trace", encoding: .utf8).split(separator: "\n")
        let calls = lines.map { ($0.firstMatch(of: /^\d+ +(\w+)\(/).map { String($0.1) } ?? "", $0) }
        return (calls, lines.firstIndex { $0.contains(path) && !$0.contains("execve") } ?? lines.endIndex)
    }

    /// Whether a fault was put into a call of the last run with faults.
    func wasInjected() throws -> Bool {
        try String(contentsOfFile: path + "/trace", encoding: .utf8).contains("(INJECTED)")
    }
}
