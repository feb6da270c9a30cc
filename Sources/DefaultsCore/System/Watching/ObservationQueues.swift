package import Dispatch

/// The queues of all observations, so that a change does not wake a thread for each observer.
package enum ObservationQueues {
    /// The serial queue that reads changed domains. It runs no handlers of a program, which could wait for a later
    /// change.
    package static let reading = DispatchQueue(label: "defaults.observation.reading")
    /// The serial queue that calls handlers after changes by others.
    package static let reporting = DispatchQueue(label: "defaults.observation.reporting")
}
