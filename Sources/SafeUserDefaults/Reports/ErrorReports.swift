import DefaultsCore
import Synchronization

/// The errors that a function of `UserDefaults` cannot throw.
enum ErrorReports {
    private static let handler = Mutex<(@Sendable (any Error) -> Void)?>(nil)

    /// The policy of all preferences, which saves automatically and reports errors.
    static let savingPolicy = Preferences.SavingPolicy.automatic { report($0) }

    /// The function that is called with each error.
    static var currentHandler: (@Sendable (any Error) -> Void)? {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }

    static func report(_ error: any Error) {
        // Called without the lock, so that the handler may replace itself.
        currentHandler?(error)
    }
}
