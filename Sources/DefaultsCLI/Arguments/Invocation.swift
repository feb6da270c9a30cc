import PropertyList

/// A parsed command line: a verb, its options and its operands.
struct Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [String]
    /// The number of operands before `--`. Operands after it are never taken for options.
    var literalStart = Int.max
    let table: CommandTable
    /// The operands as bytes, for a verb that runs them as the command line of a program.
    var program: [[UInt8]] = []

    /// The error of operands that fit none of the verb's forms.
    var misuse: CommandError {
        let forms = command.forms
        return .wrongOperands(
            synopses: options.path == nil ? forms.map(\.synopsis) : forms.compactMap(\.pathSynopsis))
    }
}
