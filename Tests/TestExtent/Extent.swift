import Foundation

/// How much of a test runs.
///
/// Every change must pass the tests in a few minutes. Therefore a test that takes long runs a part of its cases, and
/// all of them only if the environment variable `DEFAULTS_TESTS` is `all`, as at night.
public enum Extent {
    /// Whether every case of every test runs.
    public static let isWhole = ProcessInfo.processInfo.environment["DEFAULTS_TESTS"] == "all"

    /// Returns the number of rounds of a test.
    ///
    /// - Parameters:
    ///   - whole: The number if every case runs.
    ///   - short: The number otherwise.
    public static func count(_ whole: Int, short: Int) -> Int { isWhole ? whole : short }

    /// Returns all cases if every case runs, and otherwise a part of them, evenly spread and in the same order.
    ///
    /// The part is the same in every run, and contains the first case and the last one.
    ///
    /// - Parameters:
    ///   - cases: All cases of a test.
    ///   - short: The number of cases in the part. If it is 1, the part is the first case.
    public static func sample<Cases: Collection>(_ cases: Cases, short: Int) -> [Cases.Element] {
        let all = Array(cases)
        guard !isWhole, short < all.count else { return all }
        guard short > 1 else { return Array(all.prefix(short)) }
        return (0..<short).map { all[$0 * (all.count - 1) / (short - 1)] }
    }
}
