package import Dispatch

extension DomainStore {
    /// Returns the queue for reading a domain when it changes.
    ///
    /// A domain that is not in a regular file, such as one in a pipe or in another kind of store, gets a queue of its
    /// own, because reading it can take as long as it likes.
    package func readingQueue(of domain: Domain) -> DispatchQueue {
        version(of: domain)?.isOfFile == true
            ? ObservationQueues.reading : DispatchQueue(label: "defaults.observation.domain")
    }
}
