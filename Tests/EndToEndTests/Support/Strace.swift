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
    func defaults(
        _ arguments: [String], injecting faults: [String], environment: [String: String]? = nil, isFollowed: Bool = true
    ) throws -> Outcome {
        let trace = ["/usr/bin/env", "strace", "-q", "-o", path + "/trace"] + (isFollowed ? ["-f"] : [])
        let words = trace + faults.map { "--inject=" + Strace.calls($0) } + [Executable.defaults] + arguments
        return try run(words, environment: environment)
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

    /// The system calls of a run of `defaults` in front of which tests kill another one, or which they let fail: names,
    /// and numbers among the calls of that name.
    ///
    /// These are all calls that concern files, from the first one in the scratch folder on. If not every case runs,
    /// they are those that change files or wait for the disk, and the end of the last lock. A kill in front of any
    /// other leaves what a kill in front of the next one of these leaves.
    func changingCalls(of words: [String], environment: [String: String]) throws -> [(name: String, number: Int)] {
        let strace = ["/usr/bin/env", "strace", "-q", "-o", path + "/trace", Executable.defaults]
        guard try run(strace + words, environment: environment).status == 0 else { throw POSIXError(.EIO) }
        let lines = try String(contentsOfFile: path + "/trace", encoding: .utf8).split(separator: "\n")
        let calls = lines.map { String($0.prefix { $0 != "(" }) }
        let start = lines.firstIndex { $0.contains(path) && !$0.hasPrefix("execve") } ?? lines.endIndex
        let changing = /p?write.*|f(sync|truncate|chmod|chown|setxattr).*|rename.*|(sym|un)?link(at)?|mkdir.*|rmdir/
        let neutral =
            #/
            brk|futex|get(pid|tid|random)|m(map|unmap|remap|protect|advise)|v?fork
            |(clock|clone|exit|rt_sig|sched|wait).*|\W.*
            /#
        return lines.indices.compactMap { index in
            let (name, line) = (calls[index], lines[index])
            let isChange = name.wholeMatch(of: changing) != nil || line.contains("O_CREAT")
            let isChosen =
                Extent.isWhole
                ? name.wholeMatch(of: neutral) == nil
                : isChange && !line.contains(" = -1 ") || index == calls.lastIndex(of: "flock")
            return index >= start && isChosen ? (name, calls[...index].count { $0 == name }) : nil
        }
    }

    /// Whether a fault was put into a call of the last run with faults.
    func wasInjected() throws -> Bool {
        try String(contentsOfFile: path + "/trace", encoding: .utf8).contains("(INJECTED)")
    }
}
