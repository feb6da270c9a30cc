import DefaultsCore
import Foundation
import PropertyList

extension Command {
    /// `export`: writes a domain to a file or to standard output.
    static let export = Command(
        name: "export",
        forms: [
            Form(synopsis: "export <domain> <path to plist>", summary: "saves domain as a binary plist to path"),
            Form(synopsis: "export <domain> -", summary: "writes domain as an xml plist to stdout"),
        ],
        options: [.format, .reveal],
        summaries: [.format: "chooses xml, binary, json or commands"],
        commonOptions: Option.ofReaders + [.dryRun, .lockTimeout],
        domainCount: 1,
        plan: { invocation, input in
            let format = try exportFormat(invocation.options[.format])
            try invocation.requireReveal(for: "verb 'export'")
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            guard let path = operands.next() else { throw CommandError.noPathToWrite }
            try operands.ignoreRest()
            if isStandardOutput(path) { try refuseOptionsOfFiles(invocation.options) }
            return .show { try export(domain, to: path, format: format, in: $0) }
        })

    private static func isStandardOutput(_ path: String) -> Bool {
        path.filter { !$0.isWhitespace } == "-"
    }

    /// Refuses options that only have an effect on an export to a file.
    private static func refuseOptionsOfFiles(_ options: OptionValues) throws(CommandError) {
        for option in [Option.dryRun, .lockTimeout] where options.contains(option) {
            throw .optionWithoutEffect(option.name, on: "an export to standard output")
        }
    }

    private enum ExportFormat: String {
        case xml, binary, json, commands
    }

    private static func exportFormat(_ name: String?) throws(CommandError) -> ExportFormat? {
        guard let name else { return nil }
        guard let format = ExportFormat(rawValue: name) else {
            throw .invalidOptionValue(Option.format.rawValue, name, expected: "xml, binary, json or commands")
        }
        return format
    }

    private static func export(
        _ domain: DomainArgument, to path: String, format: ExportFormat?, in session: Session
    ) throws {
        let contents = try session.contents(of: domain.domain)
        guard !contents.isEmpty else { throw CommandError.domainToExportDoesNotExist(domain.title) }
        let toOutput = isStandardOutput(path)
        let isForTerminal = toOutput && session.streams.outputIsTerminal
        let data =
            try format.map { try encoded(contents, as: $0, domain: domain, isForTerminal: isForTerminal, in: session) }
            ?? encodedAsApple(contents, toOutput: toOutput, domain: domain)
        if toOutput { return try session.write(isForTerminal ? harmless(data, format) : Array(data)) }
        if session.invocation.options.contains(.dryRun) { return }
        do {
            try OutputFile.write(
                data, to: path, isPrivate: session.invocation.usesKeyring,
                lockTimeout: try session.invocation.lockTimeout)
        } catch let error as PreferencesError {
            throw CommandError.notExported(domain: domain.title, path: path, error)
        }
    }

    /// The same document without control characters, which a terminal would act on. Binary documents stay as they are.
    private static func harmless(_ data: Data, _ format: ExportFormat?) -> [UInt8] {
        let isXML = format == .xml || format == nil && data.first == UInt8(ascii: "<")
        guard isXML || format == .json else { return Array(data) }
        let text = String(decoding: data, as: UTF8.self)
        return Array((isXML ? text.escapingControlCharactersOfXML() : text.escapingControlCharactersOfJSON()).utf8)
    }

    private static func encoded(
        _ contents: PropertyListDictionary, as format: ExportFormat, domain: DomainArgument, isForTerminal: Bool,
        in session: Session
    ) throws -> Data {
        let value = PropertyListValue.dictionary(contents)
        switch format {
        case .json:
            return Data(JSONWriter().bytes(of: value) + [UInt8(ascii: "\n")])
        case .commands:
            let script = CommandScript(
                options: session.invocation.keyringWords + session.invocation.hostWords, domain: domain.operand,
                keepsValuesOffCommandLines: session.invocation.usesKeyring, isForTerminal: isForTerminal)
            return Data(script.text(from: [:], to: contents).utf8)
        case .xml:
            guard value.isExact(in: .xml) else { throw CommandError.notExact(in: "XML") }
            return try propertyList(value, as: .xml, domain: domain)
        case .binary:
            return try propertyList(value, as: .binary, domain: domain)
        }
    }

    /// XML to standard output, binary to a file. What XML cannot carry exactly is written as binary: a copy that says something else
    /// would be no copy.
    private static func encodedAsApple(
        _ contents: PropertyListDictionary, toOutput: Bool, domain: DomainArgument
    ) throws -> Data {
        let value = PropertyListValue.dictionary(contents)
        return try propertyList(value, as: toOutput && value.isExact(in: .xml) ? .xml : .binary, domain: domain)
    }

    private static func propertyList(
        _ value: PropertyListValue, as format: PropertyListFormat, domain: DomainArgument
    ) throws(CommandError) -> Data {
        do {
            return try PropertyListWriter.data(of: value, as: format)
        } catch {
            throw .notEncoded(domain: domain.title, error)
        }
    }
}
