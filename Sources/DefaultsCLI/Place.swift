import PropertyList

/// A key or key path as it was typed.
struct Place: Sendable {
    let path: PropertyListPath
    /// What messages call it.
    let text: String

    init(key: String) {
        path = .key(key)
        text = key
    }

    init(path text: String) throws(CommandError) {
        guard let path = PropertyListPath(parsing: text) else { throw .invalidKeyPath(text) }
        self.path = path
        self.text = text
    }
}
