@testable import DefaultsState

extension Journal {
    /// Returns all entries. Throws the error of an unusable line.
    func entries() throws -> [Journal.Entry] {
        let reading = try reading()
        if let damage = reading.damage { throw damage }
        return reading.entries
    }
}
