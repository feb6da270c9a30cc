extension Domain {
    /// The identity of a domain in a store. Two domains with equal identities are one, even if their names differ.
    public struct Identity: Hashable, Sendable {
        /// Bytes, since equal strings can be the names of two files.
        private let components: [[UInt8]]

        /// Creates an identity from texts, such as a store and a name in it. They are compared by their UTF-8 bytes.
        public init(_ components: String...) {
            self.components = components.map { Array($0.utf8) }
        }
    }
}
