package import DefaultsCore

/// Decides whether the values of a store are shown, and prints substitutes for hidden values.
///
/// Values are hidden by default. The command consults this type before it prints values or errors, and ``Message``
/// hides each value that is not marked as shown. So new output or a new error cannot reveal a value by mistake.
package struct Redaction: Sendable {
    /// Whether all values are hidden. If not, reports hide only the values that schemas mark as secrets.
    package let hidesValues: Bool
    /// The schemas of domains, or `nil` if no domain has one.
    private let schemas: DomainSchemas?

    package init(hidesValues: Bool = true, schemas: DomainSchemas? = nil) {
        (self.hidesValues, self.schemas) = (hidesValues, schemas)
    }

    /// Returns the differences of domains with ``PropertyListValue/hidden`` in place of secrets. A value that equals a
    /// secret in the other differences is hidden too, because it may have been moved. If all values are hidden anyway,
    /// returns the differences unchanged.
    ///
    /// - Parameter changes: The differences, each with the domains whose schemas apply.
    package func hidingSecrets(
        in changes: [(domains: [Domain], differences: [PropertyListDifference])]
    ) -> [[PropertyListDifference]] {
        if hidesValues { return changes.map(\.differences) }
        var secrets: Set<PropertyListValue> = []
        var hiders: [Domain: Hider] = [:]
        let shown = changes.map { domains, differences in
            domains.reduce(differences) { differences, domain in
                let hide = hiders[domain] ?? hider(of: domain)
                hiders[domain] = hide
                return differences.map { $0.mappingValues { hide($0, $1, &secrets) } }
            }
        }
        if secrets.isEmpty { return shown }
        return shown.map { $0.map { $0.mappingValues { Self.hiding(secrets, in: $1) } } }
    }

    private typealias Hider = (PropertyListPath, PropertyListValue, inout Set<PropertyListValue>) -> PropertyListValue

    /// Returns the function that hides the secrets in values of a domain. If its schema cannot be used, any value may
    /// be a secret.
    private func hider(of domain: Domain) -> Hider {
        do throws(DomainSchemas.Failure) {
            guard let schema = try schemas?.schema(of: domain) else { return { _, value, _ in value } }
            return { schema.hidingSecrets(in: $1, at: $0, &$2) }
        } catch {
            return { _, _, _ in .hidden }
        }
    }

    private static func hiding(_ secrets: Set<PropertyListValue>, in value: PropertyListValue) -> PropertyListValue {
        secrets.contains(value) ? .hidden : value.mappingMembers { hiding(secrets, in: $1) }
    }

    /// Returns an error. If values are hidden, the error does not quote values.
    package func redacted(_ error: CommandError) -> CommandError {
        hidesValues ? error.redacted : error
    }

    // The redacted text begins with a bracket and words, so it is neither a valid property list nor valid JSON. A
    // command that reads it as input fails.

    private static let notice = "values are not shown"

    /// Returns a line with the title of the domain, and a line with the type of each key.
    package static func lines(of contents: PropertyListDictionary, title: String) -> [String] {
        ["[\(notice): \(title.escapingControlCharacters())]"]
            + contents.map { line(PropertyListPath.key($0.key), $0.value) }
    }

    /// Returns a line with the path and the type of each old or new value. If there are no differences, the text is
    /// empty.
    package static func text(of differences: [PropertyListDifference]) -> String {
        if differences.isEmpty { return "" }
        let lines = differences.flatMap { difference in
            let values = [("-", difference.old, difference.oldPattern), ("+", difference.new, difference.newPattern)]
            return values.compactMap { sign, value, pattern in
                value.map { "\(sign) \(line(difference.path, $0, isPattern: pattern != nil))" }
            }
        }
        return (["[\(notice)]"] + lines).map { $0 + "\n" }.joined()
    }

    private static func line(
        _ path: PropertyListPath, _ value: PropertyListValue, isPattern: Bool = false
    ) -> String {
        "\(path.title.escapingControlCharacters()): \(isPattern ? "pattern" : ValueText.name(of: value.type))"
    }
}

extension PropertyListDifference {
    /// Returns the difference with other values. The text of a pattern that is replaced is not kept.
    fileprivate func mappingValues(
        _ transform: (PropertyListPath, PropertyListValue) -> PropertyListValue
    ) -> PropertyListDifference {
        var difference = self
        difference.old = old.map { transform(path, $0) }
        difference.new = new.map { transform(path, $0) }
        if difference.old != old { difference.oldPattern = nil }
        if difference.new != new { difference.newPattern = nil }
        return difference
    }
}
