import DefaultsSchemas
import Foundation
import Testing

/// The cases of the JSON Schema Test Suite. Each case has the result of the suite, or differs for a listed reason.
struct SuiteTests {
    /// Reals are not integers, so 1.0 has not the type `integer` and is not 1. A property list keeps this difference.
    static let realsAndIntegers = [
        "const: const with -2.0 matches integer and float types: integer -2 is valid",
        "const: const with 0 does not match other zero-like types: float zero is valid",
        "const: const with 1 does not match true: float one is valid",
        "const: float and integers are equal up to 64-bit representation limits: float is valid",
        "enum: enum with 0 does not match false: float zero is valid",
        "enum: enum with 1 does not match true: float one is valid",
        "enum: enum with [0] does not match [false]: [0.0] is valid",
        "enum: enum with [1] does not match [true]: [1.0] is valid",
        "optional/float-overflow: all integers are multiples of 0.5, if overflow is handled: "
            + "valid if optional overflow handling is implemented",
        "type: integer type matches integers: a float with zero fractional part is an integer",
    ]

    /// The number of cases whose schema is an error, for each reason.
    static let refusedSchemas = [
        "keyword allOf": 3,
        "keyword contentMediaType": 15,
        "keyword dependentSchemas": 3,
        "keyword patternProperties": 38,
        "keyword prefixItems": 41,
        "keyword propertyNames": 2,
        "contentEncoding needs the type 'string'": 3,
        "enum must be a nonempty array": 6,  // an empty array
        "format must be 'date-time'": 126,
        "format needs the type 'string'": 40,
        "expression with an escape that is not POSIX; use sets such as '[[:digit:]]' instead of '\\d'": 55,
        "malformedJSON": 1,  // an integer beyond 64 bits
        "null": 5,
    ]

    /// The number of cases whose data is not a property list, for each reason.
    static let refusedData = [
        "malformedJSON": 5,  // an integer beyond 64 bits
        "null": 23,
    ]

    @Test("the result of each case is that of the suite, or differs for a listed reason")
    func results() throws {
        let cases = try Self.cases()
        #expect(cases.count == 749)
        var (agreeing, schemas, data): (Int, [String: Int], [String: Int]) = (0, [:], [:])
        var differing: [String] = []
        for item in cases {
            switch item.outcome {
            case .agrees: agreeing += 1
            case .differs: differing.append(item.name)
            case .schemaRefused(let reason): schemas[reason, default: 0] += 1
            case .dataRefused(let reason): data[reason, default: 0] += 1
            }
        }
        #expect(agreeing == 373)
        #expect(differing.sorted() == Self.realsAndIntegers)
        #expect(schemas == Self.refusedSchemas)
        #expect(data == Self.refusedData)
    }

    @Test("a value that the suite refuses is never accepted")
    func strictness() throws {
        let accepted = try Self.cases().filter { $0.outcome == .differs(isAccepted: true) }
        #expect(accepted.map(\.name) == [])
    }

    /// The zone of ISO 8601 may lack minutes. A leap second has no `Date`.
    static let dateDifferences = [
        "1985-04-12T23:20:50+01": true, "1998-12-31T23:59:60Z": false, "1998-12-31T15:59:60.123-08:00": false,
    ]

    /// The suite's schemas have `format` without a type, which is an error. Therefore the texts are tested as dates in
    /// a schema.
    @Test("the dates of the suite are dates, and its other strings are not, with listed differences")
    func dates() throws {
        var (count, differences): (Int, [String: Bool]) = (0, [:])
        for item in try SuiteCase.cases(inFile: "optional/format/date-time") where item.data.isString {
            let schema = #"{"type": "string", "format": "date-time", "const": \#(item.data)}"#
            let isDate = (try? SchemaDocument(data: Data(schema.utf8))) != nil
            count += 1
            if isDate != item.isValid { differences[item.data.string] = isDate }
        }
        #expect(count == 27)
        #expect(differences == Self.dateDifferences)
    }

    /// The cases of all files in the folder.
    private static func cases() throws -> [SuiteCase] {
        let folder = Fixture.folder.appending(path: "JSON-Schema-Test-Suite/draft2020-12").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        return try files.sorted().flatMap { try SuiteCase.cases(inFile: String($0.dropLast(5))) }
    }
}
