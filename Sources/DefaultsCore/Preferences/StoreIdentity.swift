/// The identity of a store in this process.
enum StoreIdentity: Hashable {
    /// A store of files. Two stores are the same if their folders are, with links followed, and their options.
    case files(FileDomainStore)
    /// Any other store is the same if it is one instance of a class.
    case instance(ObjectIdentifier)

    /// Creates the identity of a store, or `nil` if the store is a value that cannot be compared.
    init?(_ store: any DomainStore) {
        if let files = store as? FileDomainStore {
            self = .files(files.followingLinks())
        } else if type(of: store) is AnyClass {
            self = .instance(ObjectIdentifier(store as AnyObject))
        } else {
            return nil
        }
    }

    /// Returns whether a store that had this identity has it still, though links may have changed since.
    ///
    /// - Parameter present: A store that has the identity now.
    func isIdentity(of store: any DomainStore, sameAs present: any DomainStore) -> Bool {
        guard case .files = self else { return true }
        return store as? FileDomainStore == present as? FileDomainStore || StoreIdentity(store) == self
    }
}
