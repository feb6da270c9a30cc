import Dispatch
import Synchronization

/// A watch on files, and on the folders and symbolic links of their paths.
///
/// Only folders are watched, so that replaced files and files that do not exist yet are reported too. For each path,
/// the folder of the file and the folder of each symbolic link are watched. Each parent folder is watched too, because
/// it may be moved. If a folder is missing, the nearest existing parent is watched.
///
/// If a folder cannot be watched, the files are polled: a change is reported within the polling interval. A parent
/// folder that the user may not list is assumed not to move.
final class PathWatch: Sendable {
    /// A watched file or folder.
    enum Target: Sendable {
        /// A file, which need not exist.
        case file(String)
        /// The property lists of a folder.
        ///
        /// - isRecursive: Whether the property lists in its subfolders are watched too.
        /// - excluded: Subfolders that are not watched.
        case folder(String, isRecursive: Bool, excluded: [String])
    }

    private struct State {
        var isCancelled = false
        var round: UInt64 = 0
        var writes: UInt64 = 0
        /// The files that may have changed since the last read began.
        var changes = PathChanges.all
        /// The changed entries of listed folders, until they are examined.
        var entries: Set<ExactName> = []
        /// See ``PathFollower/indirectEntries``.
        var indirectEntries: Set<ExactName> = []
        /// The polling, or `nil` if the kernel reports all changes.
        var polling: PathPolling?
    }

    private let targets: [Target]
    private let pollingInterval: Duration
    private let watchFolder: WatchFolder
    /// The handler. It is called on any thread after an event, and must return soon.
    private let handler: @Sendable () -> Void
    private let state = Mutex(State())
    /// Pending if the paths must be followed again.
    private let redirection = ChangeSignal(isPending: true)
    /// Pending while a poll is scheduled.
    private let nextPoll = ChangeSignal()
    /// A lock that is held while the paths are followed. Only one round runs at a time, because an older round would
    /// end the subscriptions of a newer round.
    private let following = Mutex(())

    /// A function that watches a folder; see ``FolderWatcher/watch(_:by:round:)``.
    typealias WatchFolder = @Sendable (FolderInterest, PathWatch, _ round: UInt64) throws(FileError) -> Void

    /// Creates a watch. It watches from the first ``follow()`` on.
    ///
    /// - Parameters:
    ///   - targets: The files and folders to watch.
    ///   - pollingInterval: The time between two polls of files whose folders cannot be watched.
    ///   - watchFolder: The function that watches a folder. Tests replace this function.
    ///   - handler: The handler of changes.
    init(
        _ targets: [Target], pollingInterval: Duration = .seconds(1),
        watchFolder: @escaping WatchFolder = FolderWatcher.watch, handler: @escaping @Sendable () -> Void
    ) {
        self.targets = targets
        self.pollingInterval = pollingInterval
        self.watchFolder = watchFolder
        self.handler = handler
    }

    /// Ends the watch. A call of the handler may still be running.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        FolderWatcher.stop(self)
    }

    /// Returns whether the path of a target begins with the given path.
    func concerns(_ path: String) -> Bool {
        targets.contains { target in
            switch target {
            case .file(let own), .folder(let own, _, _): own.hasScalarPrefix(path)
            }
        }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The error due to which the files are polled, or `nil` if the kernel reports all changes.
    var pollingReason: FileError? { state.withLock { $0.polling?.reason } }

    /// The number of writes in place so far, or `nil` while the files are polled.
    var writeCount: UInt64? {
        FolderWatcher.deliverEvents()
        return state.withLock { $0.polling == nil ? $0.writes : nil }
    }

    /// Records events. The caller holds the lock of ``FolderWatcher``.
    ///
    /// - Parameter entry: The path of the entry of a listed folder that the events concern, or `nil` if they may
    ///   concern any file.
    /// - Returns: Whether the watch must be woken.
    func note(_ events: FolderEvents, ofEntry entry: ExactName?) -> Bool {
        state.withLock { state in
            if !events.isDisjoint(with: [.written, .overflow]) { state.writes += 1 }
            if let entry {
                state.entries.insert(entry)
            } else {
                state.changes = .all
                if !events.isDisjoint(with: .redirecting) { redirection.note() }
            }
            return !state.isCancelled
        }
    }

    /// Reports recorded events. If a path may lead elsewhere, the paths are first followed again on another thread, so
    /// that no later change is missed.
    func wake() {
        if redirection.isPending || state.withLock({ !$0.entries.isEmpty }) {
            ObservationQueues.reading.async { self.followAndReport() }
        } else {
            handler()
        }
    }

    private func followAndReport() {
        follow()
        if !isCancelled { handler() }
    }

    /// Runs a body that reads the files. Only one reader at a time may use a watch.
    ///
    /// - Parameter body: Reads the files that may have changed since the last call that returned a result.
    /// - Returns: The result of the body, or `nil` if a file was written in place meanwhile. If so, the handler is
    ///   called.
    func read<Result>(_ body: (PathChanges) -> Result) -> Result? {
        follow()
        let version = version()
        let changes = state.withLock { state in
            let changes = state.polling == nil ? state.changes : .all
            state.changes = .files([])
            return changes
        }
        let result = body(changes)
        if self.version() == version { return result }
        state.withLock { $0.changes.formUnion(changes) }
        return nil
    }

    /// The number of writes in place and, while the files are polled, their stamps. If the version is equal before and
    /// after a read, no file was written to during the read.
    private struct Version: Equatable {
        let writes: UInt64
        let stamps: PathStamps?
    }

    private func version() -> Version {
        FolderWatcher.deliverEvents()
        let (writes, isPolling) = state.withLock { ($0.writes, $0.polling != nil) }
        return Version(writes: writes, stamps: isPolling ? .settled(of: targets) : nil)
    }

    /// Resolves the paths again if an event may have changed them. Later changes of the files are reported.
    ///
    /// If a folder cannot be watched, for example because the user's limit on watches is reached, the files are polled
    /// until the folder can be watched.
    func follow() {
        following.withLock { _ in
            examineEntries()
            do throws(FileError) {
                if try followRounds() { state.withLock { $0.polling = nil } }
            } catch {
                startPolling(error)
            }
        }
    }

    /// Adds the recorded entries to the changed files. If an entry is or previously was a link, a folder, or a file
    /// with several names, the paths must be followed again.
    private func examineEntries() {
        let (entries, indirectEntries) = state.withLock { state in
            defer { state.entries = [] }
            return (state.entries, state.indirectEntries)
        }
        let mustFollow = entries.contains { indirectEntries.contains($0) || FilePaths.isIndirect($0.text) }
        state.withLock { $0.changes.formUnion(.files(entries)) }
        if mustFollow { redirection.note() }
    }

    /// Follows the paths until no event changes them during a try. Stops after 100 tries. The event of the last change
    /// then causes another call.
    ///
    /// - Returns: Whether the paths had to be followed.
    private func followRounds() throws(FileError) -> Bool {
        var tries = 0
        while tries < 100, let round = beginRound() {
            tries += 1
            do {
                var follower = PathFollower(of: self, round: round, watchFolder: watchFolder)
                for target in targets { try follower.follow(target) }
                FolderWatcher.stop(self, before: round)
                state.withLock { $0.indirectEntries = follower.indirectEntries }
                if follower.isOutdated { redirection.note() }
            } catch {
                redirection.note()
                // If a folder was removed just now, the next try follows another path.
                guard error.isMissing, tries < 100 else { throw error }
            }
        }
        return tries > 0
    }

    private func beginRound() -> UInt64? {
        state.withLock { state in
            guard !state.isCancelled, redirection.take() else { return nil }
            // This round lists the entries again, so recorded changes are not needed.
            (state.changes, state.entries) = (.all, [])
            state.round += 1
            return state.round
        }
    }
}

extension PathWatch {
    private func startPolling(_ reason: FileError) {
        let stamps = PathStamps(of: targets)
        state.withLock { state in
            if state.polling == nil { state.polling = PathPolling(reason: reason, stamps: stamps) }
            state.polling?.reason = reason
        }
        schedulePoll()
    }

    private func schedulePoll() {
        guard state.withLock({ $0.polling != nil && !$0.isCancelled }), nextPoll.note() else { return }
        let next = DispatchTime.now() + pollingInterval / .seconds(1)
        ObservationQueues.reading.asyncAfter(deadline: next) { [weak self] in self?.poll() }
    }

    /// Reports a change if ``PathPolling/findsChange(_:)`` finds a change, or if the files are no longer polled.
    private func poll() {
        nextPoll.take()
        if isCancelled { return }
        follow()
        let stamps = PathStamps(of: targets)
        // The files are watched again if there is no polling.
        let mustReport = state.withLock { $0.polling?.findsChange(stamps) ?? true }
        if mustReport, !isCancelled { handler() }
        schedulePoll()
    }
}
