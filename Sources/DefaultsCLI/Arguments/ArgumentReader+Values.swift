import ToolSupport

/// Options in the value of `write`.
extension ArgumentReader {
    /// Refuses options that would be stored instead of taking effect. The operand of a type flag may have the name of
    /// an option.
    ///
    /// An array or dictionary may contain arguments of other programs, and a word may be stored alone. So only options
    /// that change the value are refused there. Before or after the only word of a value, every option is refused.
    mutating func refuseOptions(inValueOf command: Command) throws(CommandError) {
        var rest = words
        let first = rest.first.map { rest.count > 1 ? ValueArguments.singleDashed($0) : $0 }
        let flag = first.flatMap(ValueArguments.Flag.init(word:))
        let mayContainOptions = flag?.isComposite ?? (rest.count == 1)
        if let flag { rest = rest.dropFirst(flag.isComposite ? 1 : 2) }
        while let word = rest.popFirst() {
            if ValueArguments.Flag(word: word)?.isComposite == false {
                _ = rest.popFirst()
            } else if isOption(word, of: command, changingValue: mayContainOptions) {
                throw CommandError(
                    .usage,
                    """
                    '\(shown: word)' must precede the \(shown: has(.path) ? "domain" : "key"); \
                    to store this text, use -string '\(shown: word)'
                    """)
            } else if !mayContainOptions || words.count == 1 {
                try refuseTypesetOption(word, otherwise: "-string '\(word)' to store this text")
            }
        }
    }

    /// Returns whether a word is an option of a verb.
    ///
    /// - Parameter changesValue: Whether only an option that changes the value, in its full form, is considered.
    private mutating func isOption(
        _ word: String, of command: Command, changingValue changesValue: Bool
    ) -> Bool {
        guard word.hasScalarPrefix(changesValue ? "--" : "-") else { return false }
        let options = options(of: command)
        if changesValue { return options.contains { $0.isRefusedInValue && $0.name == word } }
        return options.contains { $0.isSpelled(Self.split(word).name) }
    }
}
