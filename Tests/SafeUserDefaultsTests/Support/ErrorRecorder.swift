import DefaultsPreferences
import SafeUserDefaults
import Synchronization

/// The errors that the class has reported in this process. Tests run in parallel, so each looks for its own.
enum ErrorRecorder {
    private static let errors = Mutex<[any Error]>([])

    /// Begins to record. Can be called more than once.
    static func begin() {
        SafeUserDefaults.errorHandler = { error in errors.withLock { $0.append(error) } }
    }

    /// Returns whether the file of a path could not be read or written.
    static func hasError(at path: String) -> Bool {
        errors.withLock { $0.contains { ($0 as? PreferencesError)?.path == path } }
    }

    /// Returns the description of the error for the value of a key.
    static func description(ofKey key: String) -> String? {
        errors.withLock { errors in
            let found = errors.lazy.compactMap { $0 as? PreferenceValueError }.first {
                $0.path?.components.first == key
            }
            return found?.description
        }
    }
}
