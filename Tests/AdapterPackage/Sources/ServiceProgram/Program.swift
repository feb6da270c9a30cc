import DefaultsPreferences
import Foundation
import Logging
import ServiceLifecycle

extension PreferenceKey<Int> {
    static let interval = Self("Interval", default: 60, in: 1...)
}

extension PreferenceKey<Date?> {
    static let lastStop = Self("LastStop")
}

struct Poller: Service {
    let preferences: Preferences
    let logger: Logger

    func run() async {
        for await interval in preferences.updates(of: .interval).cancelOnGracefulShutdown() {
            logger.info("polls every \(interval) s")
        }
        preferences[.lastStop] = Date()
    }
}

@main
struct Program {
    static func main() async {
        let logger = Logger(label: "com.example.Poller")
        let preferences = Preferences(
            domain: "com.example.Poller", saving: .automatic { logger.error("not saved: \($0)") })
        let group = ServiceGroup(
            services: [
                PreferencesService(preferences: preferences),
                Poller(preferences: preferences, logger: logger),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        do {
            try await group.run()
        } catch {
            logger.critical("\(error)")
            exit(1)
        }
    }
}
