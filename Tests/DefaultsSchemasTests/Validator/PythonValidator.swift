import Foundation
import PropertyList

/// The validator of Python's package jsonschema, which knows nothing of this package.
enum PythonValidator {
    struct Verdict: Hashable, CustomStringConvertible {
        let isValid: Bool
        /// Whether the value is valid if its fractions and those of the schema are decimal and not binary.
        let isValidInDecimal: Bool

        var description: String { "\(isValid), in decimal \(isValidInDecimal)" }
    }

    /// Whether Python and the package are installed.
    static let isInstalled: Bool =
        (try? output(["-c", "from jsonschema import Draft202012Validator"], input: "")) != nil

    /// Validates schemas, and values by them.
    ///
    /// - Returns: For each schema “valid” or its error, and the verdicts about the values.
    static func validate(
        schemas: [String], values: [(schema: Int, value: PropertyListValue)]
    ) throws -> (schemas: [String], values: [Verdict]) {
        var input = "[" + schemas.map { $0.replacingOccurrences(of: "\n", with: " ") }.joined(separator: ",") + "]\n"
        for (schema, value) in values {
            input += "[\(schema),\(JSONWriter(.plain, layout: .compact).text(of: value.jsonView))]\n"
        }
        let script = Fixture.folder.appending(path: "validate.py").path
        let lines = try output([script], input: input).split(separator: "\n")
        guard lines.count == schemas.count + values.count else { throw CocoaError(.fileReadCorruptFile) }
        let verdicts = lines.dropFirst(schemas.count).map {
            Verdict(isValid: $0.first == "1", isValidInDecimal: $0.last == "1")
        }
        return (lines.prefix(schemas.count).map(String.init), verdicts)
    }

    /// Returns the output of Python for an input.
    private static func output(_ arguments: [String], input: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, result) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try Data(input.utf8).write(to: source)
        try Data().write(to: result)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-X", "utf8"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: result)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.wait()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return String(decoding: try Data(contentsOf: result), as: UTF8.self)
    }
}

extension PropertyListValue {
    /// The value that other programs see in JSON: dates and data are strings.
    var jsonView: PropertyListValue {
        mapScalars { value in
            switch value {
            case .date(let date): .string(ISO8601Text.text(of: date) ?? "")
            case .data(let data): .string(data.base64EncodedString())
            default: value
            }
        }
    }

    /// The value with integers in place of reals without a fraction.
    var withIntegers: PropertyListValue {
        mapScalars { value in
            guard case .real(let real) = value else { return value }
            if let number = Int64(exactly: real) { return .integer(PropertyListInteger(number)) }
            return UInt64(exactly: real).map { .integer(PropertyListInteger($0)) } ?? value
        }
    }

    private func mapScalars(_ transform: (PropertyListValue) -> PropertyListValue) -> PropertyListValue {
        switch self {
        case .array(let elements): .array(elements.map { $0.mapScalars(transform) })
        case .dictionary(let pairs):
            .dictionary(PropertyListDictionary(pairs.map { ($0.key, $0.value.mapScalars(transform)) }))
        default: transform(self)
        }
    }
}
