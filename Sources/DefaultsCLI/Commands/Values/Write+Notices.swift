import DefaultsCore
import ToolSupport

extension Command {
    /// Returns the notice for a terminal about a string without a type flag that was probably meant as something else.
    ///
    /// - Parameter word: The word of the command line.
    static func stringNotice(
        of word: String, for key: KeyArgument, in domain: DomainArgument
    ) -> DomainUpdate.Notice {
        { root, session in
            let old = root[key.path]?.type
            if let flag = ValueArguments.Flag.ofScalars.first(where: { $0.type == old }) {
                return CommandError(
                    .success,
                    """
                    the value of '\(shown: key.text)' was \(shown: flag.type.withArticle) and is now a string; \
                    use '\(shown: flag.rawValue)' to keep the type
                    """)
            }
            if ValueArguments.isDashed(word) {
                return CommandError(
                    .success,
                    """
                    '\(shown: word)' was stored as a string; \
                    an option must precede the \(shown: session.options.path == nil ? "key" : "domain"), \
                    and a type flag its value
                    """)
            }
            if TypesetText.isQuoted(word) {
                return CommandError(
                    .success,
                    """
                    the typographic quotes are part of the value of '\(shown: key.text)'; \
                    to quote words, use ' or "
                    """)
            }
            guard session.streams.isTyped, old == nil, let flag = ValueArguments.Flag(ofText: word),
                !session.hasSchema(of: key.path, in: domain.domain)
            else { return nil }
            return CommandError(
                .success,
                """
                the value of '\(shown: key.text)' is a string; \
                use '\(shown: flag.rawValue)' to store \(shown: flag.type.withArticle)
                """)
        }
    }
}

extension Session {
    /// Returns whether a schema describes the value at a path. The schema has accepted the value.
    fileprivate func hasSchema(of path: PropertyListPath, in domain: Domain) -> Bool {
        (try? schemaCheck?.schema(of: domain))?.document.subschema(at: path) != nil
    }
}
