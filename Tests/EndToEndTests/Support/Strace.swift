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
}
