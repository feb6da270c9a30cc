package import Dispatch
import Synchronization

/// The preferences that have something to save, and when that happens.
package final class AutomaticSaves: Sendable {
    /// How long after the first change all changes are saved: so that within half a second they are on the disk.
    package static let delay = Duration.milliseconds(250)
    /// How long the end of the process waits for what is not saved.
    package static let patienceAtEnd = Duration.seconds(1)

    /// Those of this process, which saves what is left when it ends normally.
    static let ofProcess: AutomaticSaves = {
        let saves = AutomaticSaves(timing: .system)
        Platform.atExit { saves.saveAll() }
        return saves
    }()

    /// How time passes.
    package struct Timing: Sendable {
        let call: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
        let wait: @Sendable (DispatchGroup, Duration) -> Void

        /// A way for time to pass.
        ///
        /// - Parameters:
        ///   - call: calls a job after a while.
        ///   - wait: waits until what is in a group is done, and no longer than it is told.
        package init(
            call: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void,
            wait: @escaping @Sendable (DispatchGroup, Duration) -> Void
        ) {
            self.call = call
            self.wait = wait
        }

        /// The system's clock.
        package static let system = Timing(
            call: { delay, job in queue.asyncAfter(deadline: .now() + delay / .seconds(1), execute: job) },
            wait: { group, patience in _ = group.wait(timeout: .now() + patience / .seconds(1)) })
    }

    private static let queue = DispatchQueue(label: "defaults.automatic-saves", qos: .utility, attributes: .concurrent)

    private let timing: Timing
    /// What is to be saved. It is kept alive until it is.
    private let unsaved = Mutex<[ObjectIdentifier: Preferences]>([:])

    /// Saves for which time passes in its own way.
    package init(timing: Timing) {
        self.timing = timing
    }

    func schedule(_ preferences: Preferences) {
        unsaved.withLock { $0[ObjectIdentifier(preferences)] = preferences }
        timing.call(Self.delay) { self.save(preferences) }
    }

    private func save(_ preferences: Preferences) {
        // What could not be saved is tried again with the next change, and when the process ends.
        guard preferences.saveAutomatically() else { return }
        unsaved.withLock { unsaved in
            if !preferences.hasUnsavedChanges { unsaved[ObjectIdentifier(preferences)] = nil }
        }
    }

    /// Saves everything now, as far as that can be done in a second.
    package func saveAll() {
        let remaining = unsaved.withLock { Array($0.values) }
        guard !remaining.isEmpty else { return }
        let group = DispatchGroup()
        for preferences in remaining {
            Self.queue.async(group: group) { self.save(preferences) }
        }
        timing.wait(group, Self.patienceAtEnd)
    }
}
