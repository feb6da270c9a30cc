import DefaultsCore
import PropertyList
import ToolSupport

/// A parsed command line: a verb, its options and its operands.
final class Invocation: Sendable {
    let command: Command
    let options: OptionValues
    let operands: [String]
    /// The number of operands before `--`. Operands after it are never taken for options.
    let literalStart: Int
    let table: CommandTable
    /// The operands as bytes, for a verb that runs them as the command line of a program.
    let program: [[UInt8]]

    init(
        command: Command, options: OptionValues, operands: [String], literalStart: Int = .max, table: CommandTable,
        program: [[UInt8]] = []
    ) {
        self.command = command
        self.options = options
        self.operands = operands
        self.literalStart = literalStart
        self.table = table
        self.program = program
    }

    /// Returns the command line in which paths of options below `/Library` lead where the folders say.
    func redirectingPaths(by folders: DomainFolders) -> Invocation {
        if folders.library == nil { return self }
        return Invocation(
            command: command, options: options.redirectingPaths(by: folders), operands: operands,
            literalStart: literalStart, table: table, program: program)
    }

    /// The error of operands that fit none of the verb's forms.
    var misuse: CommandError {
        let forms = command.forms
        return .wrongOperands(
            synopses: options.path == nil ? forms.map(\.synopsis) : forms.compactMap(\.pathSynopsis))
    }
}
