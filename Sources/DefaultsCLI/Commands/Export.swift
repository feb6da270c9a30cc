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
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            guard let path = operands.next() else { throw CommandError.noPathToWrite }
            return .show { try export(domain, to: path, in: $0) }
        })

    private static func export(_ domain: DomainArgument, to path: String, in session: Session) throws {
        let contents = try session.contents(of: domain.domain)
        guard !contents.isEmpty else { throw CommandError.domainToExportDoesNotExist(domain.title) }
        let toOutput = path.filter { !$0.isWhitespace } == "-"
        let data = try encoded(contents, as: toOutput ? .xml : .binary, domain: domain)
        if toOutput { return try session.write(Array(data)) }
        do {
            try OutputFile.write(data, to: path, lockTimeout: try session.invocation.lockTimeout)
        } catch let error as PreferencesError {
            throw CommandError.notExported(domain: domain.title, path: path, error)
        }
    }

    /// What XML cannot carry exactly is written as binary: a copy that says something else would be no copy.
    private static func encoded(
        _ contents: PropertyListDictionary, as format: PropertyListFormat, domain: DomainArgument
    ) throws(CommandError) -> Data {
        let value = PropertyListValue.dictionary(contents)
        do {
            return try PropertyListWriter.data(of: value, as: value.isExact(in: format) ? format : .binary)
        } catch {
            throw .notEncoded(domain: domain.title, error)
        }
    }
}
