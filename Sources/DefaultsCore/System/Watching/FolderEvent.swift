import Glibc

/// The kinds of events of a folder, as inotify numbers them.
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
    /// Events were lost. They may concern any watched folder.
    static let overflow = FolderEvents(rawValue: UInt32(IN_Q_OVERFLOW))

    /// The event concerns a folder.
    static let ofFolder = FolderEvents(rawValue: UInt32(IN_ISDIR))

    /// The events after which a path may lead elsewhere.
    static let redirecting: FolderEvents = [.entries, .moved, .ended, .overflow]
}

/// An event as the kernel writes it.
struct FolderEvent {
    /// The number of the watch.
    let watch: Int32
    let kinds: FolderEvents
    /// The name of the entry, or empty for an event of the folder itself.
    let name: ArraySlice<UInt8>

    /// Removes the first event from bytes, or returns `nil` if there is no complete event.
    init?(_ bytes: inout ArraySlice<UInt8>) {
        let headerSize = MemoryLayout<inotify_event>.size
        guard bytes.count >= headerSize else { return nil }
        let header = bytes.withUnsafeBytes { buffer in
            (
                watch: buffer.loadUnaligned(fromByteOffset: 0, as: Int32.self),
                mask: buffer.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                length: Int(buffer.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            )
        }
        watch = header.watch
        kinds = FolderEvents(rawValue: header.mask)
        name = bytes.dropFirst(headerSize).prefix(header.length).prefix { $0 != 0 }
        bytes = bytes.dropFirst(headerSize + header.length)
    }
}
