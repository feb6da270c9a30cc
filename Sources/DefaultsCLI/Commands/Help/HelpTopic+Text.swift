extension HelpTopic {
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
}
