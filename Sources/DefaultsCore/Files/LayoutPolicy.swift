import Synchronization

/// A policy for the layout of text files: their comments, order and blanks. It decides whether changes keep it, and
/// records the files that lost something, or that other programs no longer accept.
///
/// A change of a file that is given by its path keeps the layout, if the file has one of its own. A change of any other
/// file writes it whole.
package final class LayoutPolicy: Sendable {
    /// What a change removed from a file.
    package enum Loss: Hashable, Sendable {
        /// Comments, and the rest of the layout.
        case comments
        /// The layout of a file without comments. The text names the parts that have changed.
        case layout(changed: String)
        /// The format, which could not represent a value. The file of a named domain has another one now.
        case format(PropertyListFormat)
        /// The acceptance of the XML by other programs. The new key or string at the path has a character that XML does
        /// not allow.
        case validity(at: PropertyListPath)
    }

    /// Whether files are written whole, even old-style files that have comments.
    let rewrites: Bool
    /// How JSON files that are given by their paths are read to change them, or `nil` if they are never changed.
    let json: JSONForm.Kind?
    /// Whether losses of named domains are recorded. Their files are an implementation detail, so only people are told.
    let recordsDomains: Bool
    private let notes = Mutex<[(path: String, loss: Loss)]>([])

    /// - Parameters:
    ///   - rewrites: Whether files are written whole, even old-style files that have comments. If `false`, such a loss
    ///     of comments is an error.
    ///   - json: How JSON files that are given by their paths are read, or `nil` if they are never changed.
    ///   - recordsDomains: Whether losses of named domains are recorded.
    package init(rewrites: Bool, json: JSONForm.Kind?, recordsDomains: Bool = false) {
        (self.rewrites, self.json, self.recordsDomains) = (rewrites, json, recordsDomains)
    }

    /// The files that lost something, in the order of the changes. Each loss of a file occurs once.
    package var losses: [(path: String, loss: Loss)] { notes.withLock(\.self) }

    /// Records that a change removed something from a file.
    package func note(_ loss: Loss, of path: String) {
        if case .format = loss, !recordsDomains { return }
        notes.withLock { notes in
            if !notes.contains(where: { $0 == (path, loss) }) { notes.append((path, loss)) }
        }
    }

    /// Returns the error of writing a file whole, or `nil` if the file has no comments or may lose them.
    ///
    /// - Parameter format: The format of the file, or `nil` if it has no comments.
    package func refusal(ofCommentsIn format: PropertyListFormat?, at path: String) -> PreferencesError? {
        !rewrites && format == .openStep ? PreferencesError(.commentsNotKept(path: path)) : nil
    }
}

extension PropertyListDocument {
    /// The format of the document if it has comments, or else `nil`.
    package var commentFormat: PropertyListFormat? { hasComments ? format : nil }
}

extension LayoutPolicy: Hashable {
    /// Returns whether both are the same instance.
    package static func == (left: LayoutPolicy, right: LayoutPolicy) -> Bool { left === right }

    /// Hashes the identity of the instance.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
