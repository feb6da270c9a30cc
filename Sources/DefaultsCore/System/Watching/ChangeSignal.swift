import Synchronization

/// The changes that were reported to a reader and are not yet read. Several changes before a read wake the reader once.
///
/// The path of a change:
///
///     inotify
///     └ FolderWatcher: its thread records the event in the watches that it concerns, and wakes them
///       └ PathWatch: follows the paths again if they may lead elsewhere, and calls the handler of its observation
///         ├ DomainChanges: reads the domain for the consumer of `changes(of:)`
///         ├ ChangeWaiter: wakes the thread of the command `watch`
///         └ SharedDomain: reads the domain on the queue `reading`, and notifies listeners on `reporting`
///           └ Preferences
///             ├ DomainChanges: reads the values for the consumer of `updates(of:)` or `changes()`
///             └ ChangeNotifications: posts a notification, at the pace of `PostingPace`
///
/// Each reader takes the changes before it reads, so that a change during the read wakes it again.
package final class ChangeSignal: Sendable {
    private let pending: Atomic<Bool>

    /// Creates a signal.
    ///
    /// - Parameter isPending: Whether there is a change at the start.
    package init(isPending: Bool = false) {
        pending = Atomic(isPending)
    }

    /// Whether a change was noted since the last call of ``take()``.
    var isPending: Bool { pending.load(ordering: .acquiring) }

    /// Notes a change. Can be called on any thread.
    ///
    /// - Returns: Whether the caller must wake the reader. The reader of an earlier change also reads this one.
    @discardableResult
    package func note() -> Bool { !pending.exchange(true, ordering: .acquiringAndReleasing) }

    /// Takes the changes so far. Must be called before they are read, even if nothing will be read.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    package func take() -> Bool { pending.exchange(false, ordering: .acquiringAndReleasing) }
}
