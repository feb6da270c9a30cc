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

    /// What a domain holds of the value at a place: the value under the first key on the way.
    func snapshot(of domain: Domain, at place: Place) throws(CommandError) -> DomainSnapshot {
        guard let key = place.path.components.first else { return try snapshot(of: domain) }
        return try Self.naming { () throws(PreferencesError) in try store.snapshot(of: domain, key: key) }
    }

    func contents(of domain: Domain, in store: (any DomainStore)? = nil) throws(CommandError) -> PropertyListDictionary
    {
        try Self.naming { () throws(PreferencesError) in try (store ?? self.store).contents(of: domain) }
    }

    func domains() throws(CommandError) -> [Domain] {
        try Self.naming { () throws(PreferencesError) in try store.domains(on: invocation.host) }
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
        let named = [(global.title, global.domain)] + (try domains()).map { ($0.description, $0) }
        var status = try reportInvalidNames(in: store, on: invocation.host)
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

    /// Names files on standard error that are not domains because their names are not valid UTF-8.
    ///
    /// - Returns: How the command ends: whether there are none.
    func reportInvalidNames(in store: any DomainStore, on host: Domain.Host) throws(CommandError) -> ExitStatus {
        guard let files = store as? FileDomainStore else { return .success }
        let paths = try Self.naming { () throws(PreferencesError) in try files.invalidNames(on: host) }
        for path in paths { streams.report(.fileNameNotUTF8(path: path)) }
        return paths.isEmpty ? .success : .invalidData
    }

    /// Names files of roots on standard error that are not domains because their names are not valid UTF-8.
    ///
    /// - Returns: Whether there are none.
    func reportInvalidNames(inRoots roots: [String]) throws(CommandError) -> Bool {
        var isComplete = true
        for root in roots {
            for host in [Domain.Host.any, .current] {
                if try reportInvalidNames(in: storeInRoot(root), on: host) != .success { isComplete = false }
            }
        }
        return isComplete
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
