/// The replacements for the word at the cursor that a shell can offer.
package enum Completion {
    /// Whole words. The shell selects the words that match the typed text.
    case words([Candidate])
    /// Files. The shell finds them.
    case files
    case folders
    /// The command line of another program, which begins after `start` arguments. The shell completes it.
    case program(start: Int)

    package static let nothing = Completion.words([])

    /// A word, and its description for shells that show descriptions.
    package struct Candidate {
        package var text: String
        var description = ""
        /// Whether the word is only the beginning of longer words. The shell then inserts no space after it.
        var isUnfinished = false
        /// Whether the word is the common beginning of several names that are not candidates.
        var isGroup = false

        /// Creates a word.
        package init(
            text: String, description: String = "", isUnfinished: Bool = false, isGroup: Bool = false
        ) {
            (self.text, self.description) = (text, description)
            (self.isUnfinished, self.isGroup) = (isUnfinished, isGroup)
        }
    }
}

extension Completion {
    /// Returns the completion with a prefix before each word, such as `--path=`.
    package func preceded(by prefix: String) -> Completion {
        guard case .words(let candidates) = self else { return self }
        return .words(
            candidates.map { candidate in
                var candidate = candidate
                candidate.text = prefix + candidate.text
                return candidate
            })
    }

    /// Returns a completion with words and no descriptions.
    package static func texts(_ texts: [String]) -> Completion {
        .words(texts.map { Candidate(text: $0) })
    }
}
