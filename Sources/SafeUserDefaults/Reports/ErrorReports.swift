import DefaultsPreferences
import Foundation
import Synchronization

/// Reports errors that the functions of `UserDefaults` cannot throw.
enum ErrorReports {
    private static let handler = Mutex<(@Sendable (any Error) -> Void)?>(nil)
    /// The errors that were printed, because there was no handler.
    private static let printed = Mutex<Set<String>>([])
    /// The maximum number of errors that are printed.
    private static let printLimit = 100
    private static let lastLine = "further errors are not printed; set 'SafeUserDefaults.errorHandler' to receive them"

    /// The saving policy of all preferences. It saves automatically and reports errors.
    static let savingPolicy = Preferences.SavingPolicy.automatic { report($0) }

    /// The function that is called with each error.
    static var currentHandler: (@Sendable (any Error) -> Void)? {
        get { handler.withLock { $0 } }
        set {
            // The earlier handler is released without the lock: objects that it has captured may report errors.
            let earlier = handler.withLock { handler in
                defer { handler = newValue }
                return handler
            }
            withExtendedLifetime(earlier) {}
        }
    }

    /// Passes an error to the handler. Without a handler, prints each error only once, because a failed save is
    /// repeated.
    static func report(_ error: any Error) {
        // Called without the lock, so that the handler may replace itself.
        if let handler = currentHandler { return handler(error) }
        let text = "\(error)"
        let (isNew, isLast) = printed.withLock { printed in
            let isNew = printed.count < printLimit && printed.insert(text).inserted
            return (isNew, isNew && printed.count == printLimit)
        }
        if isNew { printLines([text] + (isLast ? [lastLine] : [])) }
    }

    /// Prints lines in one step, so that the last line follows the last error.
    private static func printLines(_ lines: [String]) {
        let text = lines.map { "SafeUserDefaults: \($0)\n" }.joined()
        // If standard error is closed, the error cannot be reported.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
