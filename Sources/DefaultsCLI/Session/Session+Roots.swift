import DefaultsCore
import ToolSupport

/// Roots of domains. The root is a dictionary, except in a file given by its path, where it can have any type.
extension Session {
    /// Returns the root of a domain, or `nil` if the domain does not exist. A domain without keys does not exist.
    func root(of domain: Domain) throws(CommandError) -> DomainSnapshot.Entry? {
        let root = try CommandError.mapping(try store.root(of: domain))
        return root?.value == .dictionary([:]) && root?.isExact == true ? nil : root
    }

    /// Returns the root of a domain, or `nil` if the domain does not exist.
    ///
    /// - Throws: Among others, an error if the root contains something that a value cannot represent.
    func exactRoot(of domain: Domain) throws(CommandError) -> PropertyListValue? {
        guard let root = try root(of: domain) else { return nil }
        return try CommandError.mapping(try root.exactValue(of: domain))
    }

    /// Returns the root that ``update(_:acceptsRemoval:_:)`` would pass to its body, without a lock.
    ///
    /// - Throws: The errors of such an update, for example for JSON in the file of a domain with a name.
    func rootToChange(of domain: Domain) throws(PreferencesError) -> PropertyListValue {
        guard options.storage.hasFiles, domain.isPath else { return .dictionary(try store.contents(of: domain)) }
        let path = folders.location(of: domain)
        guard let document = try files.store.propertyList(at: path, toChange: true) else { return [:] }
        return try DomainSnapshot.Entry(document).exactValue(of: domain)
    }

    /// Changes the root of a domain in one atomic update. The root of a domain that does not exist is an empty
    /// dictionary.
    ///
    /// - Parameters:
    ///   - acceptsRemoval: Whether the removal of all keys was requested.
    ///   - body: Changes the root. Only the root of a file that is given by its path can become, or be, something else
    ///     than a dictionary. The body can be called again with newer contents.
    /// - Throws: ``PreferencesError``, also if the root of a domain with a name becomes something else than a
    ///   dictionary, or the error of the body.
    func update<Result>(
        _ domain: Domain, acceptsRemoval: Bool = false, _ body: (inout PropertyListValue) throws -> Result
    ) throws -> Result {
        do {
            return try store.update([domain]) { transaction in
                if acceptsRemoval { transaction.acceptRemoval(of: domain) }
                var root = PropertyListValue.dictionary(transaction[domain])
                let result = try body(&root)
                guard case .dictionary(let contents) = root else { throw PreferencesError.rootNotADictionary }
                transaction[domain] = contents
                return result
            }
        } catch  where canHaveOtherRoot(domain, after: error) {
            let path = folders.location(of: domain)
            return try GuardedFile(path, in: files).update { update in
                var root = try update.read()?.value ?? [:]
                let result = try body(&root)
                try update.write(root)
                return result
            }
        }
    }

    /// Returns whether the root of a domain can become something else than a dictionary: whether it is a file that is
    /// given by its path, and not the file of a domain with a name.
    func canHaveAnyRoot(_ domain: Domain) -> Bool {
        options.storage.hasFiles && domain.isPath && folders.domainInBase(domain) == nil
    }

    /// Throws an error if a journal is used, and cannot record the change of a root.
    func requireRecordable(_ old: PropertyListValue, _ new: PropertyListValue) throws(CommandError) {
        if old.type == .dictionary && new.type == .dictionary || old == new { return }
        try files.requireNoJournal(for: "a change of a file whose root is not a dictionary")
    }

    /// Returns whether an update failed only because the old or the new root is not a dictionary, but the file may have
    /// such a root.
    private func canHaveOtherRoot(_ domain: Domain, after error: any Error) -> Bool {
        guard let error = error as? PreferencesError else { return false }
        if error == .rootNotADictionary { return canHaveAnyRoot(domain) }
        return error.isNotDictionary && options.storage.hasFiles && domain.isPath
    }
}
