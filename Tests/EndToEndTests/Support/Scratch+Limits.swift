extension Scratch {
    /// Starts the release executable within limits that nothing honest comes near: twenty seconds of processor time,
    /// 400 MB of memory, and ten minutes, after which the status is 124.
    ///
    /// `Scripts/checks/hostile` measures the processor time. Only for commands that start no other programs: the file
    /// system can make these use much processor time.
    func startWithinLimits(_ arguments: [String], as account: Account = .own) throws -> ChildProcess {
        let script = """
            ulimit -v 400000 -t 20
            exec timeout 600 "$@"
            """
        return try start(["/bin/bash", "-c", script, "bash"] + account.command(arguments))
    }
}
