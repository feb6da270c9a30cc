import DefaultsCore
import Synchronization

/// The updates that run on each thread, to refuse others inside them.
enum UpdateNesting {
    private static let threads = Mutex<Set<UInt>>([])

    static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = SystemThread.current
        threads.withLock { _ = $0.insert(thread) }
        defer { threads.withLock { _ = $0.remove(thread) } }
        return try body()
    }

    /// Throws an error inside the body of an update.
    static func refuse(_ domain: Domain) throws(PreferencesError) {
        if threads.withLock({ $0.contains(SystemThread.current) }) {
            throw PreferencesError(FileAccess.lock("\(domain)").error(.nestedUpdate))
        }
    }
}
