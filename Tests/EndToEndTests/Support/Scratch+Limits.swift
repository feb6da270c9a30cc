extension Scratch {
    /// Starts the release executable within limits that nothing honest comes near: two seconds of processor time, 400
    /// MB of memory, and two minutes, after which the status is 124.
    ///
    /// Only for commands that start no other programs: the file system can make these use much processor time.
    func startWithinLimits(_ arguments: [String], as account: Account = .own) throws -> ChildProcess {
        let script = """
            ulimit -v 400000 -t 2
            exec timeout 120 "$@"
            """
        return try start((["/bin/bash", "-c", script, "bash"] + account.command(arguments)).map { Array($0.utf8) })
    }
}
