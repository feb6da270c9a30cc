import DefaultsSchemas
import Foundation
import ToolSupport

/// The schemas with which `check` compares values. A JSON file that is a schema is checked itself.
struct CheckedSchemas {
    /// The finding for a schema in option `--schema` that is invalid. Values are then not compared.
    let findings: [DomainFinding]
    private let schemas: DomainSchemas
    /// The schema in option `--schema`, which is read once.
    private let common: SchemaDocument?

    /// - Throws: An error if the file in option `--schema` cannot be read.
    init(_ schemas: DomainSchemas) throws(CommandError) {
        self.schemas = schemas
        guard case .file = schemas.source else {
            (common, findings) = (nil, [])
            return
        }
        do throws(DomainSchemas.Failure) {
            (common, findings) = (try schemas.schema(of: .global)?.document, [])
        } catch {
            guard case .invalid = error.reason else { throw error.commandError }
            (common, findings) = (nil, [error.finding])
        }
    }

    /// Returns the findings in a file, and in its schema if the schema cannot be used.
    @Sendable func check(_ file: InspectedFile) -> [DomainFinding] {
        do throws(DomainSchemas.Failure) {
            if file.isSchema { return Self.findings(inSchema: file) }
            guard let schema = try schema(ofFile: file.path) else { return [] }
            let violations = schema.findings(inDomain: file.value).map { finding in
                finding.kind == .unknownKey
                    ? DomainFinding.Kind.unknownKey(finding.clause, at: finding.path)
                    : .schemaViolation(finding.clause, at: finding.path)
            }
            let deprecated = schema.deprecatedKeys(in: file.value)
                .map { DomainFinding.Kind.deprecatedKey($0.path, advice: $0.advice) }
            return (violations + deprecated).map { DomainFinding(path: file.path, kind: $0) }
        } catch {
            return [error.finding]
        }
    }

    private func schema(ofFile path: String) throws(DomainSchemas.Failure) -> SchemaDocument? {
        if case .file = schemas.source { return common }
        guard let domain = try? Domain(ofFile: path) else { return nil }
        return try schemas.schema(of: domain)?.document
    }

    private static func findings(inSchema file: InspectedFile) -> [DomainFinding] {
        do {
            let defaults = try SchemaDocument(bytes: file.bytes).findingsInDefaults()
            return defaults.map { finding in
                DomainFinding(
                    path: file.path, kind: .invalidSchema("invalid schema, \(finding.clause)", at: finding.path))
            }
        } catch {
            let kind = DomainFinding.Kind.invalidSchema(error.clauseWithoutPosition, at: error.path)
            return [DomainFinding(path: file.path, kind: kind, position: error.position)]
        }
    }
}

extension InspectedFile {
    /// Whether the file is JSON that declares itself a schema.
    fileprivate var isSchema: Bool {
        guard isJSON, case .dictionary(let root) = value else { return false }
        return root["$schema"] == .string(SchemaDocument.dialect)
    }
}

extension DomainSchemas.Failure {
    /// The finding that values were not compared with the schema.
    fileprivate var finding: DomainFinding {
        switch reason {
        case .invalid(let error):
            DomainFinding(
                path: path, kind: .unusableSchema(error.clauseWithoutPosition), position: error.position)
        case .missing, .unreadable:
            DomainFinding(path: path, kind: .unusableSchema(commandError.message ?? ""))
        }
    }
}
