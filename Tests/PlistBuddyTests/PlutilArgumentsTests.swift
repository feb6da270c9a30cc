import PropertyList
import Testing

@testable import PlistBuddy

struct PlutilArgumentsTests {
    private func command(_ arguments: String...) throws -> PlutilCommand {
        try PlutilArguments(arguments + ["f"]).command
    }

    @Test("the first argument is the command")
    func commands() throws {
        #expect(try command("-lint") == .lint)
        #expect(try command("-p") == .show)
        #expect(try command("-convert", "xml1") == .convert(.xml1))
        #expect(try command("-create", "openStep") == .create(.openstep))
        #expect(try command("-extract", "a", "raw") == .extract(PlutilKeyPath("a"), .raw, expected: nil))
        #expect(
            try command("-extract", "a", "json", "-expect", "array")
                == .extract(PlutilKeyPath("a"), .document(.json), expected: .array))
        #expect(try command("-type", "a", "-expect", "bool") == .type(PlutilKeyPath("a"), expected: .bool))
        #expect(try command("-remove", "a") == .edit(PlutilEdit(.remove, at: PlutilKeyPath("a"))))
        #expect(try PlutilArguments(["-help", "anything"]).command == .help)
    }

    @Test("without a command, all arguments are those of -lint")
    func lintByDefault() throws {
        let arguments = try PlutilArguments(["-s", "a", "b"])
        #expect(arguments.command == .lint && arguments.files == ["a", "b"] && arguments.options.isSilent)
        #expect(throws: PlutilError("unrecognized option: -convert")) {
            try PlutilArguments(["a", "-convert", "xml1"])
        }
    }

    @Test("options stand before and after files, and the last -o counts")
    func options() throws {
        let arguments = try PlutilArguments(["-convert", "json", "-r", "a", "-o", "x", "-e", "y", "-n", "b", "-o", "-"])
        #expect(arguments.files == ["a", "b"])
        #expect(arguments.options.output == "-" && arguments.options.fileExtension == "y")
        #expect(arguments.options.isReadable && arguments.options.omitsNewline && !arguments.options.isSilent)
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

    @Test("what Apple's tool ignores or does not have is refused")
    func ownErrors() {
        #expect(throws: PlutilError("-append is not used with -replace.")) {
            try PlutilArguments(["-replace", "a", "-string", "x", "-append", "f"])
        }
        #expect(throws: PlutilError("The format swift is not supported. Use xml1, binary1, json or openstep.")) {
            try PlutilArguments(["-convert", "swift", "f"])
        }
        #expect(throws: PlutilError.inputTwice) { try PlutilArguments(["-lint", "-", "-"]) }
        #expect(throws: PlutilError("'Type' requires a key path.")) { try PlutilArguments(["-type"]) }
    }
}
