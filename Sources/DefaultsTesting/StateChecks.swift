import Foundation

/// Checks that the domains of a store have the expected contents, and that there are no other domains.
///
/// ```swift
/// try expectState([editor: ["FontSize": 14, "LastLaunch": .any(.date)]], in: store)
/// ```
///
/// - Parameters:
///   - expected: The domains with their contents, which can contain patterns.
///   - store: The store. For a store of files, domains of other hosts are compared, too.
///   - ignored: Patterns for key paths that are not compared, such as `Last*`, `Window.*` or `**.timestamp`.
/// - Throws: An error with the differences, an error of an invalid pattern, or the error of a store that cannot be
///   read.
public func expectState(
    _ expected: [Domain: ExpectedValue], in store: any DomainStore, ignoring ignored: [String] = []
) throws {
    try expectState(StateExpectation(expected), in: store, ignoring: ignored)
}

/// Checks that a store meets an expectation, such as an expectation that was read from a file.
///
/// ```swift
/// let golden = try StateExpectation(contentsOfFile: goldenFile)
/// try expectState(golden, in: store, ignoring: ["Last*", "**.timestamp"])
/// ```
///
/// - Throws: An error with the differences, an error of an invalid pattern, or the error of a store that cannot be
///   read.
public func expectState(
    _ expected: StateExpectation, in store: any DomainStore, ignoring ignored: [String] = []
) throws {
    let differences = expected.differences(
        from: try store.contentsOfAllDomains(), ignoring: try ignored.map(PropertyListPathGlob.init(checking:)))
    if !differences.isEmpty { throw StateMismatch(differences: differences) }
}

/// Checks the contents of a domain, or another dictionary.
///
/// ```swift
/// try expectContents(["FontSize": 21], of: preferences.contents)
/// ```
///
/// - Throws: An error with the differences, or an error of an invalid pattern.
public func expectContents(
    _ expected: ExpectedValue, of contents: PropertyListDictionary, ignoring ignored: [String] = []
) throws {
    let difference = StateDifference(
        from: expected, to: contents, ignoring: try ignored.map(PropertyListPathGlob.init(checking:)))
    if !difference.differences.isEmpty { throw StateMismatch(differences: [difference]) }
}

/// An error that occurs if contents differ from the expected ones. Its description is the text that `defaults diff`
/// prints.
package struct StateMismatch: Error, Hashable, Sendable {
    /// The differences of each domain.
    let differences: [StateDifference]
}

extension StateMismatch: CustomStringConvertible, LocalizedError {
    /// A line for each expected and each actual value, below the names of their domains.
    public var description: String { differences.map(\.description).joined(separator: "\n") }

    /// The same text as `description`. Some test frameworks show this property.
    public var errorDescription: String? { description }
}

/// An invalid pattern for key paths.
private struct InvalidPattern: Error, CustomStringConvertible {
    let text: String

    var description: String { "'\(text)' is not a pattern for key paths" }
}

extension PropertyListPathGlob {
    fileprivate init(checking text: String) throws {
        guard let glob = PropertyListPathGlob(parsing: text) else { throw InvalidPattern(text: text) }
        self = glob
    }
}
