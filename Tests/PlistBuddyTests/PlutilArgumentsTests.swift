import PropertyList
import Testing
import ToolSupport

@testable import PlistBuddy

struct PlutilArgumentsTests {
    private func command(_ arguments: String...) throws -> PlutilCommand {
        try PlutilArguments(arguments + ["f"]).command
    }

    @Test("the first argument is the command")
    func commands() throws {
        #expect(try command("-lint") == .lint)
        #expect(try command("-p") == .show)
        #expect(try command("-convert", "xml1") == .convert(.xml))
        #expect(try command("-create", "openStep") == .create(.openStep))
        #expect(try command("-extract", "a", "raw") == .extract(PlutilKeyPath("a"), nil, expected: nil))
        #expect(
            try command("-extract", "a", "json", "-expect", "array")
                == .extract(PlutilKeyPath("a"), .json(.plain), expected: .array))
        #expect(try command("-type", "a", "-expect", "bool") == .type(PlutilKeyPath("a"), expected: .boolean))
        #expect(try command("-remove", "a") == .edit(PlutilEdit(.remove, at: PlutilKeyPath("a"))))
        #expect(try PlutilArguments(["-help", "anything"]).command == .help)
        #expect(try PlutilArguments(["--help"]).command == .help)
        #expect(try PlutilArguments(["--version"]).command == .version)
    }

    @Test("without a command, all arguments are those of -lint")
    func lintByDefault() throws {
        let arguments = try PlutilArguments(["-s", "a", "b"])
        #expect(arguments.command == .lint)
        #expect(arguments.files == ["a", "b"])
        #expect(arguments.options.isSilent)
        #expect(throws: PlutilError("unrecognized option: -convert")) {
            try PlutilArguments(["a", "-convert", "xml1"])
        }
    }

    @Test("options stand before and after files")
    func options() throws {
        let conversion = try PlutilArguments(["-convert", "json", "-r", "a", "-o", "-", "b"])
        #expect(conversion.files == ["a", "b"])
        #expect(conversion.options.output == "-")
        #expect(conversion.options.isReadable)
        let type = try PlutilArguments(["-type", "k", "a", "-n", "-e", "y"])
        #expect(type.files == ["a"])
        #expect(type.options.fileExtension == "y")
        #expect(type.options.omitsNewline)
        #expect(!type.options.isReadable)
        #expect(!type.options.isSilent)
    }

    @Test("-r is accepted for each document, because some files are JSON and public scripts always add it")
    func readable() throws {
        for command in [
            ["-convert", "xml1"], ["-extract", "k", "binary1"], ["-remove", "k"], ["-insert", "k", "-array"],
            ["-replace", "k", "-array"], ["-create", "json"],
        ] {
            #expect(try PlutilArguments(command + ["-r", "f"]).options.isReadable)
        }
    }

    @Test("two dashes end the options, and a single dash is a file")
    func endOfOptions() throws {
        #expect(
            try PlutilArguments(["-lint", "-", "--", "-a.plist", "-o", "--"]).files == ["-", "-a.plist", "-o", "--"])
        #expect(try PlutilArguments(["-convert", "xml1", "-o", "-", "--", "-"]).files == ["-"])
    }

    @Test("a value that looks like an option is a value")
    func values() throws {
        let path = PlutilKeyPath("a.0")
        #expect(try command("-insert", "a.0", "-string", "-append") == .edit(PlutilEdit(.insert("-append"), at: path)))
        #expect(
            try command("-insert", "a.0", "-string", "--", "-append") == .edit(PlutilEdit(.append("--"), at: path)))
        #expect(try command("-insert", "a.0", "-array", "-append") == .edit(PlutilEdit(.append([]), at: path)))
        #expect(try command("-replace", "a.0", "-dictionary") == .edit(PlutilEdit(.replace([:]), at: path)))
    }

    @Test(
        "invalid arguments have the sentences of Apple's tool",
        arguments: [
            ([], "No files specified."),
            (["-p"], "No files specified."),
            (["-convert"], "Missing format specifier for command."),
            (["-convert", "a.plist"], "Unknown format specifier: a.plist"),
            (["-convert", "raw", "f"], "Unknown format specifier: raw"),
            (["-create"], "'Create' requires a plist format."),
            (["-extract", "a"], "'Extract' requires a key path and a plist format."),
            (["-extract", "a", "raw", "-expect"], "-expect requires a type argument."),
            (["-extract", "a", "raw", "-expect", "weird", "f"], "-expect type [weird] not valid."),
            (["-remove"], "'Remove' requires a key path."),
            (["-insert", "a"], "'Insert' and 'Replace' require a key path, a type, and a value."),
            (["-insert", "a", "-string"], "'Insert' and 'Replace' require a key path, a type, and a value."),
            (["-insert", "a", "string", "f"], "Unknown insert or replace type string"),
            (["-insert", "a", "-data", "!!", "f"], "Invalid base64 data in argument"),
            (["-lint", "-z", "f"], "unrecognized option: -z"),
            (["-append", "a", "-string", "x", "f"], "unrecognized option: -append"),
            (["-o", "x", "f"], "-o is not used with -lint."),
            (["-p", "-e", "x", "f"], "-e is not used with -p."),
            (["-convert", "xml1", "f", "-o"], "Missing argument for -o."),
        ] as [([String], String)])
    func errors(arguments: [String], sentence: String) {
        #expect(throws: PlutilError(sentence)) { try PlutilArguments(arguments) }
    }

    @Test(
        "an option without effect is refused",
        arguments: [
            (["-convert", "json", "-o", "a", "-e", "b", "f"], "-o and -e cannot be used together."),
            (["-convert", "json", "-e", "b", "f", "-o", "a"], "-o and -e cannot be used together."),
            (["-convert", "json", "-o", "a", "-o", "b", "f"], "-o can be specified only once."),
            (["-type", "k", "-e", "a", "-e", "a", "f"], "-e can be specified only once."),
            (["-create", "json", "-o", "a", "f"], "-o is not used with -create."),
            (["-create", "json", "-e", "a", "f"], "-e is not used with -create."),
            (["-create", "json", "-o", "a"], "No files specified."),
            (["-r", "f"], "-r is not used with -lint."),
            (["-p", "f", "-r"], "-r is not used with -p."),
            (["-type", "k", "-r", "f"], "-r is not used with -type."),
            (["-extract", "k", "raw", "-r", "f"], "-r is not used with -extract raw."),
            (["-extract", "k", "json", "-n", "f"], "-n is not used with -extract json."),
            (["-lint", "-n", "f"], "-n is not used with -lint."),
            (["-p", "-n", "f"], "-n is not used with -p."),
            (["-convert", "json", "-n", "f"], "-n is not used with -convert."),
            (["-create", "json", "-n", "f"], "-n is not used with -create."),
            (["-insert", "k", "-array", "-n", "f"], "-n is not used with -insert."),
            (["-replace", "k", "-array", "-n", "f"], "-n is not used with -replace."),
            (["-remove", "k", "-n", "f"], "-n is not used with -remove."),
        ] as [([String], String)])
    func unusedOptions(arguments: [String], sentence: String) {
        #expect(throws: PlutilError(sentence)) { try PlutilArguments(arguments) }
    }

    @Test("what Apple's tool ignores or does not have is refused")
    func ownErrors() {
        #expect(throws: PlutilError("-append is not used with -replace.")) {
            try PlutilArguments(["-replace", "a", "-string", "x", "-append", "f"])
        }
        #expect(throws: PlutilError("The format swift is not supported. Use xml1, binary1, json or openstep.")) {
            try PlutilArguments(["-convert", "swift", "f"])
        }
        #expect(throws: PlutilError("Standard input can be specified only once.")) {
            try PlutilArguments(["-lint", "-", "-"])
        }
        #expect(throws: PlutilError("'Type' requires a key path.")) { try PlutilArguments(["-type"]) }
    }
}
