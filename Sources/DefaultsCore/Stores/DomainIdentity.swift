/// The identity of a domain in a store. Two domains with equal identities are one, whatever they are called.
public struct DomainIdentity: Hashable, Sendable {
    /// Bytes, since strings that look the same may be the names of two files.
    private let components: [[UInt8]]

    /// Creates an identity from texts that identify the place, such as a store and a name in it. Texts are compared by their bytes.
    public init(_ components: String...) {
        self.components = components.map { Array($0.utf8) }
    }
}
