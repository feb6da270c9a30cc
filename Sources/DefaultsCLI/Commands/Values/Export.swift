import DefaultsCore
import Foundation
import ToolSupport

extension Command {
    /// `export`: writes a domain to a file or to standard output.
    static let export = Command(
        "export", summary: "writes a domain to a file", operands: OperandPattern(.domain, .outputFile),
        forms: [
            Form("export <domain> <path to plist>", "saves domain as a binary plist to path"),
            Form("export <domain> -", "writes domain as an xml plist to stdout"),
        ],
        options: [format, .onlyKeys, .exceptKeys, .reveal], schemas: .ofOutput, group: .exporting,
        showsProgress: true, guide: guide
    ) { (invocation, input) throws(CommandError) in
        try invocation.options.requireRevealedValues()
        var operands = Operands(of: invocation, input)
        let domain = try operands.domainToRead()
        guard let operand = operands.next() else {
            throw CommandError(.negative, "Need a path to write to; use '-' for standard output")
        }
        try operands.ignoreRest()
        let path = operand.filter { !$0.isWhitespace } == "-" ? nil : input.folders.redirected(operand)
        if path == nil {
            for option in [Option.dryRun, .lockTimeout] where invocation.options.contains(option) {
                throw .optionWithoutEffect(option.name, on: "an export to standard output")
            }
        }
        return .show { (session) throws(CommandError) in try export(domain, to: path, in: session) }
    }

    private static var guide: Guide {
        Guide(
            """
            Writes a domain to a file as a binary property list, or to standard output as XML. Other formats are \
            options. The file is replaced in one step.
            """,
            details: [
                """
                If XML cannot represent the domain exactly, the status is 65. JSON has type tags, which import reads \
                back. Commands are lines for a shell that set each key. If --only or --except selects no key, or a \
                pattern of --only matches none, nothing is written.
                """,
                """
                The folder of the file must exist, and nothing is appended to the name. A device, FIFO or \
                descriptor, such as /dev/fd/63, is written to at its current position. The file of the domain itself \
                is refused, and so is one in the folder of records, such as .defaults in a root. If the file stores \
                another domain, the change is checked against the schema of that domain and recorded in \
                DEFAULTS_JOURNAL, and a file that is not a property list is not replaced. With --keyring, it is \
                replaced like any other file.
                """,
            ],
            statuses: [Guide.Status(.negative, "the domain does not exist, or a pattern matches no key")],
            example: Guide.Example(
                "Save a domain, and restore it",
                """
                $ defaults export com.example.Editor editor.plist
                $ defaults import --replace com.example.Editor editor.plist
                """),
            related: ["import", "read", "snapshot", "defaults-formats(5)"])
    }

    private static let format = Option(
        "--format",
        .word(
            "<format>",
            [
                ("xml", .document(.xml)), ("binary", .document(.binary)), ("json", .document(.json)),
                ("commands", .commands),
            ]) as OptionOperand.Parsed<ExportFormat>,
        "Choose xml, binary, json or commands", "Select the format to write."
    ) { $0.exportFormat = $1 }

    /// - Parameter path: The path of the file, or `nil` for standard output.
    private static func export(
        _ domain: DomainArgument, to path: String?, in session: Session
    ) throws(CommandError) {
        let options = session.options
        session.streams.progress?.note("reading", domain.title)
        let root = try selectedRoot(of: domain, in: session)
        if let path {
            try session.requireOutput(path)
            try session.refuseOutput(path, over: [domain.domain])
        }
        session.streams.progress?.note(path == nil ? "printing" : "writing", path ?? domain.title)
        let isForTerminal = path == nil && session.streams.outputIsTerminal
        let format = options.exportFormat ?? .document(path == nil ? .xml : .binary)
        let data = try encoded(root, as: format, domain: domain, isForTerminal: isForTerminal, options)
        if case .document(let format) = format, let notice = format.invalidity(of: root, in: path) {
            session.report(notice)
        }
        guard let path else {
            guard case .document(let document) = format else { return try session.revealedValues().write(Array(data)) }
            return try session.revealedValues().write(document: data, as: document)
        }
        if options.isDryRun { return }
        do {
            if options.storage.keepsSecrets {
                try OutputFile.write(data, to: path, isPrivate: true, lockTimeout: options.lockTimeout)
            } else {
                let document: PropertyListValue? = if case .document = format { root } else { nil }
                try session.files.write(data, of: document, to: path)
            }
        } catch let error as PreferencesError {
            throw .notExported(domain: domain.title, path: path, error)
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns the root of a domain with the keys that the options select.
    private static func selectedRoot(
        of domain: DomainArgument, in session: Session
    ) throws(CommandError) -> PropertyListValue {
        guard let root = try session.exactRoot(of: domain.domain) else {
            throw session.advised(
                CommandError(.negative, "The domain \(shown: domain.title) does not exist"),
                session.suggestion(for: domain), missing: domain)
        }
        try session.requireMatches([root])
        guard let selected = session.keyFilter.selection(of: root) else {
            throw CommandError(
                .negative,
                "No key of domain \(shown: domain.title) is selected by '--only' and '--except'; nothing is written")
        }
        return selected
    }

    private static func encoded(
        _ root: PropertyListValue, as format: ExportFormat, domain: DomainArgument, isForTerminal: Bool,
        _ options: OptionValues
    ) throws(CommandError) -> Data {
        switch format {
        case .commands:
            let script = CommandScript(
                options: options.storage.words + options.host.optionWords, domain: domain.operand,
                keepsValuesOffCommandLines: options.storage.keepsSecrets, isForTerminal: isForTerminal)
            return Data(script.text(from: [:], to: root, without: []).utf8)
        case .document(let document):
            do {
                return try document.data(of: root)
            } catch {
                throw .notEncoded(domain: domain.title, error)
            }
        }
    }
}
