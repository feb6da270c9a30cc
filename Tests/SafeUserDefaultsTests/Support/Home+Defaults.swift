import Foundation
import SafeUserDefaults
import TestSupport
import Testing

extension Home {
    /// Creates the defaults of the domain in this folder.
    func safeDefaults(_ domain: String = Home.domain) throws -> SafeUserDefaults {
        try #require(SafeUserDefaults(domain: Domain(domain), store: store))
    }

    /// Starts the probe that uses both classes.
    func startSafeProbe(_ words: String...) throws -> Probe {
        try Probe(words, folder: folder, program: "SafeUserDefaultsProbe")
    }
}
