import DefaultsCore
import Foundation
import Synchronization

/// Observes a key in eight tasks until a value is the last one, and prints what the tasks have seen and what is left of
/// the observation.
func observe(own: Preferences, last: Int) async throws {
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
    write("\(fewestInotifyInstances()) ")
    for task in cancelled { task.cancel() }
    for task in cancelled { await task.value }
    // The thread of the watch closes its descriptor soon after the last observer has ended.
    for _ in 0..<500 where openInotifyInstances() > 0 { usleep(10_000) }
    write("\(disorder.isEmpty ? "in order" : disorder.joined(separator: ", ")) \(openInotifyInstances())\n")
}

/// Observes a key while nothing changes, and prints how often threads of the process were woken in the quietest of at
/// most twenty seconds. On a busy machine, the start of the process is not over in the first one.
func observeIdly(own: Preferences) async throws {
    let task = Task { for await _ in own.updates(of: .count) {} }
    var fewest = Int.max
    for _ in 0..<20 where fewest > 2 {
        let before = try wakeUps()
        usleep(1_000_000)
        fewest = min(fewest, try wakeUps() - before)
    }
    write("\(fewest)\n")
    task.cancel()
}

/// A number that tasks count up.
private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
}

/// The fewest open instances within a tenth of a second.
private func fewestInotifyInstances() -> Int {
    var fewest = openInotifyInstances()
    for _ in 0..<10 where fewest > 0 {
        usleep(10_000)
        fewest = min(fewest, openInotifyInstances())
    }
    return fewest
}

private func openInotifyInstances() -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let targets = names.map { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    return targets.count { $0?.contains("inotify") == true }
}

private func wakeUps() throws -> Int {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return threads.reduce(0) { sum, thread in
        let status = (try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
}
