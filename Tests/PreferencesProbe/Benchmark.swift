import DefaultsCore
import Foundation
import PropertyList

/// Measures the library against its parts and against Foundation in one run. Exits with an error if a bar is missed.
struct Benchmark {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("defaults-benchmark-\(UUID())")
        .path
    private let clock = ContinuousClock()

    func run() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let isMet = [try typedSetsAndGets(), try foundation(), try strings(), try property()]
        exit(isMet.allSatisfy { $0 } ? 0 : 1)
    }

    private func store() -> FileDomainStore {
        FileDomainStore(folders: DomainFolders(root: folder))
    }

    /// Compares 100,000 typed sets and gets and one save with a dictionary and one write.
    private func typedSetsAndGets() throws -> Bool {
        let keys = (0..<100_000).map { PreferenceKey<Int>("key.\($0)", default: 0) }
        var ratios: [Double] = []
        for round in 0..<5 {
            let plain = try clock.measure { try plainDictionary(keys, round: round) }
            let ours = try clock.measure { try ourSetsAndGets(keys, round: round) }
            ratios.append(ours / plain)
            print("  round \(round): library \(milliseconds(ours)), dictionary and one write \(milliseconds(plain))")
        }
        return report("100,000 typed sets, 100,000 typed gets, one synchronize", best: ratios.sorted()[2], atMost: 2)
    }

    private func ourSetsAndGets(_ keys: [PreferenceKey<Int>], round: Int) throws {
        let preferences = Preferences(try Domain("ours.\(round)"), in: store(), saving: .explicit)
        for (index, key) in keys.enumerated() { preferences[key] = index }
        var sum = 0
        for key in keys { sum += preferences[key] }
        precondition(sum == 4_999_950_000)
        try preferences.synchronize()
    }

    private func plainDictionary(_ keys: [PreferenceKey<Int>], round: Int) throws {
        var values: [String: PropertyListValue] = [:]
        for (index, key) in keys.enumerated() { values[key.name] = .integer(PropertyListInteger(Int64(index))) }
        var sum = 0
        for key in keys {
            if case .integer(let number)? = values[key.name] { sum += number.exactly(as: Int.self) ?? 0 }
        }
        precondition(sum == 4_999_950_000)
        let contents = PropertyListDictionary(values.map { ($0.key, $0.value) })
        let data = try PropertyListWriter.data(of: .dictionary(contents), as: .xml)
        try data.write(to: URL(fileURLWithPath: "\(folder)/plain.\(round).plist"))
    }

    /// Compares 10,000 sets with Foundation's `UserDefaults`.
    private func foundation() throws -> Bool {
        let count = 10_000
        guard let defaults = UserDefaults(suiteName: folder + "/foundation") else { return false }
        let theirs = clock.measure {
            for index in 0..<count { defaults.set(index, forKey: "key.\(index)") }
        }
        let preferences = Preferences(try Domain("sets"), in: store(), saving: .explicit)
        let ours = clock.measure {
            for index in 0..<count { preferences[PreferenceKey<Int>("key.\(index)", default: 0)] = index }
        }
        print("  10,000 sets: library \(milliseconds(ours)), UserDefaults \(milliseconds(theirs))")
        return report("10,000 sets against UserDefaults, times faster", best: theirs / ours, atLeast: 100)
    }

    /// Writes and reads 100,000 strings. XBUserDefaults claims 0.4 s for this.
    private func strings() throws -> Bool {
        let keys = (0..<100_000).map { PreferenceKey<String>("key.\($0)", default: "") }
        let preferences = Preferences(try Domain("strings"), in: store(), saving: .explicit)
        let duration = clock.measure {
            for key in keys { preferences[key] = key.name }
            for key in keys { precondition(preferences[key] == key.name) }
        }
        print("  100,000 strings written and read: \(milliseconds(duration))")
        return report("100,000 strings written and read, seconds", best: duration / .seconds(1), atMost: 0.4)
    }

    /// Reads and sets a property. GVUserDefaults claims 0.05 ms for this.
    private func property() throws -> Bool {
        let key = PreferenceKey<Int>("count", default: 0)
        let preferences = Preferences(try Domain("property"), in: store(), saving: .explicit)
        let owner = Preference(key, in: preferences)
        let duration = clock.measure {
            for _ in 0..<100_000 { owner.wrappedValue += 1 }
        }
        precondition(preferences[key] == 100_000)
        return report("a property read and set, microseconds", best: duration / .microseconds(100_000), atMost: 50)
    }

    private func milliseconds(_ duration: Duration) -> String {
        String(format: "%.1f ms", duration / .milliseconds(1))
    }

    private func report(_ what: String, best: Double, atMost limit: Double = .infinity, atLeast least: Double = 0)
        -> Bool
    {
        let isMet = best <= limit && best >= least
        let bar = limit.isFinite ? "at most \(limit)" : "at least \(least)"
        print(String(format: "%@ %@: %.2f (%@)", isMet ? "ok:" : "MISSED:", what, best, bar))
        return isMet
    }
}
