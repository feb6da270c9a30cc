import DefaultsCore
import ToolSupport

/// Errors about edited files that Apple's tools do not have, or report with different text.
extension CommandError {
    /// Returns the error for a library error. Its advice does not contain options that
    /// PlistBuddy and plutil do not have.
    static func editing(_ error: any Error) -> CommandError {
        switch error {
        case let error as PreferencesError:
            if case .commentsNotKept = error.reason {
                CommandError(
                    error.status,
                    "\(shown: error); use 'defaults convert --format openstep --in-place --rewrite' to remove them first"
                )
            } else {
                CommandError(error.status, "\(shown: error)")
            }
        case let error as PropertyListError:
            CommandError([.noValue, .invalidPath].contains(error.code) ? .negative : .invalidData, "\(error)")
        default: CommandError(error)
        }
    }
}
