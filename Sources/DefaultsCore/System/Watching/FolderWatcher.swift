import Glibc
import Synchronization

/// The watch on folders: one inotify instance and one thread for the process, for as long as any folder is watched.
///
/// The thread sleeps in the kernel until an event arrives. It records the event and wakes the watches. It reads no
/// files. A dispatch source would add a thread hop to each event, and would leave the descriptors of libdispatch's
/// event loop open at the end.
enum FolderWatcher {
    /// The interest of a watch in a folder.
    fileprivate struct Subscription {
        let watch: PathWatch
        let interest: FolderInterest
        /// The last round in which the watch requested the subscription.
        var round: UInt64
    }

    /// An open inotify instance.
    fileprivate struct Instance {
        let file: FileDescriptor
        /// A watch that always exists. Its removal is an event that wakes the thread when the instance ends.
        let sentinel: Int32
        var subscriptions: [Int32: [Subscription]] = [:]
        /// The number of times that the kernel has lost events.
        var lossCount = 0

        init() throws(SystemError) {
            file = FileDescriptor(try systemCall { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
            let descriptor = file.number
            sentinel = try systemCall { inotify_add_watch(descriptor, "/", UInt32(IN_DELETE_SELF)) }
        }
    }

    private static let current = Mutex<Instance?>(nil)

    /// Watches a folder. Links are not followed.
    ///
    /// - Parameters:
    ///   - interest: The folder and its events.
    ///   - watch: The watch that is notified. A cancelled watch is ignored.
    ///   - round: The round of the watch; see ``stop(_:before:)``.
    static func watch(_ interest: FolderInterest, by watch: PathWatch, round: UInt64) throws(FileError) {
        do {
            try add(Subscription(watch: watch, interest: interest, round: round))
        } catch {
            throw FileAccess.list(interest.folder).error(error)
        }
    }

    private static func add(_ subscription: Subscription) throws(SystemError) {
        try current.withLock { instance throws(SystemError) in
            if subscription.watch.isCancelled { return }
            if instance == nil {
                let started = try Instance()
                let file = started.file
                try SystemThread.detach { run(file) }
                instance = started
            }
            guard let descriptor = instance?.file.number else { return }
            let interest = subscription.interest
            // Other watches of the folder keep their events, because `IN_MASK_ADD` only adds events.
            let mask = interest.events.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_MASK_ADD)
            do throws(SystemError) {
                let number = try systemCall { inotify_add_watch(descriptor, interest.folder, mask) }
                instance?.add(subscription, at: number)
            } catch {
                end(&instance)
                throw error
            }
        }
    }

    /// Ends the subscriptions that a watch last requested before a round. By default, ends all of them.
    static func stop(_ watch: PathWatch, before round: UInt64 = .max) {
        current.withLock { instance in
            instance?.removeSubscriptions { $0.watch === watch && $0.round < round }
            end(&instance)
        }
    }

    /// Ends an instance that has no subscriptions. The removal of the sentinel wakes its thread, which then closes the
    /// instance.
    private static func end(_ instance: inout Instance?) {
        guard let ended = instance, ended.subscriptions.isEmpty else { return }
        inotify_rm_watch(ended.file.number, ended.sentinel)
        instance = nil
    }

    /// Records the events that the kernel has reported so far. The watches are woken on another thread, because the
    /// caller may hold locks that their handlers take.
    static func deliverEvents() {
        let watches = current.withLock { $0?.readEvents() ?? [] }
        if !watches.isEmpty { ObservationQueues.reading.async { wake(watches) } }
    }

    /// Returns the number of watches with a target at or below a path, for tests.
    static func watchCount(below path: String) -> Int {
        current.withLock { instance in
            let watches = instance?.subscriptions.values.joined().map(\.watch) ?? []
            return Set(watches.filter { $0.concerns(path) }.map(ObjectIdentifier.init)).count
        }
    }

    /// The number of times that the kernel has lost events of the present instance, for tests.
    static var lossCount: Int { current.withLock { $0?.lossCount ?? 0 } }

    /// Runs a body while no event is read, for tests.
    static func whileStopped<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        try current.withLock { _ in try body() }
    }

    /// Waits for events until the instance is no longer the current one, and closes it.
    private static func run(_ file: FileDescriptor) {
        while true {
            var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
            _ = try? systemCall { poll(&request, 1, -1) }
            let watches: [PathWatch]? = current.withLock { instance in
                guard instance?.file === file else { return nil }
                return instance?.readEvents()
            }
            guard let watches else { return }
            wake(watches)
        }
    }

    private static func wake(_ watches: [PathWatch]) {
        for watch in watches { watch.wake() }
    }
}

extension FolderWatcher.Instance {
    fileprivate mutating func add(_ subscription: FolderWatcher.Subscription, at number: Int32) {
        let index = subscriptions[number]?.firstIndex {
            $0.watch === subscription.watch && $0.interest == subscription.interest
        }
        if let index {
            subscriptions[number]?[index].round = subscription.round
        } else {
            subscriptions[number, default: []].append(subscription)
        }
    }

    fileprivate mutating func removeSubscriptions(where isRemoved: (FolderWatcher.Subscription) -> Bool) {
        for number in Array(subscriptions.keys) where subscriptions[number]?.contains(where: isRemoved) == true {
            subscriptions[number]?.removeAll(where: isRemoved)
            if subscriptions[number]?.isEmpty == true {
                subscriptions[number] = nil
                if number != sentinel { inotify_rm_watch(file.number, number) }
            }
        }
    }

    /// Reads the pending events and records them in the watches that they concern.
    ///
    /// - Returns: These watches.
    fileprivate mutating func readEvents() -> [PathWatch] {
        var woken: [PathWatch] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let descriptor = file.number
        while let count = try? systemCall({ read(descriptor, &buffer, buffer.count) }), count > 0 {
            var rest = buffer[..<count]
            while let event = FolderEvent(&rest) { note(event, in: &woken) }
        }
        return woken
    }

    private mutating func note(_ event: FolderEvent, in woken: inout [PathWatch]) {
        if event.kinds.contains(.overflow) { lossCount += 1 }
        let concerned =
            event.kinds.contains(.overflow)
            ? subscriptions.values.flatMap { $0 }
            : (subscriptions[event.watch] ?? []).filter { $0.interest.concerns(event) }
        if event.kinds.contains(.ignored) { subscriptions[event.watch] = nil }
        for subscription in concerned {
            let watch = subscription.watch
            let mustWake = watch.note(event.kinds, ofEntry: subscription.interest.entry(of: event))
            if mustWake, !woken.contains(where: { $0 === watch }) { woken.append(watch) }
        }
    }
}
