import Dispatch
import Foundation
import Synchronization

/// Posts the notifications of one instance.
///
/// A change by this instance is usually posted on the thread that makes it; see ``PostingPace``. The watch for changes
/// by others begins shortly after the first change or the second access. A program that reads one value and ends
/// therefore does not watch files. Changes that other programs make during the delay are found when the watch begins.
final class ChangeNotifications: Sendable {
    private struct Following {
        let reference: InstanceReference<UserDefaults>
        var observation: DomainObservation?
    }

    private let wasAccessed = Atomic(false)
    /// Whether the watch has begun or is scheduled to begin.
    private let hasBegun = Atomic(false)
    /// The number of changes that the observation has reported.
    private let observedCount = Atomic<UInt64>(0)
    private let following = Mutex<Following?>(nil)
    private let pace = PostingPace()
    /// The time until the watch begins.
    private let delay: DispatchTimeInterval

    /// - Parameter delay: The time until the watch begins. With `.never`, only changes by the instance are posted.
    init(followingAfter delay: DispatchTimeInterval = .milliseconds(100)) {
        self.delay = delay
    }

    /// Runs a body in which an instance changes values. Posts the change, unless the observation has already posted it.
    /// If the body throws an error, reports the error instead.
    ///
    /// The observation reports a change of a domain in the search list before the body returns.
    func noteChange(by instance: UserDefaults, to suite: SuitePreferences, _ body: () throws -> Void) {
        let count = observedCount.load(ordering: .acquiring)
        do { try body() } catch { return ErrorReports.report(error) }
        begin(by: instance, to: suite)
        if observedCount.load(ordering: .acquiring) == count { noteChange() }
    }

    /// Records an access. The second access schedules the beginning of the watch.
    func noteAccess(by instance: UserDefaults, to suite: SuitePreferences) {
        if hasBegun.load(ordering: .acquiring) || !wasAccessed.exchange(true, ordering: .relaxed) { return }
        begin(by: instance, to: suite)
    }

    private func begin(by instance: UserDefaults, to suite: SuitePreferences) {
        if hasBegun.load(ordering: .acquiring) { return }
        let reference = InstanceReference(to: instance)
        let isFirst = following.withLock { following in
            defer { following = following ?? Following(reference: reference) }
            return following == nil
        }
        hasBegun.store(true, ordering: .releasing)
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) { [weak self, weak suite] in
            if let suite { self?.follow(suite) }
        }
    }

    /// Watches the new preferences of a suite after its preferences were replaced. Does nothing before the watch has
    /// begun.
    func restart(with suite: SuitePreferences) {
        if following.withLock({ $0?.observation != nil }) { follow(suite) }
    }

    private func follow(_ suite: SuitePreferences) {
        // The handler may be called at once, so the lock is not held.
        let observation = suite.current.observe { [weak self] in self?.noteObservedChange() }
        let earlier = following.withLock { following in
            defer { following?.observation = observation }
            return following?.observation
        }
        earlier?.cancel()
    }

    private func noteObservedChange() {
        noteChange()
        observedCount.add(1, ordering: .acquiringAndReleasing)
    }

    private func noteChange() {
        if !pace.hasScheduledPost { pace.note { [weak self] in self?.post() } }
    }

    private func post() {
        guard let instance = following.withLock({ $0?.reference })?.instance else { return }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: instance)
    }
}
