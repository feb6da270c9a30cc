import Foundation

extension Domain {
    /// The domain of this program, which Foundation's `UserDefaults.standard` uses.
    ///
    /// Its name is the identifier of the main bundle, or else the name of the program. If that is invalid, the program
    /// ends with the rule that it breaks.
    public static let currentApplication = {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        // As for an invalid literal, an optimized program prints the rule too.
        do throws(PreferencesError) { return try Domain(literally: name) } catch { fatalError(error.description) }
    }()
}
