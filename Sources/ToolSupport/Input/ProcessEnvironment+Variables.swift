package import Foundation
import DefaultsCore

extension ProcessEnvironment {
    /// Returns the value of a variable, or `nil` if it is not set or empty.
    ///
    /// - Throws: An error if the value is not valid UTF-8. A repaired value would select a different folder.
    package func text(of variable: String) throws(CommandError) -> String? {
        guard let text = self.variable(variable), !text.isEmpty else { return nil }
        guard isText(variable) else {
            throw CommandError(.usage, "variable \(shown: variable) is not valid UTF-8")
        }
        return text
    }

    /// Returns the current time or, if the variable `SOURCE_DATE_EPOCH` of reproducible builds is set, its time.
    package func now() throws(CommandError) -> Date {
        guard let text = try text(of: "SOURCE_DATE_EPOCH") else { return Date() }
        guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
            throw CommandError(
                .usage, "variable SOURCE_DATE_EPOCH takes a number of seconds, not '\(shown: text)'")
        }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
