import Foundation
import TestExtent
import Testing

/// A migration as it is called, the files before it, and the files after it as they are written by hand.
struct MigrationCase: CustomTestStringConvertible, Sendable {
    let title: String
    /// What the domain of the old keys holds, nil where there is none. It is also the other domain where that is not
    /// given.
    let from: StoredValue?
    var to: StoredValue?
    var isOneDomain = false
    let words: [String]
    let fromAfter: StoredValue?
    var toAfter: StoredValue?
    var status: Int32 = 0
    /// What is said on standard error.
    var error = ""
    /// Whether there is a record afterwards.
    var isRecorded = true

    var testDescription: String { title }

    /// A migration between two domains.
    static func two(
        _ title: String, _ from: StoredValue?, _ to: StoredValue?, _ words: String..., gives fromAfter: StoredValue?,
        _ toAfter: StoredValue?, isRecorded: Bool = true, error: String = ""
    ) -> MigrationCase {
        MigrationCase(
            title: "two domains, " + title, from: from, to: to, words: words, fromAfter: fromAfter, toAfter: toAfter,
            error: error, isRecorded: isRecorded)
    }

    /// A migration within one domain.
    static func one(
        _ title: String, _ before: StoredValue?, _ words: String..., gives after: StoredValue?, isRecorded: Bool = true,
        error: String = ""
    ) -> MigrationCase {
        MigrationCase(
            title: "one domain, " + title, from: before, isOneDomain: true, words: words, fromAfter: after,
            error: error, isRecorded: isRecorded)
    }

    /// A migration between two domains that is refused and leaves both as they are.
    static func refused(
        _ title: String, _ from: StoredValue?, _ to: StoredValue?, _ words: String..., status: Int32 = 1, error: String
    ) -> MigrationCase {
        MigrationCase(
            title: "refused, " + title, from: from, to: to, words: words, fromAfter: from, toAfter: to, status: status,
            error: error, isRecorded: false)
    }
}

extension Scratch {
    /// Writes a domain with Foundation.
    func store(_ value: StoredValue?, as domain: String) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        guard let value else { return }
        let data = try PropertyListSerialization.data(fromPropertyList: value.object, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: file(domain)))
    }

    /// What a domain holds as Foundation reads it, the records of migrations left out; nil without a file.
    func stored(_ domain: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: file(domain)) else { return nil }
        guard case .dictionary(let pairs) = try Foreign.stored(file(domain)) else { return "no dictionary" }
        return StoredValue.dictionary(pairs.filter { $0.0 != "DefaultsMigrations" }).text
    }

    /// The records of migrations in a domain as Foundation reads them: identifiers and states.
    func migrationStates(_ domain: String) throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: file(domain)) else { return [:] }
        let data = try Data(contentsOf: URL(fileURLWithPath: file(domain)))
        let contents = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let records = contents?["DefaultsMigrations"] as? [String: Any] ?? [:]
        return records.mapValues { ($0 as? [String: Any])?["State"] as? String ?? "none" }
    }

    /// Runs `migrate`.
    func migrate(_ words: [String], environment: [String: String]? = nil) throws -> Outcome {
        try defaults(["migrate"] + words, environment: environment)
    }
}

extension StoredValue {
    /// The value as Foundation takes it.
    var object: Any {
        switch self {
        case .string(let text): text
        case .integer(let number): Int64(number)
        case .real(let number): number
        case .boolean(let flag): flag
        case .date(let seconds): Date(timeIntervalSince1970: seconds)
        case .data(let bytes): Data(bytes)
        case .array(let elements): elements.map(\.object)
        case .dictionary(let pairs): Dictionary(pairs.map { ($0.0, $0.1.object) }, uniquingKeysWith: { $1 })
        case .other(let description): description
        }
    }
}
