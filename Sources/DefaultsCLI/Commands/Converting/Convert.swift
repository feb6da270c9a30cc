import PropertyList
import ToolSupport

extension Command {
    /// `convert`: writes property lists in another format.
    static let convert = Command(
        "convert", summary: "converts property lists", operands: OperandPattern(rest: .inputFile),
        forms: [
            Form("convert [--format <format>] [<file>]", "prints a property list in a format"),
            Form("convert [--format <format>] -o <file> [<file>]", "writes a property list to a file"),
            Form("convert [--format <format>] -e <extension> <file>...", "writes files next to the old ones"),
            Form("convert --format <format> --in-place <file>...", "replaces files"),
        ],
        options: [format, json, output, suffix, inPlace, .rewrite, .lockTimeout, .maxSize], schemas: .ofOutput,
        showsProgress: true, guide: guide
    ) { (invocation, input) throws(CommandError) in
        let conversions = try FileConversion.all(of: invocation, in: input.folders)
        if invocation.options.contains(.lockTimeout), conversions.contains(where: { $0.target.path == nil }) {
            throw .optionWithoutEffect(Option.lockTimeout.name, on: "output to standard output")
        }
        if invocation.options.contains(.rewrite), !conversions.contains(where: \.target.isSource) {
            throw .optionWithoutEffect(Option.rewrite.name, on: "a conversion that does not replace its input")
        }
        return .query { (session) throws(CommandError) in try FileConversion.perform(conversions, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Writes property lists or JSON in another format. The content decides the format of the input, and keys are \
            always sorted. If several files are given, those that cannot be converted are reported, and the others \
            are converted.
            """,
            details: [
                """
                Without a file, or if it is '-', standard input is read. Equal values give equal bytes. openstep is \
                old-style text, which has only strings, data, arrays and dictionaries. If XML or old-style text \
                cannot represent a value exactly, the path of the value is printed, and nothing is written.
                """,
                """
                Output is written as by export. With a folder or -e, an existing file is replaced, and two files \
                with the same output are an error before anything is written. A new file can be read only by users \
                who can read the input file. --in-place replaces each file under the lock of its folder, keeps mode, \
                owner, attributes and links, and does not replace a file that would get the same contents.
                """,
            ],
            statuses: [
                Guide.Status(.invalidData, "a file cannot be read or replaced without a loss")
            ],
            example: Guide.Example(
                "Print a file as JSON",
                """
                $ echo '{ Size = 14; Files = (a, b); }' | defaults convert --json
                {
                  "Files": [
                    "a",
                    "b"
                  ],
                  "Size": "14"
                }
                """),
            related: ["check", "export", "defaults-formats(5)"])
    }

    private static let format = Option(
        "--format",
        .word(
            "<format>", [("xml", .xml), ("binary", .binary), ("json", .json), ("openstep", .openStep)])
            as OptionOperand.Parsed<DocumentFormat>,
        "Choose xml, binary, json or openstep", "Select the format to write. Default: xml."
    ) { $0.documentFormat = $1 }

    private static let json = Option(
        "--json", .plainJSON, "Write JSON with type tags, or plain JSON",
        "Write JSON that preserves all types. With =plain, write JSON without type tags.", excludes: ["--format"]
    ) { $0.documentFormat = .json($1) }

    private static let output = Option(
        "-o", .file, "Write to this file or folder",
        "Write to this file, or to files with the same names in this folder, instead of standard output.",
        excludes: ["--in-place"]
    ) { $0.outputFile = $1 }

    private static let suffix = Option(
        "-e", .suffix, "Replace the extension of the names",
        """
        Replace the extension of the names of the files. Without -o, write to the folder of each file.
        """, excludes: ["--in-place"]
    ) { $0.outputSuffix = $1 }

    private static let inPlace = Option(
        "--in-place", "Replace the files", "Replace the files. Requires --format or --json."
    ) { $0.replacesInput = true }
}

extension OptionOperand.Parsed where Value == String {
    fileprivate static var suffix: Self {
        Self("<extension>", .name, expected: "an extension such as json", rule: "it has no slash") { text in
            let suffix = text.hasScalarPrefix(".") ? text.droppingScalarPrefix(".") : text
            return suffix.isEmpty || suffix.utf8.contains(UInt8(ascii: "/")) || suffix.utf8.contains(0) ? nil : suffix
        }
    }
}
