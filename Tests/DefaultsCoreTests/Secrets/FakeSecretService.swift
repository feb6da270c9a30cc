import Synchronization

@testable import DefaultsCore

/// A keyring in memory, which can be told to do what real ones do at their worst.
final class FakeSecretService: SecretService {
    /// What becomes of the next secrets that are stored.
    enum Mischief: Equatable {
        /// They are stored.
        case none
        /// So many bytes of them are stored, and that is called success.
        case keeps(Int)
        /// They are not stored, and that is called success.
        case drops
        /// They are stored, and that is called a failure.
        case storesAndFails(KeyringProblem)
        /// They are not stored.
        case fails(KeyringProblem)
        /// They are removed, and cannot be stored again.
        case loses
        /// They are stored or not, and nothing is answered from then on: not to this either, if it says so.
        case stops(stored: Bool, answering: Bool)
        /// They are not stored, and this is answered to everything from then on.
        case breaks(KeyringProblem)
    }

    private struct State {
        var items: [SecretAttributes: [UInt8]] = [:]
        var labels: Set<String> = []
        var mischief = Mischief.none
        var storesBeforeMischief = 0
        var problem: KeyringProblem?
        var storeCount = 0
    }

    let sizeLimit = 8192
    private let state = Mutex(State())

    var items: [SecretAttributes: [UInt8]] { state.withLock(\.items) }
    var labels: Set<String> { state.withLock(\.labels) }
    var storeCount: Int { state.withLock(\.storeCount) }

    /// Plays tricks on the secrets that are stored, after the next few.
    func play(_ mischief: Mischief, after count: Int = 0) {
        state.withLock { ($0.mischief, $0.storesBeforeMischief) = (mischief, count) }
    }

    /// Answers everything with a problem; nil ends that.
    func fail(with problem: KeyringProblem?) {
        state.withLock { $0.problem = problem }
    }

    /// Puts a secret there as somebody else would.
    func put(_ secret: [UInt8], with attributes: SecretAttributes) {
        state.withLock { $0.items[attributes] = secret }
    }

    func secret(with attributes: SecretAttributes) throws(KeyringProblem) -> [UInt8]? {
        try matches(attributes).first?.value
    }

    func store(_ secret: [UInt8], label: String, with attributes: SecretAttributes, under lock: FolderLock)
        throws(KeyringProblem)
    {
        try refuseIfTold()
        let problem = state.withLock { state -> KeyringProblem? in
            state.storeCount += 1
            state.labels.insert(label)
            var mischief = state.mischief
            if state.storesBeforeMischief > 0 {
                state.storesBeforeMischief -= 1
                mischief = .none
            } else if mischief != .loses {
                state.mischief = .none
            }
            switch mischief {
            case .none: state.items[attributes] = secret
            case .keeps(let count): state.items[attributes] = Array(secret.prefix(count))
            case .drops: break
            case .storesAndFails(let problem):
                state.items[attributes] = secret
                return problem
            case .fails(let problem): return problem
            case .loses: state.items[attributes] = nil
            case .stops(let isStored, let isAnswering):
                if isStored { state.items[attributes] = secret }
                state.problem = .noAnswer
                return isAnswering ? nil : .noAnswer
            case .breaks(let problem):
                state.problem = problem
                return problem
            }
            return nil
        }
        if let problem { throw problem }
    }

    func remove(_ attributes: SecretAttributes, under lock: FolderLock) throws(KeyringProblem) {
        for match in try matches(attributes) { state.withLock { $0.items[match.key] = nil } }
    }

    func texts(of attribute: String, with attributes: SecretAttributes) throws(KeyringProblem) -> [String] {
        try matches(attributes).compactMap { $0.key[attribute]?.text }
    }

    private func matches(
        _ attributes: SecretAttributes
    ) throws(KeyringProblem) -> [(key: SecretAttributes, value: [UInt8])] {
        try refuseIfTold()
        return items.filter { item in attributes.allSatisfy { item.key[$0.key] == $0.value } }
    }

    private func refuseIfTold() throws(KeyringProblem) {
        if let problem = state.withLock(\.problem) { throw problem }
    }
}
