import DefaultsCore
import Dispatch

extension SharedDomain {
    /// Adds a listener. The first listener starts the observation of the store, if the store reports changes. The call
    /// may wait for a disk.
    func addListener(_ listener: DomainValues.Listener, of owner: ObjectIdentifier) {
        let isFirst = values.withLock { values in
            defer { values.listeners[owner] = listener }
            return values.listeners.isEmpty
        }
        if isFirst { observeStore() }
    }

    /// Removes a listener. Removing the last listener ends the observation of the store.
    func removeListener(of owner: ObjectIdentifier) {
        let ended = values.withLock { values -> DomainObservation? in
            values.listeners[owner] = nil
            return values.listeners.isEmpty ? values.observation.take() : nil
        }
        ended?.cancel()
    }

    /// Observes the store. If that fails, the domain is read and the observation is retried every second until it
    /// succeeds.
    private func observeStore() {
        var observation: DomainObservation?
        do throws(PreferencesError) {
            observation = try store.observe(domain) { [weak self] in self?.noteStoreChange() }
            if observation == nil { return }
        } catch {
            observation = nil
        }
        let (unused, mustRetry) = values.withLock { values -> (DomainObservation?, Bool) in
            if values.listeners.isEmpty { return (observation, false) }
            if observation == nil {
                defer { values.isObservationRetryScheduled = true }
                return (nil, !values.isObservationRetryScheduled)
            }
            defer { values.observation = observation }
            return (values.observation, false)
        }
        unused?.cancel()
        // The store may have changed between the last reading and now.
        noteStoreChange()
        if mustRetry { ObservationQueues.reading.asyncAfter(deadline: .now() + 1) { [weak self] in self?.retry() } }
    }

    private func retry() {
        let isNeeded = values.withLock { values in
            values.isObservationRetryScheduled = false
            return !values.listeners.isEmpty && values.observation == nil
        }
        if isNeeded { observeStore() }
    }

    private func noteStoreChange() {
        let mustRead = values.withLock { values in
            defer { values.isReadScheduled = true }
            return !values.isReadScheduled
        }
        if mustRead { ObservationQueues.reading.async { self.readChange() } }
    }

    /// Reads the changes made by others. If the file is truncated or unreadable, the values do not change.
    private func readChange() {
        let (isWatched, observation) = values.withLock { values in
            values.isReadScheduled = false
            return (!values.listeners.isEmpty, values.observation)
        }
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
