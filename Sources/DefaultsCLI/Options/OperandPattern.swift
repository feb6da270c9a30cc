/// The pattern of a verb's operands, which the parser and the completions of shells use.
struct OperandPattern: Sendable {
    private let first: Kind?
    private let second: Kind?
    private let third: Kind?
    /// The kind of any further operands, or `nil` if there are none.
    private let rest: Kind?

    enum Kind: Sendable {
        case domain
        /// A domain, a file, a folder or standard input.
        case comparable
        case key
        case newKey
        /// A type flag, or a word of a value. No options are recognized from here on.
        case value
        case inputFile
        case outputFile
        /// A file with a map, or `NEW=OLD`.
        case mapping
        case verb
        /// A shell for which there are completions.
        case shell
        /// The identifier of applied state documents.
        case applied
        /// A word of a program's command line. No options are recognized from here on.
        case program
        case word
    }

    /// - Parameter rest: The kind of any further operands, or `nil` if there are none.
    init(_ first: Kind? = nil, _ second: Kind? = nil, _ third: Kind? = nil, rest: Kind? = nil) {
        (self.first, self.second, self.third, self.rest) = (first, second, third, rest)
    }

    /// The kind of the operand at an index, or `nil` if there is none.
    func kind(at index: Int) -> Kind? {
        switch index {
        case 0: first ?? rest
        case 1: second ?? rest
        case 2: third ?? rest
        default: rest
        }
    }

    /// Whether the operand at an index is a domain.
    func isDomain(at index: Int) -> Bool {
        switch kind(at: index) {
        case .domain, .comparable: true
        case .key, .newKey, .value, .inputFile, .outputFile, .mapping, .verb, .shell, .applied, .program, .word, nil:
            false
        }
    }

    /// Returns the kind of the operand at an index if a key path takes the place of the key.
    func kindWithoutKey(at index: Int) -> Kind? {
        let kinds = (0...index + 1).map(kind)
        return kinds.filter { $0 != .key }[index]
    }

    /// Whether the operands after the key are a value.
    var endsInValue: Bool { rest == .value }
    /// Whether the operands are the command line of a program.
    var isProgram: Bool { rest == .program }
}
