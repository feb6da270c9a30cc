import ToolSupport

/// A topic of the help that the manual explains.
enum HelpTopic: String, CaseIterable {
    case paths, types, statuses, files, schemas, keyring

    /// Returns the topic that a word names, in any case, and also in the singular. Returns `nil` if there is none.
    init?(_ word: String) {
        let word = word.lowercased()
        let topic = Self.allCases.first {
            $0.rawValue == word || $0.rawValue == word + "s" || $0.rawValue == word + "es"
        }
        guard let topic else { return nil }
        self = topic
    }

    /// The name and the number of the page, and the section, or `nil` for the whole page.
    var place: (page: String, number: Int, section: String?) {
        switch self {
        case .paths: ("defaults-formats", 5, "KEY PATHS")
        case .types: ("defaults", 1, "VALUE TYPES")
        case .statuses: ("defaults", 1, "EXIT STATUS")
        case .files: ("defaults", 1, "FILES")
        case .schemas: ("defaults-schema", 7, nil)
        case .keyring: ("defaults-keyring", 7, nil)
        }
    }

    /// The text of `defaults help TOPIC`: the command that opens the manual there, because the manual need not be
    /// installed, and what the help of verbs says about the topic.
    var text: String {
        let (page, number, section) = place
        let title = section.map { "section \($0) of " } ?? ""
        // A dot stands for the blank, which some pagers would take as the end of the pattern.
        let pager = section.map { "-P 'less +/^\($0.replacing(" ", with: "."))' " } ?? ""
        let known =
            switch self {
            case .types: HelpText.values + "\n\n"
            case .files: HelpText.domains + "\n\n"
            case .paths, .statuses, .schemas, .keyring: ""
            }
        return """
            \(known)The manual explains this in \(title)\(page)(\(number)):

              man \(pager)\(number) \(page)

            """
    }

    /// The topics as completions of a word.
    static var candidates: [Completion.Candidate] {
        allCases.map { Completion.Candidate(text: $0.rawValue, description: "names the section of the manual") }
    }
}
