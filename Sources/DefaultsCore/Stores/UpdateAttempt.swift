/// The result of the body of an update that may need more domains.
package enum UpdateAttempt<Result> {
    /// The update is complete.
    case done(Result)
    /// Another update of these domains follows. Changes that the body has made are kept.
    case lock([Domain])
}

extension DomainStore {
    /// Updates domains. Which domains are needed may be known only after some of them are locked and read.
    ///
    /// - Parameters:
    ///   - domains: The domains of the first update.
    ///   - body: As in ``update(_:_:)``. It can check the domains with ``DomainTransaction/includes(_:)``.
    package func update<Result>(
        startingWith domains: [Domain], _ body: (inout DomainTransaction) throws -> UpdateAttempt<Result>
    ) throws -> Result {
        var domains = domains
        while true {
            switch try update(domains, body) {
            case .done(let result): return result
            case .lock(let needed): domains = needed
            }
        }
    }
}
