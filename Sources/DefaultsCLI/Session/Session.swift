import DefaultsCore
import DefaultsState
import Foundation
import PropertyList
import ToolSupport

/// The environment of a verb: the store that the options select, and the streams.
struct Session: Sendable {
    let store: any DomainStore
    /// The domains in files, whatever storage the options select.
    let files: any DomainStore
    let folders: DomainFolders
    private(set) var streams: Streams
    let options: OptionValues
    /// The path of the journal that the options or the environment name, also for a verb that records nothing.
    let journalFile: String?
    /// The journal that the options or the environment name.
    let journal: Journal?
    /// Whether text on standard output is colored.
    private(set) var isColored: Bool
    /// Whether text on standard error is colored.
    let isErrorColored: Bool
    /// The clock.
    let now: @Sendable () throws(CommandError) -> Date
    /// Makes the store that the options select, of domains in the given folders.
    let makeStore: @Sendable (DomainFolders) -> any DomainStore
    /// Makes the store of the domains below a root.
    let storeInRoot: @Sendable (String) -> any DomainStore
    let programs: Programs
    /// The policy for comments of the files.
    let comments: CommentPolicy

    /// Returns the journal.
    ///
    /// - Throws: An error if neither the options nor the environment name one.
    func requiredJournal() throws(CommandError) -> Journal {
        guard let journal else { throw .noJournal }
        return journal
    }

    private var redaction: Redaction { Redaction(hidesValues: options.hidesValues) }

    /// The session whose output goes to standard error, because a program has standard output to itself.
    var forReports: Session {
        var session = self
        session.streams = streams.forReports
        session.isColored = isErrorColored
        return session
    }

    /// Prints the sentence of an error on standard error, without secret values.
    func report(_ error: CommandError) {
        streams.report(redaction.redacted(error))
    }
}

/// Output that contains no values: names, keys, paths and types.
extension Session {
    /// Prints a line, in Apple's ASCII if the options ask for it.
    func printLine(_ text: String) throws(CommandError) {
        try writer.printLine(text)
    }

    /// Prints lines that each end with a newline.
    ///
    /// - Parameter isChanged: Whether a change was made before, which the error of a failed write mentions.
    func show(lines: String, isChanged: Bool = false) throws(CommandError) {
        try writer.show(lines: lines, isChanged: isChanged)
    }

    /// Prints a JSON document that contains no values of domains.
    func show(document: PropertyListValue) throws(CommandError) {
        try writer.show(document, as: .document(.json))
    }

    /// Prints a list of names.
    func show(names: [String], as style: OutputStyle) throws(CommandError) {
        try writer.show(.array(names.map(PropertyListValue.string)), as: style)
    }

    /// Writes bytes as they are.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        try writer.write(bytes)
    }

    private var writer: ValueWriter { ValueWriter(streams: streams, isASCII: options.style.isASCII) }
}

/// Output that contains values. ``ValueWriter`` is the only way to print a value, and only these functions hand one
/// out.
extension Session {
    /// Prints the value of a key that the user named. It is shown even if values are hidden, in a form for people.
    func show(_ value: PropertyListValue, ofKey key: String, as style: OutputStyle) throws(CommandError) {
        try (style.isForPrograms ? revealedValues() : writer).show(value, key: key, as: style)
    }

    /// Prints values of domains or, if values are hidden, the keys and types of the domains.
    ///
    /// - Parameters:
    ///   - domains: The titles and contents of the domains.
    ///   - omitsValues: Whether what is printed contains keys and types only, so that it is printed in any case.
    ///   - body: Prints the domains.
    func show(
        domains: [(title: String, contents: PropertyListDictionary)], omittingValues omitsValues: Bool,
        _ body: (ValueWriter) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard redaction.hidesValues, !omitsValues else { return try body(writer) }
        for domain in domains {
            for line in Redaction.lines(of: domain.contents, title: domain.title) { try printLine(line) }
        }
    }

    /// Prints differences for people, below a heading.
    ///
    /// - Parameter isChanged: Whether a change was made before, which the error of a failed write mentions.
    func show(
        _ differences: [PropertyListDifference], heading: String = "", isChanged: Bool = false
    ) throws(CommandError) {
        if redaction.hidesValues {
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
    func snapshot(of domain: Domain) throws(CommandError) -> DomainSnapshot {
        try CommandError.mapping(try store.snapshot(of: domain))
    }

    /// Looks up the value of a key or path, with the substitutions under the first key of the path.
    ///
    /// - Parameter decode: Changes the value under the first key, before the rest of the path leads into it.
    func entry(
        of domain: Domain, at key: KeyArgument, decode: (PropertyListValue) -> PropertyListValue = { $0 }
    ) throws(CommandError) -> DomainSnapshot.Entry? {
        guard let first = key.path.components.first,
            var entry = try CommandError.mapping(try store.entry(of: domain, key: first))
        else { return nil }
        entry.value = decode(entry.value)
        for component in key.path.components.dropFirst() {
            guard let member = entry.value.member(component) else { return nil }
            entry.value = member
        }
        return entry
    }

    func contents(of domain: Domain, in store: (any DomainStore)? = nil) throws(CommandError) -> PropertyListDictionary
    {
        try CommandError.mapping(try (store ?? self.store).contents(of: domain))
    }

    /// Returns the domains of the host. Entries that could be domains and cannot be used are reported on standard
    /// error.
    ///
    /// - Returns: The domains, and whether nothing was reported.
    func domains() throws(CommandError) -> (domains: [Domain], isComplete: Bool) {
        let found = try CommandError.mapping(try store.findDomains(on: options.host))
        for obstacle in found.obstacles { report(CommandError(obstacle: obstacle)) }
        return (found.domains, found.obstacles.isEmpty)
    }

    /// Refuses a root that does not exist, in which nothing can be compared or checked.
    func requireRoot() throws(CommandError) {
        try CommandError.mapping(try folders.validateBase(mustExist: true))
    }

    /// Throws an error if values were printed as substitutes.
    func requireExact(_ substitutions: [PropertyListSubstitution], in title: String) throws(CommandError) {
        guard substitutions.isEmpty else { throw .shownWithSubstitutions(domain: title, substitutions) }
    }
}
