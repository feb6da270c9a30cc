import DefaultsSchemas
import Foundation

@testable import PropertyList

/// A schema and a value, as JSON with a NUL between them. Findings must be limited, agree with each other, and quote
/// neither control characters nor secrets.
extension FuzzTarget {
    static let schema = FuzzTarget(
        name: "schema", run: run,
        change: { bytes, random in
            if random.once(in: 4) { return nil }
            var generator = SchemaGenerator(random: random)
            let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            let isKept = parts.count == 2 && random.once(in: 2)
            let schema = isKept ? Array(parts[0]) : Array(generator.schema(depth: 4).utf8)
            return schema + [0] + Array(generator.value(depth: 4).utf8)
        })

    private static let limit = 20

    private static func run(_ bytes: [UInt8]) -> Verdict {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = try? JSONReader.read(Array(parts[1])) else { return .foreign }
        guard let schema = try? SchemaDocument(data: Data(parts[0])) else { return .refused }
        let findings = schema.findings(in: value, limit: limit)
        promise(findings.count <= limit, "too many findings")
        promise(schema.findings(in: value, limit: 1).isEmpty == findings.isEmpty, "another result with a lower limit")
        for finding in findings {
            promise(!finding.description.unicodeScalars.contains(where: \.isControl), "a control character")
            _ = schema.subschema(at: finding.path)?.requirement
        }
        checkSecrets(Array(parts[0]), value)
        return .read
    }

    private static func checkSecrets(_ schema: [UInt8], _ value: PropertyListValue) {
        let secret = "hunter2"
        if String(decoding: schema, as: UTF8.self).contains(secret) { return }
        for (start, end) in [("{\"writeOnly\":true,\"anyOf\":[", "]}"), ("{\"writeOnly\":true,\"items\":", "}")] {
            guard let schema = try? SchemaDocument(data: Data(start.utf8) + Data(schema) + Data(end.utf8)) else {
                return
            }
            for value in [withStrings(secret, in: value), [withStrings(secret, in: value)]] {
                for finding in schema.findings(in: value, limit: limit) {
                    promise(!finding.description.contains(secret), "a secret is quoted")
                }
            }
        }
    }

    /// Returns a value with all strings replaced. Keys remain.
    private static func withStrings(_ text: String, in value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .string: .string(text)
        case .array(let elements): .array(elements.map { withStrings(text, in: $0) })
        case .dictionary(let pairs):
            .dictionary(
                PropertyListDictionary(
                    pairs.map { ($0.key.replacing(text, with: ""), withStrings(text, in: $0.value)) }))
        case .integer, .real, .boolean, .date, .data, .uid: value
        }
    }
}

/// A generator of schemas that are mostly valid, and of values.
private struct SchemaGenerator {
    var random: Random

    mutating func schema(depth: Int) -> String {
        if depth == 0 || random.once(in: 10) { return random.pick(["true", "false", "{}", "{\"type\":\"integer\"}"]) }
        return "{" + list(5) { $0.keyword(depth: depth - 1) } + "}"
    }

    private mutating func keyword(depth: Int) -> String {
        let types = ["string", "integer", "number", "boolean", "array", "object", "null"].map { "\"\($0)\"" }
        let (keyword, value): (String, String) =
            switch random.below(18) {
            case 0: ("type", random.pick(types))
            case 1: ("type", "[\(random.pick(types)),\"string\"]")
            case 2: ("enum", "[\(value(depth: 1)),\(value(depth: 1))]")
            case 3: ("const", value(depth: depth))
            case 4: (random.pick(["minimum", "exclusiveMinimum"]), number())
            case 5: (random.pick(["maximum", "exclusiveMaximum"]), number())
            case 6: ("multipleOf", random.pick(["1", "3", "0.1", "2.5", "1e-8", "1e300", "18446744073709551615"]))
            case 7: (random.pick(["minLength", "maxLength", "minItems", "maxItems"]), String(random.below(4)))
            case 8, 9: ("pattern", "\"\(expression(depth: 3))\"")
            case 10: random.pick([("type\":\"string\",\"format", "\"date-time\""), ("contentEncoding", "\"base64\"")])
            case 11: (random.pick(["writeOnly", "uniqueItems", "deprecated"]), random.pick(["true", "false"]))
            case 12: ("items", schema(depth: depth))
            case 13: ("additionalProperties", schema(depth: depth))
            case 14: ("required", "[\"a\",\"b\"]")
            case 15: ("anyOf", "[\(schema(depth: depth)),\(schema(depth: depth))]")
            case 16: (random.pick(["x-a", "default", "title", "not", "$ref"]), value(depth: 1))
            default: ("properties", "{\"a\":\(schema(depth: depth)),\"b\":\(schema(depth: depth))}")
            }
        return "\"\(keyword)\":\(value)"
    }

    mutating func value(depth: Int) -> String {
        switch random.below(depth > 0 ? 8 : 5) {
        case 0, 1: number()
        case 2: random.pick(["true", "false", "{\"$date\":\"2024-02-29\"}", "{\"$data\":\"AQ==\"}", "{\"$uid\":1}"])
        case 3, 4: "\"" + (0..<random.below(6)).map { _ in character() }.joined() + "\""
        case 5: "[" + list(4) { $0.value(depth: depth - 1) } + "]"
        default: "{\"a\":\(value(depth: depth - 1)),\"\(character())b\":\(value(depth: depth - 1))}"
        }
    }

    private mutating func number() -> String {
        random.pick([
            "0", "1", "-1", "2.5", "1.0", "-0.0", "1e300", "18446744073709551615", "-9223372036854775808",
            "{\"$real\":\"nan\"}", "{\"$real\":\"inf\"}", String(random.below(100)),
        ])
    }

    private mutating func character() -> String {
        random.pick(["a", "b", "c", "é", "😀", "\\u0000", "\\u001b", "\\n", "x"])
    }

    private mutating func expression(depth: Int) -> String {
        if depth == 0 {
            return random.pick([
                "a", "b", ".", "[ab]", "[^a]", "[[:alpha:]]", "é", "\\\\.", "^", "$", "[^é]", "\\\\d", "[]a]", "(", "]",
                "\\\\S", "[\\\\w-]", "\\\\u00e9",
            ])
        }
        let (first, second) = (expression(depth: depth - 1), expression(depth: depth - 1))
        return random.pick([
            first + second, "(\(first))*", "(\(first)|\(second))", "(\(first)){0,\(random.below(20))}", first + "+",
            "\(first)|\(second)", "(\(first){\(random.below(9)),})?", first,
        ])
    }

    private mutating func list(_ limit: Int, _ element: (inout SchemaGenerator) -> String) -> String {
        (0..<random.below(limit + 1)).map { _ in element(&self) }.joined(separator: ",")
    }
}
