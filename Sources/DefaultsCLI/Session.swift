import DefaultsCore
import Foundation
import PropertyList

/// What a verb works with: the store that the options name, and the streams.
struct Session: Sendable {
    let store: any DomainStore
    let streams: Streams
    let invocation: Invocation

    /// Prints a line on standard output, in ASCII where that is asked for. On a terminal, control characters are shown as escapes, so
    /// that a stored value cannot take the terminal over.
    func printLine(_ text: String) throws(CommandError) {
        let text = isASCII ? text.nonLossyASCII : text
        let shown = streams.outputIsTerminal ? text.escapingControlCharacters(except: ["\t", "\n"]) : text
        try write(Array((shown + "\n").utf8))
    }

    /// Prints values in Apple's layout.
    var printer: OldStyleWriter { OldStyleWriter(escapesNonASCII: isASCII) }

    private var isASCII: Bool { invocation.options.contains(.ascii) }

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

    func contents(of domain: Domain) throws(CommandError) -> PropertyListDictionary {
        try Self.naming { () throws(PreferencesError) in try store.contents(of: domain) }
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
        let global = try DomainArgument("NSGlobalDomain", host: invocation.host)
        let named = [(global.title, global.domain)] + (try domains()).map { ($0.description, $0) }
        var status = ExitStatus.success
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

    private static func naming<Result>(
        _ body: () throws(PreferencesError) -> Result
    ) throws(CommandError) -> Result {
        do {
            return try body()
        } catch {
            throw .preferences(error)
        }
    }
}
