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
}
