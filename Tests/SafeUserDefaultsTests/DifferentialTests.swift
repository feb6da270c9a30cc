import Foundation
import TestExtent
import TestSupport
import Testing

/// Random questions to Foundation's class and to ours. `DifferenceTests` has the values that are left out here, because
/// the answers differ.
@Suite(.waiting) struct DifferentialTests {
    @Test("both classes give the same answers about random stored values", arguments: [UInt64(1), 20261122])
    func values(seed: UInt64) throws {
        let home = Home()
        #expect(try home.startSafeProbe("values", "\(seed)", "\(Extent.count(10_000, short: 800))").finish() == "")
    }

    @Test("both classes give the same answers in random calls", arguments: [UInt64(1), 20261122])
    func calls(seed: UInt64) throws {
        let home = Home()
        #expect(try home.startSafeProbe("calls", "\(seed)", "\(Extent.count(10_000, short: 500))").finish() == "")
    }

    @Test("both classes give the same answers about objects of each type that Foundation's class accepts")
    func types() throws {
        let home = Home()
        #expect(try home.startSafeProbe("types").finish() == "")
    }

    @Test("the comparison finds a difference")
    func finds() throws {
        let home = Home()
        let report = try home.startSafeProbe("difference").finish()
        #expect(report.contains("integer of Int 1: Int 1 in Foundation, Int 2 here"))
    }
}
