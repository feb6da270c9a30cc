import Dispatch

/// The schedule of automatic saves.
final class AutomaticSaves: Sendable {
    /// The time from the first change to a save, chosen so that changes are on disk within half a second.
    static let delay = Duration.milliseconds(250)
    /// The maximum time that saving delays the end of the process.
    static let patienceAtEnd = Duration.seconds(1)

    /// The automatic saves of this process. They include a save when the process ends normally.
    static let ofProcess: AutomaticSaves = {
        let saves = AutomaticSaves(timing: .system)
        Platform.atExit { saves.saveAll() }
        return saves
    }()

    /// The clock, which tests replace.
    struct Timing: Sendable {
        /// A closure that calls a job after a delay.
        let call: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
        /// A closure that waits for a group, at most as long as the given time.
        let wait: @Sendable (DispatchGroup, Duration) -> Void

        /// The system's clock.
        static let system = Timing(
            call: { delay, job in
                // A serial queue has a thread of its own, so a save that waits for a lock blocks nothing else.
                let own = DispatchQueue(label: "defaults.automatic-save", qos: .utility)
                own.asyncAfter(deadline: .now() + delay / .seconds(1), execute: job)
            },
            wait: { group, patience in _ = group.wait(timeout: .now() + patience / .seconds(1)) })
    }

    private let timing: Timing

    init(timing: Timing) {
        self.timing = timing
    }

    /// Schedules a save of a domain. The job keeps the domain alive. If another save is needed, the job schedules it,
    /// so a domain has one job at a time.
    func schedule(_ state: SharedDomain, after delay: Duration = AutomaticSaves.delay) {
        timing.call(delay) {
            if let next = state.saveAutomatically() { self.schedule(state, after: next) }
        }
    }

    /// The time before a failed save is repeated. It is half a second at first, doubles each time, and is at most half
    /// a minute.
    static func delayOfRetry(_ failures: Int) -> Duration {
        min(.milliseconds(500 << min(failures - 1, 16)), .seconds(30))
    }

    /// Saves all domains whose saves are scheduled. Waits for the saves for at most ``patienceAtEnd``.
    func saveAll() {
        let remaining = SharedDomainRegistry.living.filter { $0.values.withLock { $0.automaticSaves === self } }
        guard !remaining.isEmpty else { return }
        let group = DispatchGroup()
        for state in remaining {
            DispatchQueue(label: "defaults.last-save").async(group: group) { _ = state.saveAutomatically(isLast: true) }
        }
        timing.wait(group, Self.patienceAtEnd)
    }
}
