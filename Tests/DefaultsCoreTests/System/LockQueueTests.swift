import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DefaultsCore

/// Callers in one process that wait for the lock of a folder that another process holds.
struct LockQueueTests {
    let scratch = Scratch()
    /// The limit of waits that must succeed.
    private static let patience = Duration.seconds(600)

    @Test("callers get the lock in the order of their calls")
    func order() throws {
        let holder = try ForeignLock(scratch.path)
        let order = Mutex<[Int]>([])
        let threads = DispatchGroup()
        for number in 0..<8 {
            start(in: threads, until: Deadline(after: Self.patience)) { _ in order.withLock { $0.append(number) } }
            try waitUntil { waiting == number + 1 }
        }
        holder.release()
        #expect(threads.wait(timeout: .now() + 600) == .success)
        #expect(order.withLock { $0 } == Array(0..<8))
        try waitUntil { waiting == nil }
    }

    @Test("a caller fails at its deadline, not before", arguments: [0, 30, 300])
    func deadline(milliseconds: Int) throws {
        let holder = try ForeignLock(scratch.path)
        let clock = ContinuousClock()
        for _ in 0..<3 {
            let start = clock.now
            let error = try #require(throws: FileError.self) {
                _ = try lock(until: Deadline(after: .milliseconds(milliseconds)))
            }
            guard case .lockTimedOut = error.reason else { throw error }
            let time = clock.now - start
            #expect(time >= .milliseconds(milliseconds))
        }
        holder.release()
    }

    @Test("a lock that arrives after the last deadline is released at once")
    func abandoned() throws {
        let holder = try ForeignLock(scratch.path)
        #expect(throws: FileError.self) { _ = try lock(until: Deadline(after: .milliseconds(10))) }
        // The thread still waits in the kernel.
        #expect(waiting == 0)
        holder.release()
        try waitUntil { waiting == nil }
        try ForeignLock(scratch.path).release()
        _ = try lock(until: Deadline(after: .zero))
    }

    @Test("a lock that arrives after a deadline goes to a caller that came meanwhile")
    func handedOver() throws {
        let holder = try ForeignLock(scratch.path)
        #expect(throws: FileError.self) { _ = try lock(until: Deadline(after: .milliseconds(10))) }
        let threads = DispatchGroup()
        start(in: threads, until: Deadline(after: Self.patience)) { _ in }
        try waitUntil { waiting == 1 }
        holder.release()
        #expect(threads.wait(timeout: .now() + 600) == .success)
    }

    @Test("the deadline of one caller does not end the wait of the others")
    func timeInTheMiddle() throws {
        let holder = try ForeignLock(scratch.path)
        let threads = DispatchGroup()
        let times: [Duration] = [Self.patience, .milliseconds(20), Self.patience]
        let gotIt = Mutex<[Bool]>([])
        for (number, time) in times.enumerated() {
            start(in: threads, until: Deadline(after: time)) { error in gotIt.withLock { $0.append(error == nil) } }
            if number == 0 { try waitUntil { waiting == 1 } }
        }
        try waitUntil { gotIt.withLock { $0 } == [false] }
        holder.release()
        #expect(threads.wait(timeout: .now() + 600) == .success)
        #expect(gotIt.withLock { $0 } == [false, true, true])
    }

    @Test("a process with many callers lets other processes have the lock")
    func otherProcesses() throws {
        let isOver = Mutex(false)
        let threads = DispatchGroup()
        for _ in 0..<4 {
            DispatchQueue.global().async(group: threads) {
                while !isOver.withLock({ $0 }) { _ = try? lock(until: Deadline(after: Self.patience)) }
            }
        }
        for _ in 0..<20 {
            let other = try ForeignLock(scratch.path)  // waits in the kernel, after the callers
            other.release()
        }
        isOver.withLock { $0 = true }
        threads.wait()
    }

    @Test("two callers, or a caller and another process, never have the lock at once")
    func exclusion() throws {
        let holders = Mutex((now: 0, most: 0))
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for _ in 0..<50 {
                let held = number < 6 ? try? lock(until: Deadline(after: Self.patience)) : nil
                let foreign = number < 6 ? nil : try? ForeignLock(scratch.path)
                withExtendedLifetime((held, foreign)) {
                    let others = holders.withLock { holders in
                        holders.now += 1
                        holders.most = max(holders.most, holders.now)
                        return held == nil && foreign == nil
                    }
                    #expect(!others, "no lock within ten minutes")
                    holders.withLock { $0.now -= 1 }
                }
                foreign?.release()
            }
        }
        #expect(holders.withLock { $0.most } == 1)
    }

    @Test("the holder of a lock is reported with process and command")
    func holder() throws {
        #expect(try LockHolder(of: Folder(path: scratch.path)) == nil)
        let lock = try lock(until: Deadline(after: .zero))
        let command = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).dropLast()
        let holder = LockHolder(processIdentifier: getpid(), command: String(command))
        // The kernel prints the locks of all processes in parts, so one search can miss a lock.
        try waitUntil { LockHolder(of: lock.folder) == holder }
        #expect(holder.description == "process \(getpid()) ('\(command)')")
        #expect(LockHolder(processIdentifier: 7, command: nil).description == "process 7")
    }

    @Test("a holder is found by device and inode number, among waiting processes and other kinds of locks")
    func locks() {
        let lines = """
            1: POSIX  ADVISORY  WRITE 1 fe:00:77 0 EOF
            2: FLOCK  ADVISORY  WRITE 2 fe:01:77 0 EOF
            3: FLOCK  ADVISORY  WRITE 3 fe:00:78 0 EOF
            4: -> FLOCK  ADVISORY  WRITE 4 fe:00:77 0 EOF
            5: FLOCK  ADVISORY  WRITE 5 fe:00:77 0 EOF
            5: -> FLOCK  ADVISORY  WRITE 6 fe:00:77 0 EOF
            6: FLOCK  ADVISORY  WRITE -1 00:2f:9 0 EOF
            7: FLOCK
            8: FLOCK  ADVISORY  WRITE 8 1000:12345:9 0 EOF
            """
        func process(_ device: UInt64, _ number: UInt64) -> Int32? {
            LockHolder.process(inLocks: Array(lines.utf8), of: [FileIdentity(device: device, number: number)])
        }
        #expect(process(0xFE00, 77) == 5)
        #expect(process(0xFE01, 77) == 2)
        #expect(process(0xFE00, 78) == 3)
        #expect(process(0x2F, 9) == nil)
        #expect(process(0xFE00, 1) == nil)
        #expect(process(makedev(0x1000, 0x12345), 9) == 8)
    }

    /// The number of a device, composed of its two parts as in the C library.
    private func makedev(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | minor & 0xFF | (minor & ~0xFF) << 12
    }

    /// The number of waiting callers.
    private var waiting: Int? {
        (try? Folder(path: scratch.path).identity).flatMap(LockQueue.waiting)
    }

    private func lock(until deadline: Deadline) throws -> FolderLock {
        try FolderLock(Folder(path: scratch.path), for: scratch.path, until: deadline)
    }

    /// Starts a thread that takes the lock, calls the body and releases the lock. The body gets the error if locking
    /// fails.
    private func start(
        in group: DispatchGroup, until deadline: Deadline, _ body: @escaping @Sendable ((any Error)?) -> Void
    ) {
        DispatchQueue(label: "caller").async(group: group) { [self] in
            do {
                let lock = try lock(until: deadline)
                withExtendedLifetime(lock) { body(nil) }
            } catch {
                body(error)
            }
        }
    }

    private func waitUntil(_ condition: () -> Bool) throws {
        let deadline = Deadline(after: Self.patience)
        while !condition() {
            try #require(!deadline.hasPassed)
            usleep(500)
        }
    }
}

/// The lock of a folder as another program takes it, with a wait in the kernel.
private final class ForeignLock: Sendable {
    private let file: FileDescriptor

    init(_ path: String) throws {
        file = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC))
        try lock()
    }

    func lock() throws {
        try systemCall { flock(file.number, LOCK_EX) }
    }

    func release() {
        flock(file.number, LOCK_UN)
    }
}
