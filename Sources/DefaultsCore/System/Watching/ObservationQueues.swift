package import Dispatch

/// The queue on which observed files are read, so that a change does not wake a thread for each observer.
package enum ObservationQueues {
    /// The serial queue of all domains in regular files. Reading them does not wait for another program.
    package static let reading = DispatchQueue(label: "defaults.observation")
}
