import Dispatch
import TestExtent
import TestSupport
import Testing

@testable import DefaultsCore

/// The count of updates that values in memory compare.
struct DomainUpdatesTests {
    private let identity = InMemoryDomainStore().identity(of: "com.example.Updates")

    @Test("threads that begin and end to count the updates of one domain do not stop each other")
    func threads() {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<Extent.count(20_000, short: 5000) {
                let updates = DomainUpdates.of(identity)
                DomainUpdates.note { [identity] }
                #expect(updates.count > 0)
            }
        }
    }

    @Test("an update is counted as long as somebody needs the count")
    func counting() {
        let updates = DomainUpdates.of(identity)
        DomainUpdates.note { [identity, identity] }
        #expect(updates.count == 2)
        #expect(DomainUpdates.of(identity) === updates)
    }
}
