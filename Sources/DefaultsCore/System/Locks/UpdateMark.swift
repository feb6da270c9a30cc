import Synchronization

/// A mark that a thread of this process is changing a folder or a store. The mark lasts until this object is released.
/// An update inside another update on the same thread would wait for itself, so it is an error.
final class UpdateMark {
    /// The folder or store that an update changes.
    enum Subject: Equatable {
        case folder(FileIdentity)
        /// A folder that does not exist, and thus cannot be locked.
        case missingFolder(ExactName)
        case store(ObjectIdentifier)
    }

    private struct Entry: Equatable {
        let subject: Subject
        let thread: UInt
    }

    /// The marks of all threads. An array, because there are few.
    private static let all = Mutex<[Entry]>([])

    let subject: Subject
    private let thread = SystemThread.current

    /// Marks a subject for this thread.
    ///
    /// - Throws: ``FileError/Reason/nestedUpdate`` if this thread has already marked the subject.
    init(_ subject: Subject, for access: FileAccess) throws(FileError) {
        let entry = Entry(subject: subject, thread: thread)
        let isNew = Self.all.withLock { all in
            if all.contains(entry) { return false }
            all.append(entry)
            return true
        }
        // The error is thrown before the last property is set. Otherwise, `deinit` would remove the mark of the outer
        // update.
        guard isNew else { throw access.error(.nestedUpdate) }
        self.subject = subject
    }

    deinit {
        let entry = Entry(subject: subject, thread: thread)
        Self.all.withLock { all in all.removeAll { $0 == entry } }
    }
}
