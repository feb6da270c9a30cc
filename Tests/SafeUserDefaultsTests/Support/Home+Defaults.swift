import DefaultsCore
import Foundation
import SafeUserDefaults
import TestSupport
import Testing

extension Home {
    /// Creates the defaults of the domain in this folder.
    func safeDefaults(_ domain: String = Home.domain) throws -> SafeUserDefaults {
        try #require(SafeUserDefaults(domain: Domain(domain), in: store))
    }

    /// Starts the probe that uses both classes.
    func startSafeProbe(_ words: String...) throws -> Probe {
        try Probe(words, folder: folder, program: "SafeUserDefaultsProbe")
    }
}

/// Waits until a condition holds, at most a minute.
func waitUntil(_ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !condition() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(5))
    }
}
