import DefaultsCore
import DefaultsState
import Foundation
import ToolSupport

extension Command {
    /// `snapshot`: writes all domains as a state document.
    static let snapshot = Command(
        "snapshot",
        forms: [Form("snapshot [-o <file>]", "writes all domains as one document")],
        options: [.domains, .onlyKeys, .exceptKeys, .output], group: .surveying, guide: guide
    ) { (invocation, input) throws(CommandError) in
        guard invocation.operands.isEmpty else { throw invocation.misuse }
        return .show { (session) throws(CommandError) in
            let (state, domains) = try session.stateOfAllDomains()
            let bytes = JSONWriter().bytes(of: .dictionary(state)) + [UInt8(ascii: "\n")]
            guard let path = session.options.outputFile, path != "-" else {
                return try session.revealedValues().write(document: bytes, as: .json)
            }
            try session.requireOutput(path)
            try session.refuseOutput(path, over: domains)
            do throws(PreferencesError) {
                try OutputFile.write(Data(bytes), to: path)
            } catch {
                throw CommandError(error.status, "Could not write the snapshot to \(shown: path): \(error)")
            }
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints all domains as a state document, which apply, diff and sandbox read. Equal preferences give equal \
            bytes.
            """,
            details: [
                """
                If domains cannot be read, each of them is reported, and nothing is written. The file of a domain \
                that is read is refused as output.
                """
            ],
            statuses: [Guide.Status(.negative, "a pattern matches nothing, or no key is selected; nothing is written")],
            example: Guide.Example(
                "Print some keys of all domains",
                """
                $ defaults snapshot --only FontSize
                {
                  "com.example.Editor": {
                    "FontSize": 14
                  }
                }
                """),
            related: ["apply", "diff", "defaults-state(7)"])
    }
}

extension Session {
    /// Returns the contents of all domains by their names, as in a state document, and the domains that were read.
    ///
    /// - Throws: An error if any domain cannot be read. If the document omitted the domain, it would say that the
    ///   domain has no keys.
    fileprivate func stateOfAllDomains() throws(CommandError) -> (PropertyListDictionary, [Domain]) {
        try requireRoot()
        let reading = try readDomains(in: scope)
        try require(none: reading.errors)
        if folders.isRoot { try requireNames(of: reading) }
        try requireMatches(reading.domains.map(\.domain))
        try requireMatches(reading.domains.map { .dictionary($0.contents) })
        let filter = keyFilter
        let contents = reading.domains.map { (domain: $0.domain, contents: filter.target(from: [:], to: $0.contents)) }
        let document = StateDocument.dictionary(of: contents, folders: folders)
        if document.isEmpty, !options.comparedPaths.isEmpty {
            throw CommandError(.negative, "No key is selected by '--only' and '--except'; nothing is written")
        }
        reportUnsearchedFolder(reading.unsearchedFolder)
        return (document, reading.domains.map(\.domain))
    }
}
