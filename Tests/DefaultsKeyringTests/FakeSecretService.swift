import Synchronization

@testable import DefaultsCore
@testable import DefaultsKeyring

/// A keyring in memory that can simulate errors.
final class FakeSecretService: SecretService {
    /// The treatment of the next secrets.
    enum Mischief: Equatable {
        /// Stores the secret.
        case none
        /// Stores the given number of bytes and reports success.
        case keeps(Int)
        /// Stores nothing and reports success.
        case drops
        /// Stores the secret and reports an error.
        case storesAndFails(KeyringProblem)
        /// Stores nothing and reports an error.
        case fails(KeyringProblem)
        /// Removes the secret and stores no other.
        case loses
        /// Stores the secret or not, and does not answer afterwards, or not even this time.
        case stops(stored: Bool, answering: Bool)
        /// Stores the secret or not, and reports an error this time and in the next calls.
        case pauses(KeyringProblem, stored: Bool, calls: Int)
        /// Stores nothing and reports this error from then on.
        case breaks(KeyringProblem)
    }

    private struct State {
        var items: [SecretAttributes: [UInt8]] = [:]
        var labels: Set<String> = []
        var mischief = Mischief.none
        var storesBeforeMischief = 0
        var problem: KeyringProblem?
        /// The number of calls after which the problem is over, or `nil` if it lasts.
        var callsUntilAnswer: Int?
        var storeCount = 0
    }

    let sizeLimit = 8192
    private let state = Mutex(State())

    var items: [SecretAttributes: [UInt8]] { state.withLock(\.items) }
    var labels: Set<String> { state.withLock(\.labels) }
    var storeCount: Int { state.withLock(\.storeCount) }

    /// Sets the treatment of secrets after the next few.
    func play(_ mischief: Mischief, after count: Int = 0) {
        state.withLock { ($0.mischief, $0.storesBeforeMischief) = (mischief, count) }
    }

    /// Makes all calls fail, or ends that if the problem is `nil`.
    func fail(with problem: KeyringProblem?) {
        state.withLock { $0.problem = problem }
    }

    /// Stores a secret as another program would.
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
            case .pauses(let problem, let isStored, let calls):
                if isStored { state.items[attributes] = secret }
                (state.problem, state.callsUntilAnswer) = (problem, calls)
                return problem
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
        let problem = state.withLock { state -> KeyringProblem? in
            if let calls = state.callsUntilAnswer {
                if calls == 0 { (state.problem, state.callsUntilAnswer) = (nil, nil) }
                state.callsUntilAnswer? -= 1
            }
            return state.problem
        }
        if let problem { throw problem }
    }
}
