import Glibc
import Synchronization

/// The watch on folders: one inotify instance and one thread for the process, for as long as any folder is watched.
///
/// The thread sleeps in the kernel until an event arrives. It records the event and calls the handlers of the watches.
/// It reads no files. A dispatch source would add a thread hop to each event, and would leave the descriptors of
/// libdispatch's event loop open at the end.
enum FolderWatcher {
    /// The names in a folder whose events are of interest.
    enum Names: Equatable {
        /// No names. Only events of the folder itself are of interest.
        case none
        case one([UInt8])
        case suffix([UInt8])
        /// Folders, and anything that may be a link to one: names that do not begin with a dot.
        case folders

        fileprivate func contains(_ name: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
            switch self {
            case .none: false
            case .one(let own): name.elementsEqual(own)
            case .suffix(let suffix): name.suffix(suffix.count).elementsEqual(suffix)
            case .folders: isFolder || name.first != UInt8(ascii: ".")
            }
        }
    }

    /// A reason to watch a folder.
    fileprivate struct Interest {
        let watch: PathWatch
        let events: FolderEvents
        let names: Names
        /// The last round in which the watch asked for it.
        var round: UInt64

        func concerns(_ events: FolderEvents, name: ArraySlice<UInt8>) -> Bool {
            if !events.isDisjoint(with: .ended) { return true }
            if !self.events.isDisjoint(with: events.intersection(.moved)) { return true }
            return !self.events.isDisjoint(with: events) && names.contains(name, isFolder: events.contains(.ofFolder))
        }
    }

    /// An open inotify instance.
    fileprivate struct Instance {
        let file: FileDescriptor
        /// A watch that always exists. Its removal is an event that wakes the thread when the instance ends.
        let sentinel: Int32
        var interests: [Int32: [Interest]] = [:]

        init() throws(SystemError) {
            file = FileDescriptor(try systemCall { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
            let descriptor = file.number
            sentinel = try systemCall { inotify_add_watch(descriptor, "/", UInt32(IN_DELETE_SELF)) }
        }
    }

    private static let current = Mutex<Instance?>(nil)

    /// Watches a folder, links not followed.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - events: The events of interest.
    ///   - names: The names in the folder that they must concern.
    ///   - watch: The watch that is notified. A cancelled watch is ignored.
    ///   - round: The round of the watch; see ``stop(_:before:)``.
    static func watch(
        _ folder: String, for events: FolderEvents, of names: Names, by watch: PathWatch, round: UInt64
    ) throws(FileError) {
        do {
            try addInterest(in: folder, Interest(watch: watch, events: events, names: names, round: round))
        } catch {
            throw FileAccess.list(folder).error(error)
        }
    }

    private static func addInterest(in folder: String, _ interest: Interest) throws(SystemError) {
        try current.withLock { instance throws(SystemError) in
            if interest.watch.isCancelled { return }
            if instance == nil {
                let started = try Instance()
                let file = started.file
                try SystemThread.detach { run(file) }
                instance = started
            }
            guard let descriptor = instance?.file.number else { return }
            // Other watches of the folder keep their events.
            let mask = interest.events.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_MASK_ADD)
            do throws(SystemError) {
                let number = try systemCall { inotify_add_watch(descriptor, folder, mask) }
                instance?.add(interest, at: number)
            } catch {
                end(&instance)
                throw error
            }
        }
    }

    /// Ends the interests of a watch from before a round, or all of them.
    static func stop(_ watch: PathWatch, before round: UInt64 = .max) {
        current.withLock { instance in
            instance?.removeInterests { $0.watch === watch && $0.round < round }
            end(&instance)
        }
    }

    /// Ends an instance that watches nothing. Its thread is woken, and closes it.
    private static func end(_ instance: inout Instance?) {
        guard let ended = instance, ended.interests.isEmpty else { return }
        inotify_rm_watch(ended.file.number, ended.sentinel)
        instance = nil
    }

    /// Passes on the events that the kernel has reported so far.
    static func deliverEvents() {
        wake(current.withLock { $0?.readEvents() ?? [] })
    }

    /// The number of watches for a path or for paths below it, for tests.
    static func watchCount(below path: String) -> Int {
        current.withLock { instance in
            let watches = instance?.interests.values.joined().map(\.watch) ?? []
            return Set(watches.filter { $0.concerns(path) }.map(ObjectIdentifier.init)).count
        }
    }

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
        for watch in watches { watch.handler() }
    }
}

extension FolderWatcher.Instance {
    fileprivate mutating func add(_ interest: FolderWatcher.Interest, at number: Int32) {
        let index = interests[number]?.firstIndex {
            $0.watch === interest.watch && $0.events == interest.events && $0.names == interest.names
        }
        if let index {
            interests[number]?[index].round = interest.round
        } else {
            interests[number, default: []].append(interest)
        }
    }

    fileprivate mutating func removeInterests(where isRemoved: (FolderWatcher.Interest) -> Bool) {
        for number in Array(interests.keys) where interests[number]?.contains(where: isRemoved) == true {
            interests[number]?.removeAll(where: isRemoved)
            if interests[number]?.isEmpty == true {
                interests[number] = nil
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
            while let event = KernelEvent(&rest) { note(event, in: &woken) }
        }
        return woken
    }

    private mutating func note(_ event: KernelEvent, in woken: inout [PathWatch]) {
        let isOverflow = event.events.contains(.overflow)
        let concerned =
            isOverflow
            ? interests.values.flatMap { $0 }
            : (interests[event.number] ?? []).filter { $0.concerns(event.events, name: event.name) }
        if event.events.contains(.ignored) { interests[event.number] = nil }
        for watch in concerned.map(\.watch) where watch.note(event.events) && !woken.contains(where: { $0 === watch }) {
            woken.append(watch)
        }
    }
}

/// Events of a folder, as inotify numbers them.
struct FolderEvents: OptionSet {
    let rawValue: UInt32

    /// A file in the folder was written to or truncated.
    static let written = FolderEvents(rawValue: UInt32(IN_MODIFY))
    /// The contents, mode or owner of a file in the folder have changed.
    static let contents = FolderEvents(rawValue: UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB))
    /// A name in the folder was created, removed or replaced.
    static let entries = FolderEvents(rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO))
    /// The folder was moved or removed.
    static let moved = FolderEvents(rawValue: UInt32(IN_MOVE_SELF | IN_DELETE_SELF))
    /// The folder is no longer watched.
    static let ignored = FolderEvents(rawValue: UInt32(IN_IGNORED))
    /// The folder was removed, or its file system was unmounted.
    static let ended = FolderEvents(rawValue: UInt32(IN_IGNORED | IN_UNMOUNT))
    /// Events were lost, for any folder.
    static let overflow = FolderEvents(rawValue: UInt32(IN_Q_OVERFLOW))

    /// The event concerns a folder.
    static let ofFolder = FolderEvents(rawValue: UInt32(IN_ISDIR))

    /// The events after which a path may lead elsewhere.
    static let redirecting: FolderEvents = [.entries, .moved, .ended, .overflow]
}

/// An event as the kernel writes it.
private struct KernelEvent {
    let number: Int32
    let events: FolderEvents
    let name: ArraySlice<UInt8>

    /// Removes the first event from bytes, or returns `nil` if there is no complete event.
    init?(_ bytes: inout ArraySlice<UInt8>) {
        let headerSize = MemoryLayout<inotify_event>.size
        guard bytes.count >= headerSize else { return nil }
        let header = bytes.withUnsafeBytes { buffer in
            (
                number: buffer.loadUnaligned(fromByteOffset: 0, as: Int32.self),
                mask: buffer.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                length: Int(buffer.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            )
        }
        number = header.number
        events = FolderEvents(rawValue: header.mask)
        name = bytes.dropFirst(headerSize).prefix(header.length).prefix { $0 != 0 }
        bytes = bytes.dropFirst(headerSize + header.length)
    }
}
