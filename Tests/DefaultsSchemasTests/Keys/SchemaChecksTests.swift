import DefaultsTesting
import Foundation
import Testing

/// The checks of `DefaultsTesting` that files are up to date.
final class SchemaChecksTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let schema = PreferenceSchema("com.example.Editor", title: "Editor") { PreferenceSchema.Keys(.fontSize) }
    private var path: String { folder.appending(path: "file").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func written() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Returns the description of the error of a check.
    private func failure(isUpdating: Bool? = false, of check: (PreferenceSchema, String, Bool?) throws -> Void)
        -> String?
    {
        let error = #expect(throws: (any Error).self) { try check(schema, path, isUpdating) }
        #expect(error?.localizedDescription == error.map { "\($0)" })
        return error.map { "\($0)" }
    }

    @Test("a file with the same bytes passes")
    func equal() throws {
        try write(schema.jsonSchema)
        try expectSchema(schema, inFile: path)
        try expectSchema(schema, inFile: path, isUpdating: true)
        try write(schema.markdown)
        try expectReference(schema, inFile: path)
        #expect(try written() == schema.markdown)
    }

    @Test("the first line that differs is in the error, and the file is unchanged")
    func differing() throws {
        let old = schema.jsonSchema.replacingOccurrences(of: "72", with: "80")
        try write(old)
        #expect(
            failure { try expectSchema($0, inFile: $1, isUpdating: $2) } == """
                '\(path)' is out of date: line 7 is '      "maximum": 80,', not '      "maximum": 72,'; to update it, \
                run the test with UPDATE_SCHEMAS=1
                """)
        #expect(try written() == old)
        try write(schema.markdown.replacingOccurrences(of: "- Default: `12`\n", with: ""))
        #expect(
            failure { try expectReference($0, inFile: $1, isUpdating: $2) }?.contains("line 11 is '', not '- Def")
                == true)
        try write(schema.jsonSchema + "more\n")
        #expect(
            failure { try expectSchema($0, inFile: $1, isUpdating: $2) }?.contains("is 'more', not ''; to") == true)
        try write(String(schema.jsonSchema.dropLast()))
        #expect(
            failure { try expectSchema($0, inFile: $1, isUpdating: $2) }?.contains("is missing, not ''; to") == true)
        try write(schema.jsonSchema.replacingOccurrences(of: "\n", with: "\r\n"))
        #expect(
            failure { try expectSchema($0, inFile: $1, isUpdating: $2) }?.contains("line 1 is '{\r', not '{'") == true)
    }

    @Test("a missing file is an error, and is not written")
    func missing() {
        let text = "'\(path)' does not exist; to write it, run the test with UPDATE_SCHEMAS=1"
        #expect(failure { try expectSchema($0, inFile: $1, isUpdating: $2) } == text)
        #expect(failure { try expectReference($0, inFile: $1, isUpdating: $2) } == text)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("an update writes a missing or differing file, and is an error", arguments: [nil, "old"])
    func update(old: String?) throws {
        if let old { try write(old) }
        #expect(
            failure(isUpdating: true) { try expectSchema($0, inFile: $1, isUpdating: $2) }
                == "'\(path)' has been written")
        #expect(try written() == schema.jsonSchema)
        try expectSchema(schema, inFile: path)
        #expect(
            failure(isUpdating: true) { try expectReference($0, inFile: $1, isUpdating: $2) }
                == "'\(path)' has been written")
        #expect(try written() == schema.markdown)
    }

    @Test("a file that cannot be read or written is an error")
    func inaccessible() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: CocoaError.self) { try expectSchema(schema, inFile: path, isUpdating: true) }
        #expect(throws: CocoaError.self) { try expectSchema(schema, inFile: path + "/a/b", isUpdating: true) }
    }
}
