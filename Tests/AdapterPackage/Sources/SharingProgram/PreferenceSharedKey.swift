import DefaultsPreferences
import Dispatch
import Sharing
import Synchronization

/// A key of preferences whose value is shared, as `AppStorageKey` does it on Apple platforms.
struct PreferenceSharedKey<Value: Codable & Sendable>: SharedKey {
    let key: PreferenceKey<Value>
    let preferences: Preferences

    struct ID: Hashable {
        let preferences: ObjectIdentifier
        let key: PreferenceKey<Value>
    }

    var id: ID { ID(preferences: ObjectIdentifier(preferences), key: key) }

    func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
        continuation.resume(with: Result { try preferences.storedValue(for: key) })
    }

    func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
        // The stored form of the last value, or nil at the start and after an error.
        let last = Mutex<PropertyListValue??>(nil)
        // Returns the value if it is new. The handler is called after the changes of other keys, too.
        let newValue = { @Sendable () -> Result<Value?, any Error>? in
            last.withLock { last in
                let result = Result { try preferences.storedValue(for: key) }
                let stored: PropertyListValue?? = try? .some(encoded(result.get()))
                defer { last = stored }
                return last == stored ? nil : result
            }
        }
        // The main queue, because Sharing informs observers there.
        let deliver = { @Sendable in
            DispatchQueue.main.async {
                if let result = newValue() { subscriber.yield(with: result) }
            }
        }
        let observation = preferences.observe {
            // The shared value already has what it saves.
            if SavedByShared.isSaving { _ = newValue() } else { deliver() }
        }
        // A change may have come after `load`.
        deliver()
        return SharedSubscription { observation.cancel() }
    }

    func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
        do {
            try SavedByShared.$isSaving.withValue(true) { try preferences.set(value, for: key) }
        } catch {
            return continuation.resume(throwing: error)
        }
        // After other changes, the preferences save automatically.
        guard context == .userInitiated else { return continuation.resume() }
        Task {
            do {
                try await preferences.async { try $0.synchronize() }
                continuation.resume()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func encoded(_ value: Value?) throws -> PropertyListValue? {
        try value.map { try PropertyListValueEncoder().encode($0) }
    }
}

enum SavedByShared {
    /// Whether the current thread sets a value that comes from a shared value.
    @TaskLocal static var isSaving = false
}

extension SharedKey {
    /// The value of a key of preferences. The default of the key is the default of the shared value.
    static func preference<Value>(
        _ key: PreferenceKey<Value>, in preferences: Preferences = .standard
    ) -> Self where Self == PreferenceSharedKey<Value>.Default {
        Self[PreferenceSharedKey(key: key, preferences: preferences), default: key.defaultValue]
    }
}
