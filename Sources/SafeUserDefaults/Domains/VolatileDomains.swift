import Synchronization

/// The volatile domains of one instance, which are never saved. Lookups use only the argument domain, as in Foundation.
final class VolatileDomains: Sendable {
    /// An array is used, because there are few domains. The first use of a Swift dictionary takes longer than a search.
    private let domains = Mutex<[(name: String, values: VolatileValues)]>([])

    var names: [String] { domains.withLock { $0.map(\.name) } }

    /// The values of a domain, or `nil` if there is no such domain.
    subscript(name: String) -> VolatileValues? {
        domains.withLock { $0.first { $0.name == name }?.values }
    }

    /// Adds values to a domain. The values of other keys do not change.
    func add(_ values: VolatileValues, to name: String) {
        domains.withLock { domains in
            if let index = domains.firstIndex(where: { $0.name == name }) {
                domains[index].values.merge(values)
            } else {
                domains.append((name, values))
            }
        }
    }

    func remove(_ name: String) {
        domains.withLock { $0.removeAll { $0.name == name } }
    }
}
