import DefaultsCore
import ToolSupport

/// Errors about edited files that Apple's tools do not have, or report with different text.
extension CommandError {
    /// Returns the error for a library error. Its advice does not contain options that
    /// PlistBuddy and plutil do not have.
    static func editing(_ error: any Error) -> CommandError {
        switch error {
        case let error as PreferencesError where error.code == .commentsNotKept:
            CommandError(
                error.status,
                "\(shown: error); use 'defaults convert --format openstep --in-place --rewrite' to remove them first")
        case let error as PreferencesError: CommandError(error.status, "\(shown: error)")
        case let error as PropertyListError: CommandError(.invalidData, "\(error)")
        case let error as PropertyListPathError: CommandError(.negative, "\(shown: error)")
        default: CommandError(error)
        }
    }
}
