import DefaultsCore
import Foundation
import Synchronization

/// The errors that a function of `UserDefaults` cannot throw.
enum ErrorReports {
    private static let handler = Mutex<(@Sendable (any Error) -> Void)?>(nil)
    /// The errors that were printed, because there was no handler.
    private static let printed = Mutex<Set<String>>([])
    /// The maximum number of errors that are printed.
    private static let printLimit = 100

    /// The policy of all preferences, which saves automatically and reports errors.
    static let savingPolicy = Preferences.SavingPolicy.automatic { report($0) }

    /// The function that is called with each error.
    static var currentHandler: (@Sendable (any Error) -> Void)? {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }

    /// Passes an error to the handler. Without a handler, prints it, but each error only once: a save that fails is
    /// repeated.
    static func report(_ error: any Error) {
        // Called without the lock, so that the handler may replace itself.
        if let handler = currentHandler { return handler(error) }
        let text = "\(error)"
        let isNew = printed.withLock { $0.count < printLimit && $0.insert(text).inserted }
        // A program without standard error has nobody to tell.
        if isNew { try? FileHandle.standardError.write(contentsOf: Data("SafeUserDefaults: \(text)\n".utf8)) }
    }
}
