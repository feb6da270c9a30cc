import DefaultsCore
import Foundation
import PropertyList

/// What a verb works with: the store that the options name, and the streams.
struct Session: Sendable {
    let store: any DomainStore
    let streams: Streams
    let invocation: Invocation

    /// Prints a line on standard output. On a terminal, control characters are shown as escapes, so that a stored value cannot
    /// take the terminal over.
    func printLine(_ text: String) throws(CommandError) {
        try write(Array(((streams.outputIsTerminal ? text.escapingControlCharacters : text) + "\n").utf8))
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

    func contents(of domain: Domain) throws(CommandError) -> PropertyListDictionary {
        try Self.naming { () throws(PreferencesError) in try store.contents(of: domain) }
    }

    func domains() throws(CommandError) -> [Domain] {
        try Self.naming { () throws(PreferencesError) in try store.domains(on: invocation.host) }
    }

    /// The domains of the user and host, the global one among them, with what each is called.
    func titledDomains() throws(CommandError) -> [(title: String, domain: Domain)] {
        let global = try DomainArgument("NSGlobalDomain", host: invocation.host)
        return [(global.title, global.domain)] + (try domains()).map { ($0.description, $0) }
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

extension String {
    /// The text with control characters, but for tabs and newlines, written as backslash escapes.
    fileprivate var escapingControlCharacters: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case ..<" ", "\u{7F}": text += "\\" + String(scalar.value, radix: 8).leftPadded(to: 3)
            case "\u{80}"..."\u{9F}": text += "\\U" + String(scalar.value, radix: 16).leftPadded(to: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
