package import PropertyList
import Synchronization

/// A policy for the comments of text files, which changes cannot keep. It decides whether a change may remove comments,
/// and records the files whose comments were removed.
///
/// A store without a policy removes comments.
package final class CommentPolicy: Sendable {
    /// Whether changes may remove the comments of old-style files.
    private let acceptsLoss: Bool
    private let paths = Mutex<[String]>([])

    /// - Parameter acceptsLoss: Whether changes may remove the comments of old-style files. If `false`, such a change
    ///   is an error.
    package init(acceptsLoss: Bool) {
        self.acceptsLoss = acceptsLoss
    }

    /// The paths of XML files whose comments were removed, in the order of the changes. Files in base folders are not
    /// included.
    package var changedPaths: [String] { paths.withLock(\.self) }

    /// Records that a change removed the comments of a file.
    package func note(_ path: String) {
        paths.withLock { $0.append(path) }
    }

    /// Returns the error of a change of a file, or `nil` if the change keeps all comments or may remove them.
    ///
    /// - Parameter format: The format of the file, or `nil` if it has no comments.
    package func refusal(ofCommentsIn format: PropertyListFormat?, at path: String) -> PreferencesError? {
        !acceptsLoss && format == .openStep ? PreferencesError(.commentsNotKept(path: path)) : nil
    }
}

extension PropertyListDocument {
    /// The format of the document if it has comments, or else `nil`.
    package var commentFormat: PropertyListFormat? { hasComments ? format : nil }
}

extension CommentPolicy: Hashable {
    /// Returns whether both are the same instance.
    package static func == (left: CommentPolicy, right: CommentPolicy) -> Bool { left === right }

    /// Hashes the identity of the instance.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
