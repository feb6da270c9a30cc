import Synchronization

/// The comments of text files, which changes do not keep: those that an update may remove, and those that were removed.
///
/// A store without a policy removes comments.
package final class CommentPolicy: Sendable {
    /// Whether changes may remove the comments of old-style files.
    private let acceptsLoss: Bool
    private let paths = Mutex<[String]>([])

    /// - Parameter acceptsLoss: Whether changes may remove the comments of old-style files. Otherwise, they are an
    ///   error.
    package init(acceptsLoss: Bool) {
        self.acceptsLoss = acceptsLoss
    }

    /// The paths of XML files outside the base folders whose comments were removed, in the order of the changes.
    package var changedPaths: [String] { paths.withLock(\.self) }

    /// Records that a change removed the comments of a file.
    func note(_ path: String) {
        paths.withLock { $0.append(path) }
    }

    /// Returns the error of a change of a file, or `nil` if the change keeps all comments or may remove them.
    func refusal(of contents: DomainFileContents, at path: String) -> PreferencesError? {
        guard !acceptsLoss, contents.hasComments, contents.format == .openStep else { return nil }
        return PreferencesError(.commentsNotKept(path: path))
    }
}

extension CommentPolicy: Hashable {
    /// Returns whether both are the same instance.
    package static func == (left: CommentPolicy, right: CommentPolicy) -> Bool { left === right }

    /// Hashes the identity of the instance.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
