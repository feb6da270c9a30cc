import DefaultsCore
import Foundation
import PropertyList

/// What a verb works with: the store that the options name, and the streams.
struct Session: Sendable {
    let store: any DomainStore
    /// The domains in files, whatever the options name.
    let files: any DomainStore
    let folders: DomainFolders
    let streams: Streams
    let invocation: Invocation
    /// The clock.
    let now: @Sendable () throws(CommandError) -> Date
    /// Makes the store of the domains below a root.
    let storeInRoot: @Sendable (String) -> any DomainStore

    /// Prints a line on standard output, in Apple's ASCII where that is asked for.
    func printLine(_ text: String) throws(CommandError) {
        let text = invocation.options.contains(.ascii) ? text.nonLossyASCII : text
        try write(printer(.apple(isASCII: false)).line(text))
    }

    /// Prints a value in a style.
    ///
    /// - Parameter key: the key or path it was read by, nil for a whole domain.
    func show(_ value: PropertyListValue, key: String? = nil, as style: OutputStyle) throws(CommandError) {
        try printer(style).write(value, key: key) { (bytes) throws(CommandError) in try write(bytes) }
    }

    /// Prints which keys a domain has, and of which types their values are.
    func showRedacted(_ contents: PropertyListDictionary, title: String) throws(CommandError) {
        for line in RedactedText.lines(of: contents, title) { try printLine(line) }
    }

    /// Prints text that brings its newlines.
    func write(text: String) throws(CommandError) {
        try write(printer(.apple(isASCII: false)).lines(text))
    }

    /// What differs, for people; without the values where these are kept from being shown.
    func text(of differences: [PropertyListDifference]) -> String {
        invocation.hidesValues
            ? RedactedText.text(of: differences) : DifferenceText.text(of: differences)
    }

    /// Writes bytes to standard output as they are.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        do {
            try streams.write(bytes, .output)
        } catch {
            throw .outputFailed(error)
        }
    }

    func snapshot(of domain: Domain) throws(CommandError) -> DomainSnapshot {
        try Self.naming { () throws(PreferencesError) in try store.snapshot(of: domain) }
    }

    /// Looks up the value at a place, with the substitutions under the first key on the way.
    ///
    /// - Parameter decode: Changes the value under the first key, before the rest of the path leads into it.
    func entry(
        of domain: Domain, at place: Place, decode: (PropertyListValue) -> PropertyListValue = { $0 }
    ) throws(CommandError) -> DomainSnapshot.Entry? {
        guard let key = place.path.components.first,
            var entry = try Self.naming({ () throws(PreferencesError) in try store.entry(of: domain, key: key) })
        else { return nil }
        entry.value = decode(entry.value)
        for component in place.path.components.dropFirst() {
            guard let member = entry.value.member(component) else { return nil }
            entry.value = member
        }
        return entry
    }

    func contents(of domain: Domain, in store: (any DomainStore)? = nil) throws(CommandError) -> PropertyListDictionary
    {
        try Self.naming { () throws(PreferencesError) in try (store ?? self.store).contents(of: domain) }
    }

    /// The domains of the host. What could be one and is not usable is reported on standard error.
    ///
    /// - Returns: The domains, and whether nothing was reported.
    func domains() throws(CommandError) -> (domains: [Domain], isComplete: Bool) {
        let found = try Self.naming { () throws(PreferencesError) in try store.findDomains(on: invocation.host) }
        for obstacle in found.obstacles { streams.report(CommandError(obstacle: obstacle)) }
        return (found.domains, found.obstacles.isEmpty)
    }

    /// Refuses a root that does not exist, in which nothing can be compared or checked.
    func requireRoot() throws(CommandError) {
        try Self.naming { () throws(PreferencesError) in try folders.validateBase(mustExist: true) }
    }

    /// Owns up to what was printed in place of something else.
    func admit(_ substitutions: [PropertyListSubstitution], of title: String) throws(CommandError) {
        guard substitutions.isEmpty else { throw .shownWithSubstitutions(domain: title, substitutions) }
    }

    /// Goes through all domains that have keys, the global one first, with what each is called. One that cannot be read is named on
    /// standard error, and the rest follow.
    ///
    /// - Returns: how the command ends: whether all could be read.
    func forEachDomain(
        _ body: (_ title: String, PropertyListDictionary) throws(CommandError) -> Void
    ) throws(CommandError) -> ExitStatus {
        let global = try DomainArgument("NSGlobalDomain", host: invocation.host, in: folders)
        let (domains, isComplete) = try domains()
        let named = [(global.title, global.domain)] + domains.map { ($0.description, $0) }
        var status = isComplete ? ExitStatus.success : .invalidData
        for (title, domain) in named {
            do {
                let snapshot = try snapshot(of: domain)
                if !snapshot.contents.isEmpty { try body(title, snapshot.contents) }
                try admit(snapshot.substitutions, of: title)
            } catch {
                if case .outputFailed = error { throw error }
                streams.report(error)
                status = .invalidData
            }
        }
        return status
    }

    /// Passes an error of the library on as one of the command.
    static func naming<Result>(
        _ body: () throws(PreferencesError) -> Result
    ) throws(CommandError) -> Result {
        do {
            return try body()
        } catch {
            throw .preferences(error)
        }
    }

    private func printer(_ style: OutputStyle) -> ValuePrinter {
        ValuePrinter(style: style, isTerminal: streams.outputIsTerminal)
    }
}
