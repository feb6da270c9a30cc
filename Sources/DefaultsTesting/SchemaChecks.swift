import Foundation

/// Checks that a file is the JSON Schema of a program's settings.
///
/// ```swift
/// try expectSchema(.editor, inFile: "Resources/settings.schema.json")
/// ```
///
/// - Parameters:
///   - schema: The schema.
///   - path: The path of the file.
///   - isUpdating: Whether to write a file that differs. Defaults to whether the variable `UPDATE_SCHEMAS` is set and
///     not empty.
/// - Throws: An error with the first line that differs, also if the file was written, or the error of a file that
///   cannot be read or written.
public func expectSchema(
    _ schema: PreferenceSchema, inFile path: String, isUpdating: Bool? = nil
) throws {
    try expect(schema.jsonSchema, inFile: path, isUpdating: isUpdating)
}

/// Checks that a file is the reference page of a program's settings. The parameters are those of `expectSchema`.
public func expectReference(
    _ schema: PreferenceSchema, inFile path: String, isUpdating: Bool? = nil
) throws {
    try expect(schema.markdown, inFile: path, isUpdating: isUpdating)
}

private func expect(_ text: String, inFile path: String, isUpdating: Bool?) throws {
    let found = FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
    if found == Data(text.utf8) { return }
    if isUpdating ?? (ProcessInfo.processInfo.environment["UPDATE_SCHEMAS"] ?? "" != "") {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        throw GeneratedFileMismatch(description: "'\(path)' has been written")
    }
    let variable = "run the test with UPDATE_SCHEMAS=1"
    guard let found else {
        throw GeneratedFileMismatch(description: "'\(path)' does not exist; to write it, \(variable)")
    }
    throw GeneratedFileMismatch(
        description: """
            '\(path)' is out of date: \(firstDifference(from: String(decoding: found, as: UTF8.self), to: text)); \
            to update it, \(variable)
            """)
}

private func firstDifference(from old: String, to new: String) -> String {
    let lines = [old, new].map { $0.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) }
    let count = zip(lines[0], lines[1]).prefix { $0.elementsEqual($1) }.count
    let texts = lines.map { $0.count > count ? "'\(Substring($0[count]))'" : "missing" }
    return "line \(count + 1) is \(texts[0]), not \(texts[1])"
}

/// An error that occurs if a file differs from the text that a program makes.
private struct GeneratedFileMismatch: Error, CustomStringConvertible, LocalizedError {
    let description: String

    var errorDescription: String? { description }
}
