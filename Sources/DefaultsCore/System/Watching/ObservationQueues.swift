import Dispatch

/// The queues on which observed files are read, so that a change does not wake a thread for each observer.
enum ObservationQueues {
    /// The serial queue of all domains in regular files. Reading them does not wait for another program.
    static let reading = DispatchQueue(label: "defaults.observation")
    /// The serial queue of functions of the program that read, which may wait.
    static let program = DispatchQueue(label: "defaults.observation.program")
}
