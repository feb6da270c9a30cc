import DefaultsCore
import PropertyList

/// Makes a change to a domain, or shows what it would be.
struct DomainChange {
    private let changes: ChangeSet
    private let domain: DomainArgument
    private let session: Session

    init(_ changes: ChangeSet, to domain: DomainArgument, in session: Session) {
        self.changes = changes
        self.domain = domain
        self.session = session
    }

    /// Does what the options ask for.
    ///
    /// - Returns: whether the domain is, or would be, another than before.
    /// - Throws: ``ChangeSetError`` where a condition of the changes does not hold, else ``CommandError``.
    func perform() throws -> Bool {
        session.invocation.options.contains(.dryRun) ? try preview() : try apply()
    }

    private func apply() throws -> Bool {
        do {
            return try session.store.update([domain.domain]) { transaction in
                let old = transaction[domain.domain]
                try changes.apply(to: &transaction[domain.domain])
                return old != transaction[domain.domain]
            }
        } catch let error as PreferencesError {
            throw CommandError.notWritten(domain: domain.title, error)
        }
    }

    /// Shows the difference that the change would make. Nothing is locked or written.
    private func preview() throws -> Bool {
        let old = try session.contents(of: domain.domain)
        var new = old
        try changes.apply(to: &new)
        do {
            try PropertyListWriter.validate(.dictionary(new))
        } catch {
            throw CommandError.notWritten(domain: domain.title, .unstorable(path: domain.title, error))
        }
        let differences = PropertyListDifference.between(old, new)
        try session.write(text: session.text(of: differences))
        return !differences.isEmpty
    }
}
