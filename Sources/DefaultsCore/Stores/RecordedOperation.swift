import Synchronization

/// Updates that a journal records as one entry, such as the stages of a migration.
package final class RecordedOperation: Sendable {
    /// The number of the first entry, or `nil` if there is no entry yet.
    private let first = Mutex<Int?>(nil)

    /// Creates an operation without updates.
    package init() {}

    /// The number of the entry that the next update continues, or `nil` if the operation has no entry yet.
    package var number: Int? {
        get { first.withLock { $0 } }
        set { first.withLock { $0 = newValue } }
    }
}
