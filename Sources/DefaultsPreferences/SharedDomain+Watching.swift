import DefaultsCore
import Dispatch

/// The observation of a domain's store, for as long as somebody needs it.
struct DomainWatch {
    fileprivate var users: Set<UInt64> = []
    fileprivate var lastUser: UInt64 = 0
    fileprivate var observation: DomainObservation?
    fileprivate var isRetryScheduled = false
}

extension SharedDomain {
    /// A registration for changes made by others. It ends when it is released.
    final class Watching: Sendable {
        private let state: SharedDomain
        private let number: UInt64

        fileprivate init(_ state: SharedDomain, number: UInt64) {
            (self.state, self.number) = (state, number)
        }

        deinit {
            state.endWatching(number)
        }
    }

    /// Begins to follow changes made by others, if the store reports them. It may wait for a disk.
    func startWatching() -> Watching {
        let (number, isFirst) = watch.withLock { watch in
            watch.lastUser += 1
            watch.users.insert(watch.lastUser)
            return (watch.lastUser, watch.users.count == 1)
        }
        let watching = Watching(self, number: number)
        if isFirst { observeStore() }
        return watching
    }

    /// Observes the store. If that fails, the domain is read and the store is tried again every second, until it works.
    private func observeStore() {
        var observation: DomainObservation?
        do throws(PreferencesError) {
            observation = try store.observe(domain) { [weak self] in self?.noteStoreChange() }
            if observation == nil { return }
        } catch {
            observation = nil
        }
        let (unused, mustRetry) = watch.withLock { watch -> (DomainObservation?, Bool) in
            if watch.users.isEmpty { return (observation, false) }
            if observation == nil {
                defer { watch.isRetryScheduled = true }
                return (nil, !watch.isRetryScheduled)
            }
            defer { watch.observation = observation }
            return (watch.observation, false)
        }
        unused?.cancel()
        // The store may have changed between the last reading and now.
        noteStoreChange()
        if mustRetry { readingQueue.asyncAfter(deadline: .now() + 1) { [weak self] in self?.retry() } }
    }

    private func retry() {
        let isNeeded = watch.withLock { watch in
            watch.isRetryScheduled = false
            return !watch.users.isEmpty && watch.observation == nil
        }
        if isNeeded { observeStore() }
    }

    private func endWatching(_ number: UInt64) {
        let ended = watch.withLock { watch -> DomainObservation? in
            watch.users.remove(number)
            guard watch.users.isEmpty else { return nil }
            defer { watch.observation = nil }
            return watch.observation
        }
        ended?.cancel()
    }

    private func noteStoreChange() {
        let mustRead = values.withLock { values in
            defer { values.isReadScheduled = true }
            return !values.isReadScheduled
        }
        if mustRead { readingQueue.async { self.readChange() } }
    }

    /// Reads the changes made by others. If the file is truncated or unreadable, the values stay.
    private func readChange() {
        values.withLock { $0.isReadScheduled = false }
        let (isWatched, observation) = watch.withLock { (!$0.users.isEmpty, $0.observation) }
        guard isWatched else { return }
        read(keepsContentsOnFailure: true) { () throws(PreferencesError) in
            guard let observation else { return try snapshot.get().contents }
            return try observation.read { _ in snapshot }?.get().contents
        }
    }

    private var snapshot: Result<DomainSnapshot, PreferencesError> {
        do throws(PreferencesError) {
            return .success(try store.snapshot(of: domain))
        } catch {
            return .failure(error)
        }
    }
}
