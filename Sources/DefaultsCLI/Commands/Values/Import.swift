import PropertyList
import ToolSupport

extension Command {
    /// `import`: sets the keys of a domain to the values in a property list.
    static let `import` = Command(
        "import", summary: "sets the keys in a file", operands: OperandPattern(.domain, .inputFile),
        forms: [
            Form("import <domain> <path to plist>", "writes the plist at path to domain"),
            Form("import <domain> -", "writes a plist from stdin to domain"),
        ],
        options: [replace, deepMerge, force], schemas: .always, group: .changing,
        showsProgress: true, guide: guide
    ) { (invocation, input) throws(CommandError) in
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToChange()
        guard let path = operands.next() else {
            throw CommandError(.negative, "Need a path to read from; use '-' for standard input")
        }
        try operands.ignoreRest()
        let contents = try ValueReader.dictionary(in: try input.read(path), path: path)
        let options = invocation.options
        if options.replacesDomain { return .change([.removeAll, .merge(contents)], to: domain) }
        return .change([options.mergesDeeply ? .mergeDeeply(contents) : .merge(contents)], to: domain)
    }

    private static var guide: Guide {
        Guide(
            """
            Sets the keys of a domain to the values in a property list or JSON. Keys that the file does not contain \
            keep their values. The content decides the format, not the name of the file.
            """,
            details: [
                """
                Use '-' to read standard input. The top-level value must be a dictionary. Nested dictionaries are \
                replaced, unless --merge is given. See IMPORTED FORMATS in defaults-formats(5).
                """
            ],
            statuses: [Guide.Status(.negative, "no file was given")],
            example: Guide.Example(
                "Show what would change",
                """
                $ echo '{"FontSize": 16}' > size.json
                $ defaults import --dry-run com.example.Editor size.json
                - FontSize: integer 14
                + FontSize: integer 16
                """),
            related: ["export", "apply", "defaults-formats(5)"])
    }

    private static let replace = Option(
        "--replace", "Remove all other keys of the domain",
        "Remove the keys of the domain that the input does not contain.", excludes: ["--merge"]
    ) { $0.replacesDomain = true }

    private static let deepMerge = Option(
        "--merge", "Merge dictionaries recursively",
        "Merge dictionaries of the input recursively into those of the domain. Arrays are replaced."
    ) { $0.mergesDeeply = true }

    private static let force = Option(
        "--force", "Replace a file that cannot be read",
        "Replace a domain even if its file cannot be read.", needs: "--replace", excludes: [Option.keyring.name]
    ) { $0.isForced = true }
}
