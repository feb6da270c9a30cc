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
        let ended = values.withLock { values -> DomainValues.EndedObservation? in
            values.listeners[owner] = nil
            return values.listeners.isEmpty ? values.setObservation(nil) : nil
        }
        ended?.observation?.cancel()
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
        let (unused, mustRetry) = values.withLock { values -> (DomainValues.EndedObservation?, Bool) in
            if values.listeners.isEmpty { return ((observation, nil), false) }
            if observation == nil { return (nil, true) }
            return (values.setObservation(observation), false)
        }
        unused?.observation?.cancel()
        // The store may have changed between the last reading and now.
        noteStoreChange()
        guard mustRetry, retry.note() else { return }
        reading.asyncAfter(deadline: .now() + 1) { [weak self] in self?.retryObservation() }
    }

    private func retryObservation() {
        retry.take()
        if values.withLock({ !$0.listeners.isEmpty && $0.observation == nil }) { observeStore() }
    }

    func noteStoreChange() {
        if storeChanges.note() { reading.async { self.readChange() } }
    }

    /// Returns whether the file is the one that the last save has put in place, with the contents of that save.
    ///
    /// - Parameter version: The current version of the domain.
    func isAsSaved(_ version: Domain.Version?) -> Bool {
        guard let saved = values.withLock({ $0.savedFile }), version == saved.version else { return false }
        return saved.observation.writeCount == saved.writes
    }

    /// Reads the changes made by others. If the file is truncated or unreadable, the values do not change.
    private func readChange() {
        storeChanges.take()
        let (isNeeded, observation) = values.withLock { values in
            values.mustReadAfterPublishing = values.publishingUpdates > 0
            return (!values.listeners.isEmpty && !values.mustReadAfterPublishing, values.observation)
        }
        guard isNeeded else { return }
        read(keepsContentsOnFailure: true) { () throws(PreferencesError) in
            guard let observation else { return try snapshot.get().contents }
            return try observation.read { isAsSaved(store.version(of: domain)) ? nil : snapshot }??.get().contents
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
