import PropertyList
import ToolSupport

/// A key or key path of the command line.
struct KeyArgument: Sendable {
    let path: PropertyListPath
    /// The text of the command line, for messages.
    let text: String

    init(key: String) {
        path = .key(key)
        text = key
    }

    /// Creates the argument of a key, or of a path with several components.
    init(path: PropertyListPath) {
        self.path = path
        text = path.components.count == 1 ? path.components[0] : path.description
    }

    init(path text: String) throws(CommandError) {
        guard let path = PropertyListPath(parsing: text) else { throw .invalidKeyPath(text) }
        self.path = path
        self.text = text
    }
}
