import PropertyList

/// An operand of a command line, and the way in which it was given.
struct Operand: Sendable {
    enum Kind: Sendable {
        /// An argument that is not an option.
        case word
        /// An argument after `--`, which is never an option or a flag.
        case literal
        /// The name of an application, after the flag `-app`.
        case application
        /// The flag `-app` without a name, at the end of the command line.
        case applicationFlag
    }

    let text: String
    let kind: Kind

    init(_ text: String, _ kind: Kind = .word) {
        (self.text, self.kind) = (text, kind)
    }

    static let applicationFlag = "-app"

    /// The flags that stand for a domain, and their descriptions.
    static let domainFlags = [
        (applicationFlag, "The domain of an application"), ("-globalDomain", "The global domain"),
    ]

    /// Returns the domain flag that a word spells, or `nil` if the word is not a domain flag. The word may begin with
    /// one dash or two. The result has one dash.
    static func domainFlag(_ word: String) -> String? {
        guard word.hasScalarPrefix("-") else { return nil }
        return domainFlags.map(\.0).first { word == $0 || word == "-" + $0 }
    }
}

extension Sequence<Operand> {
    /// The operands as arguments of a command line.
    var words: [String] {
        var words: [String] = []
        words.reserveCapacity(underestimatedCount)
        for operand in self {
            if operand.kind == .application { words.append(Operand.applicationFlag) }
            words.append(operand.text)
        }
        return words
    }
}
