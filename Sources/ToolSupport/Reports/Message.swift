package import DefaultsCore

/// A sentence for standard error, in full and in a redacted form for stores that keep secrets.
///
/// Interpolated values are assumed to be secret. A sentence with such a value has no redacted form, so that a new
/// message cannot reveal a secret by mistake. Names, keys, paths, options and types are not secret. They are
/// interpolated as `\(shown: key)`.
package struct Message: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The sentence.
    let text: String
    /// The sentence without secret values, or `nil` if it has no form without them.
    let redacted: String?

    package init(stringLiteral text: String) {
        (self.text, redacted) = (text, text)
    }

    package init(stringInterpolation: StringInterpolation) {
        (text, redacted) = (stringInterpolation.text, stringInterpolation.redacted)
    }

    private init(text: String, redacted: String?) {
        (self.text, self.redacted) = (text, redacted)
    }

    /// Returns the sentence followed by a clause. If the sentence ends with a period, the clause becomes a sentence.
    func following(with clause: Message) -> Message {
        joined(to: clause) { text, clause in
            text.utf8.last == UInt8(ascii: ".") ? "\(text) \(clause.capitalizingFirst)" : "\(text); \(clause)"
        }
    }

    /// Returns the sentence, which does not end with a period, followed by another sentence.
    func preceding(_ sentence: Message) -> Message {
        joined(to: sentence) { "\($0). \($1)" }
    }

    private func joined(to other: Message, _ join: (String, String) -> String) -> Message {
        let redacted = redacted.flatMap { text in other.redacted.map { join(text, $0) } }
        return Message(text: join(text, other.text), redacted: redacted)
    }

    /// Collects the parts of a sentence.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var redacted: String? = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            append(literal, redacted: literal)
        }

        /// Appends a value that may be secret.
        package mutating func appendInterpolation(_ value: String) {
            append(value, redacted: nil)
        }

        /// Appends a name, a key, a path, an option, a type or another text that is never secret.
        package mutating func appendInterpolation(shown value: some CustomStringConvertible) {
            append(value.description, redacted: value.description)
        }

        /// Appends an error. The redacted form is the error without contents of documents.
        package mutating func appendInterpolation(_ error: PropertyListError) {
            append(error.description, redacted: error.withoutContents.description)
        }

        /// Appends an error and, if an option solves the problem, that option.
        package mutating func appendInterpolation(_ error: PreferencesError) {
            append(error.sentence, redacted: error.withoutContents?.sentence)
        }

        /// Appends a text and its redacted form. If `other` is `nil`, the sentence has no redacted form.
        package mutating func append(_ part: String, redacted other: String?) {
            text += part
            redacted = other.flatMap { other in redacted.map { $0 + other } }
        }
    }
}

extension String {
    /// The text with its first character in upper case.
    package var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension PreferencesError {
    /// The description and, if an option solves the problem, that option.
    package var sentence: String {
        switch reason {
        case .file where code == .tooLarge: "\(self); use '--max-size' to raise the limit"
        case .duplicateKey: "\(self); use '--rewrite' to keep the value that is read"
        case .commentsNotKept: "\(self); use '--rewrite' to write the file without them"
        default: description
        }
    }

    /// The error without quoted contents of documents, or `nil` if the quoted part is not known.
    package var withoutContents: PreferencesError? {
        switch reason {
        case .unreadable(let path, let error): PreferencesError(.unreadable(path: path, error.withoutContents))
        case .unstorable(let path, let error): PreferencesError(.unstorable(path: path, error.withoutContents))
        case .invalidName, .unfaithful, .commentsNotKept, .duplicateKey, .noKeyring, .tooLargeForKeyring, .notKept,
            .outcomeUnknown, .edit, .file:
            self
        case .other: nil
        }
    }
}
