import Foundation
import SafeUserDefaults

/// Measures `SafeUserDefaults` beside Foundation's class.
struct UserDefaultsBenchmark {
    private static let rounds = 5
    private let suites: [(ours: SafeUserDefaults, foundation: UserDefaults)]
    private let folder: String

    init(folder: String) {
        self.folder = folder
        suites = (0..<Self.rounds).map { round in
            guard let ours = SafeUserDefaults(suiteName: folder + "/ours.\(round)"),
                let foundation = UserDefaults(suiteName: folder + "/foundation.\(round)")
            else { preconditionFailure("no suites") }
            return (ours, foundation)
        }
    }

    func run() {
        sets("set", "10,000 keys", bar: 500)
        gets()
        sets("followed", "10,000 keys, others followed", bar: 100)
        saves()
    }

    /// One key of 100,000 is set and saved while changes by others are followed. The time is that of all threads, also
    /// of those that are told of the save.
    private func saves() {
        let contents = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("com.example.key\($0)", "value \($0)") })
        let paths = ["ours", "foundation"].map { folder + "/saves.\($0)" }
        for path in paths {
            let data = try? PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
            try? data?.write(to: URL(fileURLWithPath: path + ".plist"))
        }
        guard let ours = SafeUserDefaults(suiteName: paths[0]), let foundation = UserDefaults(suiteName: paths[1])
        else {
            preconditionFailure("no suites")
        }
        for defaults in [ours, foundation] {
            for _ in 0..<3 { check(defaults.string(forKey: "com.example.key7") == "value 7") }
            usleep(500_000)
        }
        func save(_ defaults: UserDefaults, _ round: Int) {
            defaults.set("round \(round)", forKey: "com.example.key7")
            check(defaults.synchronize())
            usleep(300_000)
        }
        let times = Clock.processor.medians(Self.rounds) {
            save(ours, $0)
        } _: {
            save(foundation, $0)
        }
        row("set and save", "1 key of 100,000, followed")
            .print(times.ours, beside: "UserDefaults", times.theirs, bar: .atMost(0.7))
    }

    /// 100,000 gets of 100 keys, of which each is found.
    private func gets() {
        let keys = (0..<100).map { "key.\($0)" }
        for defaults in suites.flatMap({ [$0.ours, $0.foundation] }) {
            for (index, key) in keys.enumerated() { defaults.set(index, forKey: key) }
            defaults.set("text", forKey: "text")
            defaults.synchronize()
        }
        func integers(_ defaults: UserDefaults) {
            var sum = 0
            for _ in 0..<1000 {
                for key in keys { sum += defaults.integer(forKey: key) }
            }
            precondition(sum == 4_950_000)
        }
        func strings(_ defaults: UserDefaults) {
            for _ in 0..<100_000 { precondition(defaults.string(forKey: "text") == "text") }
        }
        let numbers = measure(integers)
        row("gets", "100,000 integers").print(numbers.ours, beside: "UserDefaults", numbers.theirs, bar: .atMost(1))
        let texts = measure(strings)
        row("gets", "100,000 strings").print(texts.ours, beside: "UserDefaults", texts.theirs, bar: .atMost(1))
    }

    /// 10,000 new keys: at the start of a program, and later, when changes by others are followed.
    private func sets(_ prefix: String, _ subject: String, bar: Double) {
        func sets(_ defaults: UserDefaults) {
            for index in 0..<10_000 { defaults.set(index, forKey: "\(prefix).\(index)") }
        }
        let times = measure(sets)
        row("sets", subject).print(times.ours, beside: "UserDefaults", times.theirs, bar: .timesFaster(bar))
    }

    /// Returns the median times of a work with both classes, each round in other suites.
    private func measure(_ work: (UserDefaults) -> Void) -> (ours: Double, theirs: Double) {
        Clock.thread.medians(Self.rounds) { round in
            work(suites[round].ours)
        } _: { round in
            work(suites[round].foundation)
        }
    }

    private func row(_ work: String, _ subject: String) -> Row {
        Row(work: "SafeUserDefaults: \(work)", subject: subject)
    }
}
