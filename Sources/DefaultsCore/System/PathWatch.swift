import PropertyList
import Synchronization

/// A watch on files, and on the folders and symbolic links of their paths.
///
/// Only folders are watched, so that replaced files and files that do not exist yet are reported too. For each path,
/// these are the folder of the file, the folder of each symbolic link on the path, and each parent folder, in case it
/// is moved. If a folder is missing, the nearest existing parent is watched.
final class PathWatch: Sendable {
    /// A watched file or folder.
    enum Target: Sendable {
        /// A file, which need not exist.
        case file(String)
        /// The property lists of a folder.
        ///
        /// - isRecursive: Whether those in its subfolders are watched too.
        /// - excluded: Subfolders that are not.
        case folder(String, isRecursive: Bool, excluded: [String])
    }

    private struct State {
        var isCancelled = false
        /// Whether the paths must be followed again.
        var mustFollow = true
        var round: UInt64 = 0
        var writes: UInt64 = 0
    }

    private let targets: [Target]
    /// The handler, which is called after an event on any thread. It must return soon.
    let handler: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a watch. It watches from the first ``follow()`` on.
    init(_ targets: [Target], handler: @escaping @Sendable () -> Void) {
        self.targets = targets
        self.handler = handler
    }

    /// Ends the watch. A call of the handler may still be running.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        FolderWatcher.stop(self)
    }

    /// Returns whether a target is a path or lies below it.
    func concerns(_ path: String) -> Bool {
        targets.contains { target in
            switch target {
            case .file(let own), .folder(let own, _, _): own.hasScalarPrefix(path)
            }
        }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The number of in-place writes that the kernel has reported so far. If it is equal before and after a read, the
    /// file was not written to meanwhile.
    func countWrites() -> UInt64 {
        FolderWatcher.deliverEvents()
        return state.withLock { $0.writes }
    }

    /// Records events. The caller holds the lock of ``FolderWatcher``.
    ///
    /// - Returns: Whether the handler must be called.
    func note(_ events: FolderEvents) -> Bool {
        state.withLock { state in
            if !events.isDisjoint(with: [.written, .overflow]) { state.writes += 1 }
            if !events.isDisjoint(with: .redirecting) { state.mustFollow = true }
            return !state.isCancelled
        }
    }

    /// Resolves the paths again if an event may have changed them. Later changes of the files are reported.
    func follow() throws(FileError) {
        var tries = 0
        while let round = beginRound() {
            tries += 1
            do {
                for target in targets { try follow(target, in: round) }
                FolderWatcher.stop(self, before: round)
            } catch {
                state.withLock { $0.mustFollow = true }
                // A folder that has just gone leads to another answer, unless somebody removes and makes it all the
                // time.
                guard error.isMissing, tries < 100 else { throw error }
            }
        }
    }

    private func beginRound() -> UInt64? {
        state.withLock { state in
            guard state.mustFollow, !state.isCancelled else { return nil }
            state.mustFollow = false
            state.round += 1
            return state.round
        }
    }
}

extension PathWatch {
    private func follow(_ target: Target, in round: UInt64) throws(FileError) {
        switch target {
        case .file(let path):
            _ = try follow(path, toFolder: false, in: round)
        case .folder(let path, let isRecursive, let excluded):
            try follow(folder: path, isRecursive, excluded, ancestors: [], in: round)
        }
    }

    /// Resolves a path component by component. Each folder is watched before it is read, so that no change is missed.
    ///
    /// - Returns: The path of the folder without links, if it leads to a folder.
    private func follow(_ path: String, toFolder: Bool, in round: UInt64) throws(FileError) -> String? {
        var folder = "/"
        var rest = Array(try Self.absolute(path).pathComponents.reversed())
        for _ in 0..<4096 {
            guard let name = rest.popLast() else { return folder }
            if name == ".." {
                folder = FilePaths.split(folder).folder
                continue
            }
            let path = folder.appendingComponent(name)
            let isFile = rest.isEmpty && !toFolder
            if isFile {
                try watch(folder, for: [.contents, .entries], of: name, in: round)
            } else if try watchItself(path, in: round) {
                folder = path
                continue
            } else {
                try watch(folder, for: .entries, of: name, in: round)
            }
            if let destination = try FilePaths.destination(ofLink: path) {
                rest += destination.pathComponents.reversed()
                if destination.hasScalarPrefix("/") { folder = "/" }
            } else if !isFile, FilePaths.isFolder(path) {
                rest.append(name)  // it has come just now
            } else {
                // Only an empty folder can be removed. The folder's own event comes when the last program has closed
                // it, the one of the folder above at once.
                if !isFile || !FilePaths.isTaken(path) { try watchEntry(of: folder, in: round) }
                return nil
            }
        }
        throw FileAccess.list(path).error(.tooManyLinks)
    }

    private func follow(
        folder path: String, _ isRecursive: Bool, _ excluded: [String], ancestors: [FileIdentity], in round: UInt64
    ) throws(FileError) {
        guard let folder = try follow(path, toFolder: true, in: round),
            let identity = try FilePaths.status(folder)?.identity, !ancestors.contains(identity)
        else { return }
        let suffix = Array(".plist".utf8)
        try FolderWatcher.watch(folder, for: [.contents, .entries], of: .suffix(suffix), by: self, round: round)
        if isRecursive { try FolderWatcher.watch(folder, for: .entries, of: .folders, by: self, round: round) }
        try watchEntry(of: folder, in: round)
        for entry in try Folder.entries(inPath: folder) where entry.kind != .file && entry.isText {
            let inner = path.appendingComponent(entry.name)
            if excluded.contains(where: { $0.hasSameScalars(as: inner) }) { continue }
            if isRecursive, FilePaths.isFolder(inner) {
                try follow(folder: inner, isRecursive, excluded, ancestors: ancestors + [identity], in: round)
            } else if entry.name.hasScalarSuffix(".plist") {
                _ = try follow(inner, toFolder: false, in: round)
            }
        }
    }

    private func watch(
        _ folder: String, for events: FolderEvents, of name: String, in round: UInt64
    ) throws(FileError) {
        try FolderWatcher.watch(folder, for: events, of: .one(Array(name.utf8)), by: self, round: round)
    }

    /// Watches a folder for its own move. Returns false if there is no such folder, or a link.
    private func watchItself(_ path: String, in round: UInt64) throws(FileError) -> Bool {
        do {
            try FolderWatcher.watch(path, for: .moved, of: .none, by: self, round: round)
            return true
        } catch  where error.isMissing || error.systemError == .tooManyLinks {
            return false
        } catch  where error.systemError?.isPermission == true {
            // A folder that one may pass through and not list cannot be watched.
            return try FilePaths.destination(ofLink: path) == nil && FilePaths.isFolder(path)
        }
    }

    /// Watches the folder above a folder for the removal of it.
    private func watchEntry(of folder: String, in round: UInt64) throws(FileError) {
        if folder == "/" { return }
        let (parent, name) = FilePaths.split(folder)
        do {
            try watch(parent, for: .entries, of: name, in: round)
        } catch  where error.systemError?.isPermission == true || error.isMissing {
            // Not to be watched, or gone.
        }
        if !FilePaths.isFolder(folder) { state.withLock { $0.mustFollow = true } }
    }

    private static func absolute(_ path: String) throws(FileError) -> String {
        path.hasScalarPrefix("/") ? path : try FilePaths.real(".").appendingComponent(path)
    }
}

extension String {
    /// The components of a path, without empty ones and `.`.
    fileprivate var pathComponents: [String] {
        unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    }
}
