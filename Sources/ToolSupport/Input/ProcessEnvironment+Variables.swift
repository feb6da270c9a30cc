package import Foundation
import DefaultsCore

extension ProcessEnvironment {
    /// Returns the value of a variable. Repaired text would name another folder, and domains would be read from there
    /// or written to it.
    package func text(of variable: String) throws(CommandError) -> String? {
        guard isText(variable) else { throw .variableNotUTF8(variable) }
        return self.variable(variable)
    }

    /// Returns the time of the clock, which stands still if the variable of reproducible builds is set.
    package func now() throws(CommandError) -> Date {
        guard let text = try text(of: "SOURCE_DATE_EPOCH"), !text.isEmpty else { return Date() }
        guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else { throw .invalidEpoch(text) }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
