import PropertyList
import ToolSupport

/// The arguments of plutil: a command with its operands, options and files.
///
/// The first argument is the command. If it is not a command, all arguments are those of `-lint`. Options stand before
/// or after files.
struct PlutilArguments: Equatable {
    private(set) var command = PlutilCommand.lint
    /// The command in messages. For `-extract`, it has the format, which decides which options have an effect.
    private var commandName = "-lint"
    private(set) var options = Options()
    /// The files. `-` is standard input, or standard output for a new file.
    private(set) var files: [String] = []

    struct Options: Equatable {
        /// The operand of `-o`: the path of the result, or `-` for standard output.
        var output: String?
        /// The operand of `-e`: the extension of the result.
        var fileExtension: String?
        /// Whether success is not reported.
        var isSilent = false
        /// Whether JSON is indented.
        var isReadable = false
        /// Whether no newline follows a raw value.
        var omitsNewline = false
    }

    init(_ arguments: [String]) throws(PlutilError) {
        var words = arguments[...]
        if let name = words.popFirst(), let command = try Self.command(name, &words) {
            self.command = command
            commandName = name == "-extract" ? "\(name) \(arguments[2].lowercased())" : name
        } else {
            words = arguments[...]
        }
        if command == .help || command == .version { return }
        try readFilesAndOptions(words)
        if files.isEmpty { throw PlutilError("No files specified.") }
        if case .create = command {
            if options.output != nil { try requireEffect(of: "-o") }
            if options.fileExtension != nil { try requireEffect(of: "-e") }
            return
        }
        if files.count(where: { $0 == "-" }) > 1 { throw PlutilError("Standard input can be specified only once.") }
    }

    /// Reads the operands of a command. Returns `nil` if the first argument is not a command.
    private static func command(
        _ name: String, _ words: inout ArraySlice<String>
    ) throws(PlutilError) -> PlutilCommand? {
        switch name {
        case "-help", "--help": return .help
        case "--version": return .version
        case "-lint": return .lint
        case "-p": return .show
        case "-convert": return .convert(try format(&words, orElse: "Missing format specifier for command."))
        case "-create": return .create(try format(&words, orElse: "'Create' requires a plist format."))
        case "-extract":
            guard let path = words.popFirst(), let name = words.popFirst() else {
                throw PlutilError("'Extract' requires a key path and a plist format.")
            }
            let format = name == "raw" ? nil : try DocumentFormat(plutilName: name)
            return .extract(PlutilKeyPath(path), format, expected: try expectedType(&words))
        case "-type":
            guard let path = words.popFirst() else { throw PlutilError("'Type' requires a key path.") }
            return .type(PlutilKeyPath(path), expected: try expectedType(&words))
        case "-remove":
            guard let path = words.popFirst() else { throw PlutilError("'Remove' requires a key path.") }
            return .edit(PlutilEdit(.remove, at: PlutilKeyPath(path)))
        case "-insert", "-replace": return .edit(try edit(isReplacement: name == "-replace", &words))
        default: return nil
        }
    }

    private static func format(
        _ words: inout ArraySlice<String>, orElse sentence: String
    ) throws(PlutilError) -> DocumentFormat {
        guard let name = words.popFirst() else { throw PlutilError(sentence) }
        return try DocumentFormat(plutilName: name)
    }

    /// Reads `-expect` and its type, if they come next.
    private static func expectedType(_ words: inout ArraySlice<String>) throws(PlutilError) -> PropertyListType? {
        guard words.first == "-expect" else { return nil }
        words.removeFirst()
        guard let name = words.popFirst() else { throw PlutilError("-expect requires a type argument.") }
        guard let type = PropertyListType.allCases.first(where: { $0.plutilName == name }) else {
            throw PlutilError("-expect type [\(name)] not valid.")
        }
        return type
    }

    private static func edit(
        isReplacement: Bool, _ words: inout ArraySlice<String>
    ) throws(PlutilError) -> PlutilEdit {
        let misuse = PlutilError("'Insert' and 'Replace' require a key path, a type, and a value.")
        guard let path = words.popFirst(), let name = words.popFirst() else { throw misuse }
        guard let type = PlutilValueType(rawValue: name) else {
            throw PlutilError("Unknown insert or replace type \(name)")
        }
        guard let text = [.array, .dictionary].contains(type) ? "" : words.popFirst() else { throw misuse }
        let value = try type.value(text)
        guard words.first == "-append" else {
            return PlutilEdit(isReplacement ? .replace(value) : .insert(value), at: PlutilKeyPath(path))
        }
        if isReplacement { throw PlutilError("-append is not used with -replace.") }
        words.removeFirst()
        return PlutilEdit(.append(value), at: PlutilKeyPath(path))
    }

    private mutating func readFilesAndOptions(_ arguments: ArraySlice<String>) throws(PlutilError) {
        var words = arguments
        while let argument = words.popFirst() {
            switch argument {
            case "--":
                files += words
                return
            case "-o": try set(\.output, argument, &words)
            case "-e": try set(\.fileExtension, argument, &words)
            case "-s": options.isSilent = true
            case "-r":
                try requireEffect(of: argument)
                options.isReadable = true
            case "-n":
                try requireEffect(of: argument)
                options.omitsNewline = true
            case _ where argument != "-" && argument.utf8.first == UInt8(ascii: "-"):
                throw PlutilError("unrecognized option: \(argument)")
            default: files.append(argument)
            }
        }
    }

    /// Reads the operand of `-o` or `-e`. Only one of them is accepted, and only once.
    private mutating func set(
        _ target: WritableKeyPath<Options, String?>, _ option: String, _ words: inout ArraySlice<String>
    ) throws(PlutilError) {
        // `-create` without files has the error of Apple's tool.
        if case .create = command {} else { try requireEffect(of: option) }
        guard let operand = words.popFirst() else { throw PlutilError("Missing argument for \(option).") }
        if options[keyPath: target] != nil { throw PlutilError("\(option) can be specified only once.") }
        options[keyPath: target] = operand
        if options.output != nil, options.fileExtension != nil {
            throw PlutilError("-o and -e cannot be used together.")
        }
    }

    private func requireEffect(of option: String) throws(PlutilError) {
        guard command.options.contains(option) else { throw PlutilError("\(option) is not used with \(commandName).") }
    }
}
