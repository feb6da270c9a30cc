package import PropertyList

extension StateApplier {
    /// An error that occurs when applying state documents. Nothing has changed.
    package enum ApplyError: Error, Hashable {
        case invalidIdentifier(String)
        case noRecord(identifier: String)
        case damagedRecord(identifier: String)
        case newerRecord(identifier: String)
        case recordNotPrivate(identifier: String)
        case pathBelowRoot(identifier: String, path: String)
        case owned(domain: String, PropertyListPath, by: String)
        case sameDomain(String, String)
    }
}

extension StateApplier.ApplyError: CustomStringConvertible {
    /// The error, as a clause that can follow a colon.
    package var description: String {
        switch self {
        case .invalidIdentifier(let text):
            "'\(text)' is not an identifier: use at most \(AppliedRecord.maximumIdentifierLength) letters, digits, "
                + "'.', '_' and '-', and begin with a letter or digit"
        case .noRecord(let identifier): "nothing is applied under the identifier '\(identifier)'"
        case .damagedRecord(let identifier): "the record of '\(identifier)' is damaged"
        case .newerRecord(let identifier): "the record of '\(identifier)' was written by a newer version"
        case .recordNotPrivate(let identifier):
            "the record of '\(identifier)' does not belong to this user, or others can write it"
        case .pathBelowRoot(let identifier, let path):
            "the path '\(path)' cannot be recorded for '\(identifier)', because domains below a root have names"
        case .owned(let domain, let path, let owner): "'\(path)' of domain '\(domain)' is owned by '\(owner)'"
        case .sameDomain(let first, let second): "'\(first)' and '\(second)' are the same domain"
        }
    }
}
