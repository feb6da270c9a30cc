import Synchronization

@testable import DefaultsCore

/// A store in memory that replaces domains one after the other, and is interrupted after some of them.
final class CrashingStore: DomainStore {
    struct Interruption: Error {}

    private struct State {
        var contents: [Domain: PropertyListDictionary]
        var replacementsLeft = Int.max
        var replacements = 0
        var interference: [Domain: PropertyListDictionary]?
    }

    private let state: Mutex<State>

    init(_ contents: [Domain: PropertyListDictionary] = [:]) {
        state = Mutex(State(contents: contents))
    }

    /// The domains that have keys.
    var contents: [Domain: PropertyListDictionary] {
        get { state.withLock { $0.contents.filter { !$0.value.isEmpty } } }
        set { state.withLock { $0.contents = newValue } }
    }

    /// The number of replacements so far.
    var replacements: Int { state.withLock(\.replacements) }

    /// Interrupts after so many replacements.
    func interrupt(after count: Int?) { state.withLock { $0.replacementsLeft = count ?? .max } }

    /// Lets another program replace all domains during the next update, whose body is then called again.
    func interfere(with contents: [Domain: PropertyListDictionary]) { state.withLock { $0.interference = contents } }

    func snapshot(of domain: Domain) throws(PreferencesError) -> DomainSnapshot {
        DomainSnapshot(contents: contents[domain] ?? [:])
    }

    func domains(on host: Domain.Host) throws(PreferencesError) -> [Domain] { [] }

    func identity(of domain: Domain) -> StoreIdentity { StoreIdentity(domain.spelling) }

    func update<Result>(_ domains: [Domain], _ body: (inout DomainTransaction) throws -> Result) throws -> Result {
        var unique: [Domain] = []
        for domain in domains.reversed() where !unique.contains(domain) { unique.insert(domain, at: 0) }
        let old = unique.map { contents[$0] ?? [:] }
        var transaction = DomainTransaction(domains: unique, indices: Array(unique.indices), contents: old)
        let result = try body(&transaction)
        if let others = state.withLock({ $0.interference.take() }) {
            contents = others
            return try update(domains, body)
        }
        if transaction.contents != old { try transaction.willPublish() }
        for (domain, (old, new)) in zip(unique, zip(old, transaction.contents)) where old != new {
            try state.withLock { state in
                guard state.replacementsLeft > 0 else { throw Interruption() }
                state.replacementsLeft -= 1
                state.replacements += 1
                state.contents[domain] = new
            }
        }
        return result
    }
}
