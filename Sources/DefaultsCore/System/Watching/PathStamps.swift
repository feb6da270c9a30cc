import Glibc

/// The polling of the files of a ``PathWatch``.
struct PathPolling {
    /// The error due to which the files are polled.
    var reason: FileError
    private var stamps: PathStamps
    /// Whether the last poll found a change. The next poll then reports a change too. File times have the resolution of
    /// a clock tick, and the file may have changed again in the same tick.
    private var hasChanged = true

    init(reason: FileError, stamps: PathStamps) {
        (self.reason, self.stamps) = (reason, stamps)
    }

    /// Compares new stamps with the stamps of the last poll, and stores the new stamps.
    ///
    /// - Returns: Whether to report a change.
    mutating func findsChange(_ new: PathStamps) -> Bool {
        let hadChanged = hasChanged
        hasChanged = stamps != new
        stamps = new
        return hasChanged || hadChanged
    }
}

/// The statuses of the files of a ``PathWatch``. If they are equal at two times, the files have probably not changed in
/// between.
struct PathStamps: Equatable {
    private struct Stamp: Equatable {
        let path: String
        /// The status, or the error of a file whose status cannot be read.
        let status: Result<FileStatus, SystemError>
    }

    private var stamps: [Stamp] = []

    init(of targets: [PathWatch.Target]) {
        for target in targets {
            switch target {
            case .file(let path): add(path)
            case .folder(let path, let isRecursive, let excluded):
                add(folder: path, isRecursive, excluded, ancestors: [])
            }
        }
    }

    /// Returns the stamps when no file has changed within the last 20 ms, but after about 100 ms at the latest. File
    /// times have the resolution of a clock tick, so a later change in the same tick may leave equal stamps.
    static func settled(of targets: [PathWatch.Target]) -> PathStamps {
        var stamps = PathStamps(of: targets)
        for _ in 0..<5 where stamps.isRecent {
            Platform.pause(milliseconds: 20)
            stamps = PathStamps(of: targets)
        }
        return stamps
    }

    /// Whether a file has changed within the last 20 ms. A clock tick takes 10 ms at most.
    private var isRecent: Bool {
        stamps.contains { stamp in
            guard let age = try? stamp.status.get().change.age else { return false }
            return age >= .zero && age < .milliseconds(20)
        }
    }

    @discardableResult
    private mutating func add(_ path: String) -> FileStatus? {
        let status = Result { () throws(SystemError) in try FileStatus(path: path) }
        stamps.append(Stamp(path: path, status: status))
        return try? status.get()
    }

    private mutating func add(
        folder path: String, _ isRecursive: Bool, _ excluded: [String], ancestors: [FileIdentity]
    ) {
        guard let status = add(path), status.isDirectory, !ancestors.contains(status.identity),
            let entries = try? Folder.entries(inPath: path)
        else { return }
        for entry in entries where entry.isText {
            let inner = path.appendingComponent(entry.name)
            if entry.name.hasScalarSuffix(".plist") { add(inner) }
            guard isRecursive, entry.kind != .file, !excluded.contains(where: { $0.hasSameScalars(as: inner) }),
                FilePaths.isFolder(inner)
            else { continue }
            add(folder: inner, isRecursive, excluded, ancestors: ancestors + [status.identity])
        }
    }
}
