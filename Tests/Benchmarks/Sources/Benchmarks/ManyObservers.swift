import DefaultsPreferences
import Foundation
import Synchronization

/// Measures what 10,000 tasks that follow a value require: threads beside those on which tasks run, and the time until
/// all have seen a change, beside that of one task.
struct ManyObservers {
    let store: FileDomainStore
    let folder: String

    private static let count = 10_000
    private let key = PreferenceKey<Int>("count", default: 0)

    func run() throws {
        let one = try follow("one", by: 1)
        let all = try follow("all", by: Self.count)
        Row(work: "threads of observers", subject: "\(Self.count) tasks").print(count: all.threads, atMost: 4)
        Row(work: "a change is observed", subject: "by \(Self.count) tasks")
            .print(all.duration, beside: "by one task", one.duration)
    }

    /// Changes the file of a domain as another program does, while tasks follow a value.
    private func follow(_ name: String, by count: Int) throws -> (duration: Double, threads: Int) {
        let preferences = Preferences(domain: try Domain("followed.\(name)"), store: store, saving: .explicit)
        let (started, seen) = (Counter(), Counter())
        let before = threads()
        let key = key
        let tasks = (0..<count).map { _ in
            Task {
                for await value in preferences.updates(of: key) { (value == 0 ? started : seen).next() }
            }
        }
        wait(for: started, count)
        try PropertyListWriter.data(of: ["count": 1], as: .xml).write(
            to: URL(fileURLWithPath: folder + "/followed.new"))
        usleep(500_000)
        var most = 0
        let duration = Clock.wall.time {
            rename(folder + "/followed.new", "\(folder)/followed.\(name).plist")
            wait(for: seen, count) { most = max(most, threads()) }
        }
        for task in tasks { task.cancel() }
        return (duration, most - before - ProcessInfo.processInfo.activeProcessorCount)
    }

    private func wait(for counter: Counter, _ count: Int, _ meanwhile: () -> Void = {}) {
        while counter.value < count {
            meanwhile()
            usleep(500)
        }
        meanwhile()
    }

    private func threads() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? .max
    }
}

/// A number that tasks count up.
private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func next() { count.add(1, ordering: .relaxed) }
}
