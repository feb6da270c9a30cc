import PropertyList
import Synchronization

/// The places in which threads of this process change something, to find an update inside another one.
enum HeldLocks {
    enum Place: Equatable {
        case folder(FileIdentity)
        case missing(ExactName)
    }

    /// A place and the thread that changes something there. An array, because there are few.
    private static let holders = Mutex<[(place: Place, thread: UInt)]>([])

    /// Marks a place as one in which this thread changes something. It is an error if the thread does so already.
    static func enter(_ place: Place) throws(LockError) {
        let thread = Platform.currentThread
        let isNested = holders.withLock { holders in
            if holders.contains(where: { $0.thread == thread && $0.place == place }) { return true }
            holders.append((place, thread))
            return false
        }
        if isNested { throw .heldByThisThread }
    }

    static func leave(_ place: Place) {
        let thread = Platform.currentThread
        holders.withLock { holders in
            holders.removeAll { $0.thread == thread && $0.place == place }
        }
    }
}

/// Marks a folder that is not there, and so cannot be locked, as one that this thread is changing something in.
final class MissingFolderMark {
    private let path: String

    init(_ path: String) throws(LockError) {
        try HeldLocks.enter(.missing(ExactName(path)))
        self.path = path
    }

    deinit {
        HeldLocks.leave(.missing(ExactName(path)))
    }
}
