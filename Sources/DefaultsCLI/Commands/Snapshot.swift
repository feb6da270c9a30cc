import DefaultsCore
import Foundation
import PropertyList

extension Command {
    /// `snapshot`: writes all domains as a state document.
    static let snapshot = Command(
        "snapshot",
        forms: [Form("snapshot [-o <file>]", "writes all domains as one document")],
        options: [.writtenKeys, .omittedKeys, output], group: .surveying, guide: guide
    ) { (invocation, input) throws(CommandError) in
        guard invocation.operands.isEmpty else { throw invocation.misuse }
        return .show { (session) throws(CommandError) in
            let bytes = JSONWriter().bytes(of: .dictionary(try session.stateOfAllDomains())) + [UInt8(ascii: "\n")]
            guard let path = session.options.outputFile, path != "-" else {
                let text = String(decoding: bytes, as: UTF8.self)
                let isForTerminal = session.streams.outputIsTerminal
                return try session.revealedValues()
                    .write(isForTerminal ? Array(text.escapingControlCharactersOfJSON().utf8) : bytes)
            }
            do throws(PreferencesError) {
                try OutputFile.write(Data(bytes), to: path)
            } catch {
                throw .snapshotNotWritten(path: path, error)
            }
        }
    }

    private static var guide: Guide {
        Guide(
            """
            Prints all domains as a state document, which apply, diff and sandbox read. Equal preferences give equal \
            bytes.
            """,
            examples: [
                Example(
                    "Print some keys of all domains", "defaults snapshot --only FontSize",
                    """
                    {
                      "com.example.Editor": {
                        "FontSize": 14
                      }
                    }
                    """),
                Example(
                    "Save all domains, and compare later",
                    [
                        "defaults snapshot -o before.json",
                        "defaults diff --state ./before.json ~/.config && echo same",
                    ],
                    "same"),
                Example(
                    "Exclude keys", "defaults snapshot --except Files --except Window",
                    """
                    {
                      "com.example.Editor": {
                        "FontSize": 14
                      }
                    }
                    """),
            ],
            related: ["apply", "diff", "defaults-state(7)"])
    }

    private static let output = Option(
        "-o", .file, "Write to this file", "Write to this file instead of standard output."
    ) { $0.outputFile = $1 }
}

extension Session {
    /// Returns the contents of all domains by their names, as in a state document.
    ///
    /// - Throws: An error if any domain cannot be read. A document without that domain would say that it has no keys.
    fileprivate func stateOfAllDomains() throws(CommandError) -> PropertyListDictionary {
        try requireRoot()
        let filter = PropertyListDifferenceFilter(only: options.comparedPaths, ignoring: options.ignoredPaths)
        let contents = try contentsOfAllDomains(in: store, folders).map {
            (domain: $0.domain, contents: filter.target(from: [:], to: $0.contents))
        }
        return StateDocument.dictionary(of: contents, folders: folders)
    }

    /// Returns the contents of all domains in a root.
    func contentsOfAllDomains(
        inRoot root: String
    ) throws(CommandError) -> [(domain: Domain, contents: PropertyListDictionary)] {
        try contentsOfAllDomains(in: storeInRoot(root), folders.inRoot(root))
    }

    private func contentsOfAllDomains(
        in store: any DomainStore, _ folders: DomainFolders
    ) throws(CommandError) -> [(domain: Domain, contents: PropertyListDictionary)] {
        var found: [FoundDomains] = []
        for host in [Domain.Host.any, .current] {
            found.append(try CommandError.mapping(try store.findDomainsToRead(on: host, includingOtherHosts: true)))
        }
        if let obstacle = found.flatMap(\.obstacles).first { throw CommandError(obstacle: obstacle) }
        var contents: [(domain: Domain, contents: PropertyListDictionary)] = []
        for host in [Domain.Host.any, .current] {
            let global = try DomainArgument("NSGlobalDomain", host: host, in: folders).domain
            contents.append((global, try self.contents(of: global, in: store)))
        }
        for domain in found.flatMap(\.domains) {
            contents.append((domain, try self.contents(of: domain, in: store)))
        }
        contents.removeAll { $0.contents.isEmpty }
        for case .path(let path) in contents.map(\.domain.name) where folders.isRoot { throw .domainWithoutName(path) }
        return contents
    }
}

extension CommandError {
    /// The error of a file whose name is that of another domain with `.plist` twice.
    fileprivate static func domainWithoutName(_ path: String) -> CommandError {
        CommandError(.invalidData, "'\(shown: path)' is a domain without a name; rename the file")
    }

    fileprivate static func snapshotNotWritten(path: String, _ error: PreferencesError) -> CommandError {
        CommandError(error.status, "Could not write the snapshot to \(shown: path): \(error)")
    }
}
