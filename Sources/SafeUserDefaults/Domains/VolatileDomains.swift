import Synchronization

/// The volatile domains of one instance, which are never saved. Lookups use only the argument domain, as in Foundation.
final class VolatileDomains: Sendable {
    private struct State {
        var arguments: VolatileValues?
        /// The domains other than the argument domain. An array is used, because there are few domains. The first use
        /// of a Swift dictionary takes longer than a search.
        var others: [(name: String, values: VolatileValues)] = []
    }

    private let argumentDomain: String
    private let state = Mutex(State())

    init(argumentDomain: String) {
        self.argumentDomain = argumentDomain
    }

    var names: [String] {
        state.withLock { $0.others.map(\.name) + ($0.arguments == nil ? [] : [argumentDomain]) }
    }

    /// Returns the object of an argument, or `nil` if there is none.
    func argument(_ key: String) -> Any? {
        state.withLock(\.arguments)?[key]
    }

    /// The objects of a domain, or `nil` if there is no such domain.
    subscript(name: String) -> [String: Any]? {
        values(of: name)?.objects
    }

    private func values(of name: String) -> VolatileValues? {
        state.withLock { state in
            name == argumentDomain ? state.arguments : state.others.first { $0.name == name }?.values
        }
    }

    /// Adds values to a domain. The values of other keys do not change.
    func add(_ values: VolatileValues, to name: String) {
        state.withLock { state in
            if name == argumentDomain {
                if state.arguments?.merge(values) == nil { state.arguments = values }
            } else if let index = state.others.firstIndex(where: { $0.name == name }) {
                state.others[index].values.merge(values)
            } else {
                state.others.append((name, values))
            }
        }
    }

    func remove(_ name: String) {
        state.withLock { state in
            if name == argumentDomain { state.arguments = nil } else { state.others.removeAll { $0.name == name } }
        }
    }
}
