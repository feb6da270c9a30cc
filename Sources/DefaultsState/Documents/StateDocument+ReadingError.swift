package import DefaultsCore

extension StateDocument {
    /// An error that occurs when reading a state document or an expectation.
    package enum ReadingError: Error, Hashable {
        case unreadable(PropertyListError)
        case unfaithful([PropertyListSubstitution])
        case notADictionary(PropertyListType)
        case invalidDomain(PreferencesError)
        case relativePath(String)
        case hostOfPath(String)
        case sameDomain(String, String)
        case contentsNotADictionary(domain: String, PropertyListType)
        // A place is a phrase that begins with a space. It is empty for the root of the document.
        case misplacedTag(place: String)
        case invalidTag(place: String)
        case unknownType(place: String, String)
        case invalidExpression(place: String, String, reason: String)
        case patternInDocument(place: String)
    }
}

extension StateDocument.ReadingError: CustomStringConvertible {
    /// The error, as a clause that can follow a colon.
    package var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .unfaithful(let substitutions):
            "it contains \(substitutions.first.map { "\($0)" } ?? "a value that cannot be kept")"
        case .notADictionary(let type): "its root is \(type.withArticle), not a dictionary of domains"
        case .invalidDomain(let error): "\(error)"
        case .relativePath(let text): "'\(text)' is a relative path; a state document needs absolute paths"
        case .hostOfPath(let text): "'\(text)' is a path, which has no host"
        case .sameDomain(let first, let second): "'\(first)' and '\(second)' are the same domain"
        case .contentsNotADictionary(let name, let type):
            "the value of domain '\(name)' is \(type.withArticle), not a dictionary of keys"
        case .misplacedTag(place: ""): "the root of the document cannot be a tag"
        case .misplacedTag(let place): "the tag\(place) is neither the value of a key nor inside '$merge'"
        case .invalidTag(let place):
            """
            the tag\(place) is invalid; use '$absent' with true, '$merge' with a dictionary, \
            '$any' with the name of a type, '$matches' with a string, '$home' with a path that begins with '/'
            """
        case .unknownType(let place, let name): "the type '\(name.excerpt)'\(place) is unknown; use \(Self.typeNames)"
        case .invalidExpression(let place, let expression, let reason):
            "the expression '\(expression.excerpt)'\(place) is invalid: \(reason)"
        case .patternInDocument(let place):
            "the pattern\(place) is not a value; only what is compared can contain patterns"
        }
    }

    private static var typeNames: String {
        let names = PropertyListType.allCases.map(\.rawValue).sorted()
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
