import DefaultsSchemas
import Foundation
import PropertyList

/// A case of the JSON Schema Test Suite.
struct SuiteCase {
    /// The file and the descriptions of the schema and of the case.
    let name: String
    let schema: RawJSON
    let data: RawJSON
    /// Whether the suite accepts the data.
    let isValid: Bool

    /// The result of the case in this package.
    enum Outcome: Hashable {
        case agrees
        /// The values that one side accepts.
        case differs(isAccepted: Bool)
        /// The schema cannot be read, for a reason.
        case schemaRefused(String)
        /// The data is not a property list, for a reason.
        case dataRefused(String)
    }

    var outcome: Outcome {
        let document: SchemaDocument
        do {
            document = try SchemaDocument(data: Data(schema.text))
        } catch {
            return .schemaRefused(schema.containsNull && error.code == .unreadable ? "null" : error.shortReason)
        }
        do {
            let isAccepted = try document.findings(in: JSONReader.readWithDuplicateKeys(data.text).value).isEmpty
            return isAccepted == isValid ? .agrees : .differs(isAccepted: isAccepted)
        } catch {
            return .dataRefused(data.containsNull ? "null" : error.code.description)
        }
    }

    /// Returns the cases of a file.
    static func cases(inFile path: String) throws -> [SuiteCase] {
        try RawJSON(Fixture.data("JSON-Schema-Test-Suite/draft2020-12/\(path).json")).elements.flatMap { group in
            guard let schema = group["schema"], let tests = group["tests"] else { return [SuiteCase]() }
            return tests.elements.compactMap { test in
                guard let data = test["data"], let isValid = test["valid"] else { return nil }
                let words = [group, test].map { $0["description"]?.string ?? "" }
                return SuiteCase(
                    name: "\(path): \(words.joined(separator: ": "))", schema: schema, data: data,
                    isValid: isValid.isTrue)
            }
        }
    }
}

extension SchemaError {
    /// The reason without values and positions.
    fileprivate var shortReason: String {
        switch reason {
        case .unsupportedKeyword(let keyword): "keyword \(keyword)"
        case .invalidValue(let keyword, let rule): "\(keyword ?? "schema") \(rule)"
        case .invalidExpression(let reason): "expression with \(reason)"
        case .unreadable(let error): "\(error.code)"
        case .tooLarge, .duplicateKey: "\(code)"
        }
    }
}
