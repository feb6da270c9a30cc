import Foundation
import Testing

extension Scratch {
    /// The folder that `DEFAULTS_SCHEMAS` names.
    var schemas: String { path + "/schemas" }

    /// The schema of the domains of tests.
    static let schema = """
        {"type": "object", "additionalProperties": false, "properties": {
          "Size": {"type": "integer", "minimum": 6, "maximum": 72}, "Zoom": {"type": "integer", "maximum": 72},
          "Theme": {"enum": ["light", "dark"]}, "Mode": {"type": "string"},
          "List": {"type": "array", "items": {"type": "integer"}},
          "Frame": {"properties": {"Width": {"type": "integer", "maximum": 4000}, "Height": {"type": "integer"}},
            "additionalProperties": false},
          "Token": {"type": "string", "pattern": "^[0-9a-f]+$", "writeOnly": true}}}
        """

    /// Stores the schema of a domain in a folder.
    func install(_ schema: String = Scratch.schema, for domain: String = "D", in folder: String? = nil) throws {
        let file = "\(folder ?? schemas)/\(domain).json"
        try Disk.makeFolder(URL(fileURLWithPath: file).deletingLastPathComponent().path)
        try Disk.write(schema, to: file)
    }

    /// The files of domains with their inodes, modes, times and bytes. Folders are created and removed again for a
    /// change that is refused while they are locked, so only their names are compared.
    func domainFiles() throws -> [String: DomainFile] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try DomainFile("\(root)/\($0)")) })
    }

    /// A file, or a folder without facts.
    struct DomainFile: Equatable {
        private let facts: FileFacts?
        private let bytes: [UInt8]?

        init(_ path: String) throws {
            bytes = try? Disk.bytes(path)
            facts = bytes == nil ? nil : try FileFacts(path)
        }
    }

    /// The environment in which domains have the schemas of ``schemas``.
    var schemaEnvironment: [String: String] {
        environment.merging(["DEFAULTS_SCHEMAS": schemas, "SOURCE_DATE_EPOCH": "1706702400"]) { $1 }
    }

    /// Runs the command with the schemas of ``schemas``, with more variables.
    @discardableResult
    func checked(_ words: String..., input: String = "", with variables: [String: String] = [:]) throws -> Outcome {
        try checked(words, input: input, with: variables)
    }

    @discardableResult
    func checked(_ words: [String], input: String = "", with variables: [String: String] = [:]) throws -> Outcome {
        try defaults(words, input: Array(input.utf8), environment: schemaEnvironment.merging(variables) { $1 })
    }
}

extension Outcome {
    /// Whether a change was refused by a schema, or because of an invalid one, in one sentence.
    var isSchemaRefusal: Bool { status == 65 && output.isEmpty && complains() }
    /// Whether the command succeeded in silence.
    var isSilentSuccess: Bool { self == .silence }
}
