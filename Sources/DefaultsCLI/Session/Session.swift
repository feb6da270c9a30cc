import DefaultsCore
import DefaultsState
import Foundation
import ToolSupport

/// The environment of a verb, such as the selected store, the streams and the options.
struct Session: Sendable {
    let store: any DomainStore
    /// Creates the store of domains in files, independent of the storage that the options select.
    let makeFileStore: @Sendable () -> any DomainStore
    /// The store, the schemas and the journal of files that are given by their paths.
    let files: FileSession
    private(set) var streams: Streams
    let options: OptionValues
    /// The path of the journal that an option or a variable selects, or `nil` if neither is set. The path does not
    /// depend on whether the verb uses the journal.
    let journalFile: String?
    /// Returns the schemas that the environment selects. The arguments are the home folder, and
    /// whether the user's domains are not used.
    let schemaSource: @Sendable (_ home: String, _ isHermetic: Bool) throws(CommandError) -> DomainSchemas.Source
    /// Whether text on standard output is colored.
    private(set) var isColored: Bool
    /// Whether text on standard error is colored.
    let isErrorColored: Bool
    /// Returns the time in `SOURCE_DATE_EPOCH` or, if the variable is not set, the current time.
    let now: @Sendable () throws(CommandError) -> Date
    /// Creates a store with the storage that the options select, for domains in the given folders.
    let makeStore: @Sendable (DomainFolders) -> any DomainStore
    /// Creates the store of the domains in a root.
    let storeInRoot: @Sendable (String) -> any DomainStore
    let programs: Programs
    /// Returns the names of all verbs.
    let verbs: @Sendable () -> [String]

    var folders: DomainFolders { files.store.folders }
    var schemaCheck: SchemaCheck? { files.schemaCheck }

    /// Returns the journal in which the verb records changes or from which it reads them.
    ///
    /// - Throws: An error if no journal is selected, or if the verb or the storage does not use a journal.
    func journal() throws(CommandError) -> Journal {
        guard let recording = files.recording else {
            throw CommandError(
                .usage,
                """
                there is no journal; use option '--journal', or record all changes from now on with this line in \
                ~/.profile: mkdir -p "$HOME/.local/state/defaults"; \
                export DEFAULTS_JOURNAL="$HOME/.local/state/defaults/journal"
                """)
        }
        return recording.journal
    }

    var redaction: Redaction { Redaction(hidesValues: options.hidesValues, schemas: schemas) }

    /// The schemas that mark secrets, or `nil` if the options reveal secrets.
    private var schemas: DomainSchemas? {
        if options.revealsValues { return nil }
        if let schemaCheck { return schemaCheck.schemas }
        // If the variables are invalid, no schema can be used, and all values are hidden.
        return DomainSchemas((try? schemaSource(folders.home, folders.isRoot)) ?? .file(""), folders: folders)
    }

    /// The session with its output on standard error, for verbs whose program uses standard output.
    var forReports: Session {
        var session = self
        session.streams = streams.forReports
        session.isColored = isErrorColored
        return session
    }

    /// Prints the sentence of an error on standard error, without secret values.
    func report(_ error: CommandError) {
        streams.report(Redaction(hidesValues: options.hidesValues).redacted(error))
    }

    /// Prints a notice on standard error if that is a terminal. Scripts do not see the notice.
    func reportOnTerminal(_ notice: CommandError?) {
        if streams.errorIsTerminal, let notice { report(notice) }
    }
}

/// Output that contains no values: names, keys, paths and types.
extension Session {
    /// Prints a line. With `--ascii`, non-ASCII characters are printed with Apple's escapes.
    func printLine(_ text: String) throws(CommandError) {
        try writer.printLine(text)
    }

    /// Prints lines that each end with a newline.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    func show(lines: String, isChanged: Bool = false) throws(CommandError) {
        try writer.show(lines: lines, isChanged: isChanged)
    }

    /// Prints a JSON document that contains no values of domains.
    func show(document: PropertyListValue) throws(CommandError) {
        try writer.show(document, as: .document(.json))
    }

    func show(names: [String], as style: OutputStyle) throws(CommandError) {
        try writer.show(.array(names.map(PropertyListValue.string)), as: style)
    }

    /// Prints a document that the user selected. On a terminal, control characters in it are escaped.
    func write(document: some Collection<UInt8>, as format: DocumentFormat) throws(CommandError) {
        try writer.write(document: document, as: format)
    }

    /// Writes bytes as they are.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        try writer.write(bytes)
    }

    private var writer: ValueWriter { ValueWriter(streams, isASCII: options.style.isASCII) }
}

/// Output that contains values. Only ``ValueWriter`` prints values, and only these functions provide a writer.
extension Session {
    /// Prints the value of a key that the user specified. Hidden values are printed only in forms for people. In forms
    /// for programs, they are an error.
    func show(_ value: PropertyListValue, ofKey key: String, as style: OutputStyle) throws(CommandError) {
        try (style.isForPrograms ? revealedValues() : writer).show(value, key: key, as: style)
    }

    /// Prints values of domains or, if values are hidden, the keys and types of the domains.
    ///
    /// - Parameters:
    ///   - domains: The titles and contents of the domains.
    ///   - omitsValues: Whether the output of `body` contains no values. `body` is then called even if values are
    ///     hidden.
    ///   - body: Prints the domains.
    func show(
        domains: [(title: String, contents: PropertyListDictionary)], omittingValues omitsValues: Bool,
        _ body: (ValueWriter) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard options.hidesValues, !omitsValues else { return try body(writer) }
        for domain in domains {
            for line in Redaction.lines(of: domain.contents, title: domain.title) { try printLine(line) }
        }
    }

    /// Prints differences of domains for people, each below a heading. Secrets are hidden, also in another domain to
    /// which they are moved.
    ///
    /// - Parameter isChanged: Whether a change has been made. The error of a failed write then mentions it.
    func show(
        _ changes: [(heading: String, domain: Domain, differences: [PropertyListDifference])], isChanged: Bool = false
    ) throws(CommandError) {
        let shown = redaction.hidingSecrets(in: changes.map { ([$0.domain], $0.differences) })
        for (differences, change) in zip(shown, changes) {
            try show(hidden: differences, heading: change.heading, isChanged: isChanged)
        }
    }

    /// Prints differences in which secrets are hidden.
    func show(
        hidden differences: [PropertyListDifference], heading: String, isChanged: Bool = false
    ) throws(CommandError) {
        if options.hidesValues {
            return try show(lines: heading + Redaction.text(of: differences), isChanged: isChanged)
        }
        let text = DifferenceText.text(of: differences, isColored: isColored)
        guard isColored else { return try show(lines: heading + text, isChanged: isChanged) }
        let title = heading.isEmpty ? "" : TextColor.key.text(heading.droppingScalarSuffix("\n")) + "\n"
        try writer.write(Array((title + text).utf8), isChanged: isChanged)
    }

    /// Returns a writer for values in full.
    ///
    /// - Throws: An error if values are hidden.
    func revealedValues() throws(CommandError) -> ValueWriter {
        try options.requireRevealedValues()
        return writer
    }
}

/// Domains.
extension Session {
    /// Looks up the value of a key or path. The substitutions in the result concern the whole value of the first key.
    ///
    /// - Parameter decode: Transforms the value, and data on the way to it, in which the path then continues.
    func entry(
        of domain: Domain, at key: KeyArgument, decode: (PropertyListValue) -> PropertyListValue = { $0 }
    ) throws(CommandError) -> DomainSnapshot.Entry? {
        var rest = key.path.components[...]
        let found: DomainSnapshot.Entry?
        // The path can continue in data that is the root.
        if !rest.isEmpty, !(options.decodesData && domain.isPath) {
            found = try CommandError.mapping(try store.entry(of: domain, key: rest.removeFirst()))
        } else {
            found = try root(of: domain)
        }
        guard var entry = found else { return nil }
        for component in rest {
            if case .data = entry.value { entry.value = decode(entry.value) }
            guard let member = entry.value.member(component) else { return nil }
            entry.value = member
        }
        entry.value = decode(entry.value)
        return entry
    }

    func contents(of domain: Domain, in store: (any DomainStore)? = nil) throws(CommandError) -> PropertyListDictionary
    {
        try CommandError.mapping(try (store ?? self.store).contents(of: domain))
    }

    /// Throws an error if the root does not exist. A missing root cannot be compared or checked.
    func requireRoot() throws(CommandError) {
        try CommandError.mapping(try folders.validateBase(mustExist: true))
    }

    /// Throws an error if values were printed as substitutes.
    func requireExact(_ substitutions: [PropertyListSubstitution], in title: String) throws(CommandError) {
        guard substitutions.isEmpty else { throw .shownWithSubstitutions(domain: title, substitutions) }
    }
}
