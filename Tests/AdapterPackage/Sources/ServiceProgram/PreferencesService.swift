import DefaultsPreferences
import ServiceLifecycle

/// Saves the preferences when the group of services shuts down or is cancelled.
struct PreferencesService: Service {
    let preferences: Preferences

    func run() async throws {
        // Throws if the group is cancelled, which is a reason to save, too.
        try? await gracefulShutdown()
        try await preferences.async { try $0.synchronize() }
    }
}
