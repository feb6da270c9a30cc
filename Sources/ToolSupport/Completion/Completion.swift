/// What a shell can put in place of the word at the cursor.
package enum Completion {
    /// Complete words. The shell selects those that fit what was typed.
    case words([Candidate])
    /// Files. The shell finds them.
    case files
    case folders
    /// The command line of another program, which begins after some arguments. The shell completes it.
    case program(start: Int)

    package static let nothing = Completion.words([])

    /// A word, and its description in shells that show one.
    package struct Candidate {
        package var text: String
        var description = ""
        /// Whether the word is only the beginning of others, so that no space follows it.
        var isUnfinished = false
        /// The word is the common beginning of several names, which are not candidates themselves.
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
    /// Returns the completion of an argument in which a text precedes the word, such as `--path=`.
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
