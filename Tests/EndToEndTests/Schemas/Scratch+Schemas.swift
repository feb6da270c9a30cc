import Foundation

extension Scratch {
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
}
