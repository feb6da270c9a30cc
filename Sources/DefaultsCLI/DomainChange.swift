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
            if let files = session.files as? FileDomainStore, isForced {
                return try files.update(domain.domain, evenIfUnreadable: change)
            }
            return try session.store.update([domain.domain]) { try change(&$0[domain.domain], nil) }
        } catch let error as PreferencesError {
            throw failure(error)
        }
    }

    private var isForced: Bool { session.invocation.options.contains(.force) }

    /// Changes contents, and returns whether that makes a difference. It does for a file that cannot be read, whatever takes its place.
    private func change(_ contents: inout PropertyListDictionary, _ unreadable: PreferencesError?) throws -> Bool {
        let old = contents
        var changes = changes
        if unreadable != nil { changes.edits.removeAll { $0 == .requireAnyKey } }
        var new = old
        let acceptsAbsence = unreadable == nil && session.invocation.options.contains(.ifExists)
        // An update without a change: a killed run may have removed the value, and not waited for the disk as the store does.
        guard try apply(changes, to: &new, acceptsAbsence: acceptsAbsence) else { return false }
        contents = new
        return unreadable != nil || old != new
    }

    /// Applies changes to contents.
    ///
    /// - Returns: Whether there was something to be changed, if its absence is accepted.
    private func apply(
        _ changes: ChangeSet, to contents: inout PropertyListDictionary, acceptsAbsence: Bool
    ) throws(ChangeSetError) -> Bool {
        do {
            try changes.apply(to: &contents)
            return true
        } catch {
            guard acceptsAbsence, error.isAbsence else { throw error }
            return false
        }
    }

    /// The error of a change, which says how to replace a file that cannot be read.
    private func failure(_ error: PreferencesError) -> CommandError {
        let canBeForced = !session.invocation.usesKeyring && !isForced
        guard canBeForced, error.isAboutContents else { return .notWritten(domain: domain.title, error) }
        if case .tooLarge = error { return .notWritten(domain: domain.title, error) }
        return .notReadToWrite(domain: domain.title, error)
    }

    /// Shows the difference that the change would make. Nothing is locked or written.
    private func preview() throws -> Bool {
        let (old, unreadable) = try contentsToPreview()
        var new = old
        let isChanged = try change(&new, unreadable)
        do {
            try PropertyListWriter.validate(.dictionary(new))
        } catch {
            throw CommandError.notWritten(domain: domain.title, .unstorable(path: domain.title, error))
        }
        if unreadable != nil { try session.printLine("- (a file that cannot be read)") }
        try session.write(text: session.text(of: PropertyListDifference.between(old, new)))
        return isChanged
    }

    /// What the domain holds and, of a file that may be replaced although it cannot be read, the reason for that.
    private func contentsToPreview() throws -> (PropertyListDictionary, PreferencesError?) {
        do {
            return (try session.store.contents(of: domain.domain), nil)
        } catch  where error.isAboutContents {
            if isForced { return ([:], error) }
            throw failure(error)
        } catch {
            throw CommandError.preferences(error)
        }
    }
}
