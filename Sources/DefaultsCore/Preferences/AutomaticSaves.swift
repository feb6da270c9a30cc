import Dispatch
import Synchronization

/// The preferences of this process that have something to save, and when that happens.
enum AutomaticSaves {
    /// How long after the first change all changes are saved: so that within half a second they are on the disk.
    static let delay = DispatchTimeInterval.milliseconds(250)
    /// How long the end of the process waits for what is not saved.
    static let patienceAtExit = DispatchTimeInterval.seconds(1)

    /// What is to be saved. It is kept alive until it is.
    private static let unsaved = Mutex<[ObjectIdentifier: Preferences]>([:])
    private static let queue = DispatchQueue(label: "defaults.automatic-saves", qos: .utility, attributes: .concurrent)
    /// Made with the first thing to save.
    private static let exitHook: Void = Platform.atExit { AutomaticSaves.saveAll() }

    static func schedule(_ preferences: Preferences) {
        _ = exitHook
        unsaved.withLock { $0[ObjectIdentifier(preferences)] = preferences }
        queue.asyncAfter(deadline: .now() + delay) { save(preferences) }
    }

    private static func save(_ preferences: Preferences) {
        // What could not be saved is tried again with the next change, and when the process ends.
        guard preferences.saveAutomatically() else { return }
        unsaved.withLock { unsaved in
            if !preferences.hasUnsavedChanges { unsaved[ObjectIdentifier(preferences)] = nil }
        }
    }

    /// Saves everything now, as far as that can be done in a second.
    private static func saveAll() {
        let remaining = unsaved.withLock { Array($0.values) }
        guard !remaining.isEmpty else { return }
        let group = DispatchGroup()
        for preferences in remaining {
            queue.async(group: group) { save(preferences) }
        }
        _ = group.wait(timeout: .now() + patienceAtExit)
    }
}
