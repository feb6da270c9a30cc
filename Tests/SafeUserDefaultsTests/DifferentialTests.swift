import Foundation
import TestSupport
import Testing

/// Random questions to Foundation's class and to ours. `DifferenceTests` has the values that are left out here, because
/// the answers differ.
struct DifferentialTests {
    @Test("both classes give the same answers about 10,000 random stored values", arguments: [UInt64(1), 20261122])
    func values(seed: UInt64) throws {
        let home = try Home()
        #expect(try home.startSafeProbe("values", "\(seed)", "10000").finish() == "")
    }

    @Test("both classes give the same answers in 10,000 random calls", arguments: [UInt64(1), 20261122])
    func calls(seed: UInt64) throws {
        let home = try Home()
        #expect(try home.startSafeProbe("calls", "\(seed)", "10000").finish() == "")
    }

    @Test("the comparison finds a difference")
    func finds() throws {
        let home = try Home()
        let report = try home.startSafeProbe("difference").finish()
        #expect(report.contains("integer of Int 1: Int 1 in Foundation, Int 2 here"))
    }
}
