package import Dispatch
import Synchronization

/// The schedule of automatic saves.
package final class AutomaticSaves: Sendable {
    /// The time from the first change to a save, chosen so that changes are on disk within half a second.
    package static let delay = Duration.milliseconds(250)
    /// The maximum time that saving delays the end of the process.
    package static let patienceAtEnd = Duration.seconds(1)

    /// The automatic saves of this process, which include a save at its normal end.
    static let ofProcess: AutomaticSaves = {
        let saves = AutomaticSaves(timing: .system)
        Platform.atExit { saves.saveAll() }
        return saves
    }()

    /// The clock, which tests replace.
    package struct Timing: Sendable {
        let call: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
        let wait: @Sendable (DispatchGroup, Duration) -> Void

        /// Creates a clock.
        ///
        /// - Parameters:
        ///   - call: A closure that calls a job after a delay.
        ///   - wait: A closure that waits for a group, at most as long as the given time.
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
    /// The preferences with pending changes, which stay alive until they are saved.
    private let unsaved = Mutex<[ObjectIdentifier: Preferences]>([:])

    package init(timing: Timing) {
        self.timing = timing
    }

    func schedule(_ preferences: Preferences) {
        unsaved.withLock { $0[ObjectIdentifier(preferences)] = preferences }
        timing.call(Self.delay) { self.save(preferences) }
    }

    private func save(_ preferences: Preferences) {
        // A failed save is repeated with the next change and at the end of the process.
        guard preferences.saveAutomatically() else { return }
        unsaved.withLock { unsaved in
            if !preferences.hasUnsavedChanges { unsaved[ObjectIdentifier(preferences)] = nil }
        }
    }

    /// Saves all preferences now, within ``patienceAtEnd``.
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
