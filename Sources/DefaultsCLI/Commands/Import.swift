import DefaultsCore
import PropertyList

extension Command {
    /// `import`: sets the keys that a property list holds.
    static let `import` = Command(
        name: "import",
        forms: [
            Form(synopsis: "import <domain> <path to plist>", summary: "writes the plist at path to domain"),
            Form(synopsis: "import <domain> -", summary: "writes a plist from stdin to domain"),
        ],
        plan: { invocation, input in
            var operands = Operands(of: invocation, input)
            let domain = try operands.domain()
            guard let path = operands.next() else { throw CommandError.noPathToRead }
            return .change([.merge(try dictionary(in: try input.read(path), path: path))], to: domain)
        })

    private static func dictionary(in bytes: [UInt8], path: String) throws(CommandError) -> PropertyListDictionary {
        let document: PropertyListDocument
        do {
            document = try PropertyListReader.read(bytes)
        } catch {
            throw .notImported(path: path, error)
        }
        guard case .dictionary(let contents) = document.value else { throw .importNotADictionary(path: path) }
        guard document.substitutions.isEmpty else {
            throw .notImportedFaithfully(path: path, document.substitutions)
        }
        return contents
    }
}
