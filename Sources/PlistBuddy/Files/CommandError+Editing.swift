import DefaultsCore
import ToolSupport

/// Errors about edited files that Apple's tools do not have, or report with different text.
extension CommandError {
    /// Returns the error for a library error. Its advice does not contain options that
    /// PlistBuddy and plutil do not have.
    static func editing(_ error: any Error) -> CommandError {
        switch error {
        case let error as PreferencesError:
            CommandError(error.status, "\(shown: error)\(shown: error.advice)")
        case let error as PropertyListError:
            CommandError([.noValue, .invalidPath].contains(error.code) ? .negative : .invalidData, "\(error)")
        default: CommandError(error)
        }
    }
}

extension PreferencesError {
    /// The advice for an error that a command of `defaults` solves.
    fileprivate var advice: String {
        guard case .commentsNotKept = reason else { return "" }
        return "; use 'defaults convert --format openstep --in-place --rewrite' to remove them first"
    }
}
