import CDefaults
import Glibc

/// The start of a program in a child process.
struct ProgramStart {
    /// The path of the executable.
    let path: [UInt8]
    /// The name of the program and the arguments.
    let words: [[UInt8]]
    /// The environment variables, each as `NAME=value`.
    let environment: [[UInt8]]
    /// The signals that are blocked in the program.
    let blocked: sigset_t
    /// The signals that are reset to their default action in the program. This process may ignore them.
    let unignored: sigset_t
    /// The only descriptors that the program inherits, renumbered from 0. If `nil`, it inherits all without
    /// `FD_CLOEXEC`.
    var descriptors: [Int32]?

    /// Starts the program, and returns its process identifier.
    func start() throws(SystemError) -> pid_t {
        // A descriptor may already have a number that is assigned to another descriptor. So all are first duplicated to
        // higher numbers.
        let copies = try descriptors?.map { [count = Int32(descriptors?.count ?? 0)] descriptor throws(SystemError) in
            FileDescriptor(try systemCall { fcntl(descriptor, F_DUPFD_CLOEXEC, count) })
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let copies {
            for (number, copy) in copies.enumerated() {
                posix_spawn_file_actions_adddup2(&actions, copy.number, Int32(number))
            }
            _ = defaults_spawn_add_closefrom(&actions, Int32(copies.count))
        }
        return try withExtendedLifetime(copies) { () throws(SystemError) in try start(&actions) }
    }

    private func start(_ actions: inout posix_spawn_file_actions_t) throws(SystemError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (blocked, unignored) = (blocked, unignored)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &unignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var identifier = pid_t()
        let (arguments, variables) = (CStrings(words), CStrings(environment))
        let code = withExtendedLifetime((arguments, variables)) {
            posix_spawn(
                &identifier, path.map(CChar.init(bitPattern:)) + [0], &actions, &attributes, arguments.pointers,
                variables.pointers)
        }
        if code != 0 { throw SystemError(code) }
        return identifier
    }

    /// Returns the exit status from a status of `waitpid`, or `nil` if a signal ended the process.
    static func exitStatus(in status: Int32) -> Int32? {
        status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
