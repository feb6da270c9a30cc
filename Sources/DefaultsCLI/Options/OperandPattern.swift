/// The pattern of a verb's operands. The parser and the shell completions use it.
struct OperandPattern: Sendable {
    private let first: Kind?
    private let second: Kind?
    private let third: Kind?
    /// The kind of any further operands, or `nil` if there are none.
    private let rest: Kind?
    /// Whether the first two operands can be repeated.
    private let repeats: Bool

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
        (self.first, self.second, self.third, self.rest, repeats) = (first, second, third, rest, false)
    }

    /// Creates the pattern of any number of pairs.
    init(repeating first: Kind, _ second: Kind) {
        (self.first, self.second, third, rest, repeats) = (first, second, nil, nil, true)
    }

    /// Returns the kind of the operand at an index, or `nil` if the pattern has no such operand.
    ///
    /// - Parameter hasPath: Whether a key path replaces the key operand.
    func kind(at index: Int, hasPath: Bool = false) -> Kind? {
        if hasPath { return (0...2 * index + 1).map { kind(at: $0) }.filter { $0 != .key }[index] }
        return switch repeats ? index % 2 : index {
        case 0: first ?? rest
        case 1: second ?? rest
        case 2: third ?? rest
        default: rest
        }
    }

    /// Returns whether the operand at an index is a domain.
    func isDomain(at index: Int, hasPath: Bool = false) -> Bool {
        let kind = kind(at: index, hasPath: hasPath)
        return kind == .domain || kind == .comparable
    }

    /// Whether the verb moves existing values. The domain and the key that it moves them from must exist.
    var movesValues: Bool { third == .newKey || rest == .mapping }

    /// Whether the operands after the key are a value.
    var endsInValue: Bool { rest == .value }
    /// Whether all operands are files. Apple's tool has no such verb.
    var areFiles: Bool {
        (first ?? rest) == .inputFile && [first, second, third, rest].allSatisfy { $0 == nil || $0 == .inputFile }
    }
    /// Whether the operands are the command line of a program.
    var isProgram: Bool { rest == .program }
}
