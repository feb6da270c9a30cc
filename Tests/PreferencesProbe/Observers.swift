import DefaultsPreferences
import Foundation
import Synchronization

/// Observes a key in eight tasks until a value is the last one, and prints what the tasks have seen and what is left of
/// the observation.
///
/// - Parameter instances: The number of inotify instances that is expected while other tasks observe.
func observe(own: Preferences, last: Int, instances: Int) async throws {
    let ready = Counter()
    let cancelled = (0..<8).map { _ in Task { for await _ in own.changes() {} } }
    let disorder = await withTaskGroup(of: [String].self) { group in
        for _ in 0..<8 {
            group.addTask {
                var latest = Int.min
                var disorder: [String] = []
                for await value in own.updates(of: .count) {
                    if latest == .min, ready.next() == 8 {
                        write("ready\n")
                    }
                    if value <= latest || value > last { disorder.append("\(value) after \(latest)") }
                    latest = value
                    if value == last { break }
                }
                return latest == last ? disorder : disorder + ["\(latest) at the end"]
            }
        }
        return await group.reduce([], +)
    }
    // While files are polled, each poll opens an instance for a moment, to ask the kernel again.
    write("\(inotifyInstances(expecting: instances)) ")
    for task in cancelled { task.cancel() }
    for task in cancelled { await task.value }
    // The thread of the watch closes its descriptor soon after the last observer has ended.
    let left = inotifyInstances(expecting: 0)
    write("\(disorder.isEmpty ? "in order" : disorder.joined(separator: ", ")) \(left)\n")
}

/// Observes a key in many tasks, changes it some times, and prints the largest number of threads meanwhile.
func observeMany(own: Preferences, count: Int) async throws {
    let seen = Counter()
    let tasks = (0..<count).map { _ in
        Task {
            for await value in own.updates(of: .count) where value >= 0 { seen.next() }
        }
    }
    var threads = 0
    for round in 1...5 {
        // The first values can also be those of earlier rounds, so tasks that start late see fewer of them.
        own[.count] = round
        if round > 1 { for _ in 0..<30_000 where seen.value < count { usleep(10_000) } }
        threads = max(threads, try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count)
    }
    for task in tasks { task.cancel() }
    write("\(seen.value >= count) \(threads)\n")
}

/// A number that tasks count up.
private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    @discardableResult
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
}

/// Waits until so many instances are open, at most five minutes, and returns the number of open instances.
private func inotifyInstances(expecting expected: Int) -> Int {
    for _ in 0..<30_000 where openInotifyInstances() != expected { usleep(10_000) }
    return openInotifyInstances()
}

private func openInotifyInstances() -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let targets = names.map { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    return targets.count { $0?.contains("inotify") == true }
}
