import Foundation
import Glibc
import TestExtent

/// How a program ended, and what it said.
struct Outcome: Equatable {
    /// The exit status, or 128 and the number of the signal that ended it.
    var status: Int32
    var output: [UInt8]
    var error: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// That of a command that does what it was asked to, and has nothing to say.
    static let silence = Outcome(status: 0, output: [], error: "")
}

/// A running program, started with nothing but what is given here: no inherited variables, no open descriptors, and no
/// ignored or blocked signals. The threads of tests block some.
final class ChildProcess {
    let identifier: pid_t
    private let folder: String

    /// - Parameters:
    ///   - arguments: the words of the command line, the first of them the program's path.
    ///   - input: what standard input gives.
    ///   - outputPath: where standard output goes instead of ``Outcome/output``.
    init(
        _ arguments: [[UInt8]], environment: [String: String], folder: String? = nil, input: [UInt8] = [],
        outputPath: String? = nil
    ) throws {
        self.folder = try Scratch.makeFolder()
        try Data(input).write(to: URL(fileURLWithPath: self.folder + "/input"))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, self.folder + "/input", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, 1, outputPath ?? self.folder + "/output", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, self.folder + "/error", O_WRONLY | O_CREAT, 0o600)
        _ = posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { _ = posix_spawn_file_actions_addchdir_np(&actions, folder) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let program = String(decoding: arguments[0], as: UTF8.self)
        let words = arguments.map(Self.cString)
        let variables = environment.map { Self.cString(Array("\($0.key)=\($0.value)".utf8)) }
        defer { (words + variables).forEach { free($0) } }
        let result = posix_spawn(&child, program, &actions, &attributes, words + [nil], variables + [nil])
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
        identifier = child
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func send(signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the program to end.
    func outcome() throws -> Outcome {
        WaitingTrait.require()
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1 {
            guard errno == EINTR else { throw POSIXError(.ECHILD) }
        }
        let signal = status & 0x7F
        return Outcome(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
            output: (try? Array(Data(contentsOf: URL(fileURLWithPath: folder + "/output")))) ?? [],
            error: (try? String(contentsOfFile: folder + "/error", encoding: .utf8)) ?? "")
    }

    private static func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        strdup(bytes.map(CChar.init(bitPattern:)) + [0])
    }
}

// The C library has these, the Glibc module does not.

@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func posix_spawn_file_actions_addchdir_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func posix_spawn_file_actions_addclosefrom_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32
