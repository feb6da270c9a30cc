import DefaultsSchemas
import Foundation
import TestExtent
import Testing

/// The agreement with an independent validator.
@Suite(.waiting, .enabled(if: PythonValidator.isInstalled, "python3 with the package jsonschema is not installed"))
struct ValidatorTests {
    /// A reason why both sides differ about a value.
    enum Reason: String {
        /// Here, 1.0 has not the type `integer`, and 1 and 1.0 are unique.
        case realIsNotInteger
        /// Here, a date or data is not a string, and rules of strings do not apply.
        case dateIsNotString
        /// Both of them.
        case realsAndDates
        /// Python divides doubles, so 0.3 is not a multiple of 0.1.
        case decimalFraction
    }

    /// The number of differences for each reason, of values that are accepted here or there.
    static let differences = [
        "realIsNotInteger, accepted there": 61, "realIsNotInteger, accepted here": 4,
        "dateIsNotString, accepted there": 52, "dateIsNotString, accepted here": 12,
        "realsAndDates, accepted there": 1, "decimalFraction, accepted here": 10,
    ]

    static let differencesOfKeys = ["dateIsNotString, accepted there": 200, "realIsNotInteger, accepted there": 42]

    /// A value with the document of its schema, and the document for the JSON view of the value.
    struct Check {
        let schema: Int
        let document: SchemaDocument
        let view: SchemaDocument
        let value: PropertyListValue

        var isValid: Bool { document.findings(in: value, limit: 1).isEmpty }

        /// Returns the reason why the verdict of Python is another one, or `nil` if there is none.
        func reason(for verdict: PythonValidator.Verdict) -> Reason? {
            if document.accepts(value.withIntegers) == verdict.isValid { return .realIsNotInteger }
            if view.accepts(value.jsonView) == verdict.isValid { return .dateIsNotString }
            if view.accepts(value.jsonView.withIntegers) == verdict.isValid { return .realsAndDates }
            return isValid == verdict.isValidInDecimal ? .decimalFraction : nil
        }
    }

    @Test("10,000 random values are valid for both sides or for none, with differences for counted reasons")
    func agreement() throws {
        let checks = try Self.checks(count: 10_000, by: ValidatedSchema.all, seed: 3)
        let schemas = ValidatedSchema.all.map(\.text)
        let (counts, validCounts) = try Self.differences(of: checks, schemas: schemas)
        #expect(counts == Self.differences)
        // Each schema has enough valid and invalid values.
        #expect(validCounts.allSatisfy { (50...490).contains($0) }, "\(validCounts)")
    }

    @Test("the JSON Schema of keys is valid for both sides, and both agree about values")
    func keys() throws {
        let all = PreferenceSchema.editor.keys.map { key in
            ValidatedSchema(text: JSONWriter(.plain).text(of: .dictionary(key.jsonSchema())), example: key.example)
        }
        let checks = try Self.checks(count: 5000, by: all, seed: 5)
        let (counts, validCounts) = try Self.differences(of: checks, schemas: all.map(\.text))
        #expect(counts == Self.differencesOfKeys)
        #expect(validCounts.allSatisfy { (50...200).contains($0) }, "\(validCounts)")
        // The whole schema has the example of each key.
        let keys = PreferenceSchema.editor.keys.map { ($0.name, $0.example) }
        let whole: PropertyListValue = .dictionary(PropertyListDictionary(keys))
        let result = try PythonValidator.validate(
            schemas: [PreferenceSchema.editor.jsonSchema], values: [(0, whole), (0, ["Other": 1])])
        #expect(result.schemas == ["valid"])
        #expect(result.values.map(\.isValid) == [true, false])
    }

    /// Returns the number of differences for each reason, and the number of valid values of each schema.
    private static func differences(
        of checks: [Check], schemas: [String]
    ) throws -> (counts: [String: Int], validCounts: [Int]) {
        let results = try PythonValidator.validate(schemas: schemas, values: checks.map { ($0.schema, $0.value) })
        #expect(results.schemas == schemas.map { _ in "valid" })
        var (counts, validCounts): ([String: Int], [Int]) = ([:], schemas.map { _ in 0 })
        for (check, verdict) in zip(checks, results.values) {
            if verdict.isValid { validCounts[check.schema] += 1 }
            if check.isValid == verdict.isValid { continue }
            let reason = check.reason(for: verdict)
            #expect(reason != nil, "\(schemas[check.schema]) \(check.value) \(verdict)")
            counts["\(reason?.rawValue ?? "none"), accepted \(check.isValid ? "here" : "there")", default: 0] += 1
        }
        return (counts, validCounts)
    }

    /// Returns random values near the example of each schema, in turn.
    private static func checks(count: Int, by schemas: [ValidatedSchema], seed: UInt64) throws -> [Check] {
        let documents = try schemas.map { schema in
            (try SchemaDocument(schema.text), try SchemaDocument(viewOf: schema.text), schema.example)
        }
        var change = RandomChange(seed: seed)
        return (0..<count).map { number in
            let index = number % documents.count
            let (document, view, example) = documents[index]
            return Check(schema: index, document: document, view: view, value: change.value(near: example))
        }
    }

    @Test("each keyword occurs in the schemas", arguments: KeywordTests.assertions)
    func occurrence(keyword: KeywordTests.Keyword) {
        #expect(ValidatedSchema.all.contains { $0.text.contains("\"\(keyword.name)\":") })
    }

    @Test("the examples are valid for both sides")
    func examples() throws {
        let values = ValidatedSchema.all.enumerated().map { ($0, $1.example) }
        let results = try PythonValidator.validate(schemas: ValidatedSchema.all.map(\.text), values: values)
        #expect(results.values.allSatisfy { $0.isValid && $0.isValidInDecimal })
        for schema in ValidatedSchema.all {
            #expect(try SchemaDocument(schema.text).findings(in: schema.example) == [], "\(schema.text)")
        }
    }
}

extension SchemaDocument {
    /// Reads a schema for values in which dates and data are strings.
    fileprivate init(viewOf text: String) throws(SchemaError) {
        try self.init(
            text.replacingOccurrences(of: #""format": "date-time""#, with: #""x-format": 1"#)
                .replacingOccurrences(of: #""contentEncoding": "base64""#, with: #""x-encoding": 1"#))
    }

    fileprivate func accepts(_ value: PropertyListValue) -> Bool { findings(in: value, limit: 1).isEmpty }
}
