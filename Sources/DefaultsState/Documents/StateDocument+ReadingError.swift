public import DefaultsCore

extension StateDocument {
    /// An error that occurs when reading a state document.
    public struct ReadingError: Error, Hashable, Sendable {
        /// The error with its details.
        package enum Reason: Hashable, Sendable {
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

        package let reason: Reason

        package init(_ reason: Reason) {
            self.reason = reason
        }

        /// The error of the property list or JSON, such as a parse error with its position, or `nil` for other errors.
        public var propertyListError: PropertyListError? {
            if case .unreadable(let error) = reason { error } else { nil }
        }
    }
}

extension ErrorCode where Failure == StateDocument.ReadingError {
    /// The bytes cannot be read.
    public static var unreadable: Self { Self() }
    /// A property list contains values that cannot be read without loss.
    public static var unfaithful: Self { Self() }
    /// The top-level value is not a dictionary.
    public static var notADictionary: Self { Self() }
    /// A key of the top-level dictionary is not a domain.
    public static var invalidDomain: Self { Self() }
    /// A domain is given by a path that depends on the working directory.
    public static var relativePath: Self { Self() }
    /// A domain of this host is given by a path, which has no host.
    public static var hostOfPath: Self { Self() }
    /// Two keys of the top-level dictionary address the same domain.
    public static var sameDomain: Self { Self() }
    /// The contents of a domain are not a dictionary.
    public static var contentsNotADictionary: Self { Self() }
    /// A tag is at a path that does not allow it, such as `$absent` in an array. In a document to apply, `$absent` and
    /// `$merge` can be the contents of a domain, the value of a key, or inside `$merge`.
    public static var misplacedTag: Self { Self() }
    /// The content of a tag is invalid, or a pattern stands for the contents of a domain.
    public static var invalidTag: Self { Self() }
    /// An `$any` tag contains a string that is not the name of a type.
    public static var unknownType: Self { Self() }
    /// A `$matches` tag contains an invalid regular expression.
    public static var invalidExpression: Self { Self() }
    /// A document to apply contains a pattern, which is not a value.
    public static var patternInDocument: Self { Self() }
}

extension StateDocument.ReadingError: CodedError {
    /// The kind of the error.
    public var code: Code { explanation.code }

    /// The error, as a clause that can follow a colon.
    public var description: String { explanation.text }

    private var explanation: (code: Code, text: String) {
        switch reason {
        case .unreadable(let error): (.unreadable, "\(error)")
        case .unfaithful(let substitutions):
            (.unfaithful, "it contains \(substitutions.first.map { "\($0)" } ?? "a value that cannot be kept")")
        case .notADictionary(let type):
            (.notADictionary, "its root is \(type.withArticle), not a dictionary of domains")
        case .invalidDomain(let error): (.invalidDomain, "\(error)")
        case .relativePath(let text):
            (.relativePath, "'\(text)' is a relative path; a state document needs absolute paths")
        case .hostOfPath(let text): (.hostOfPath, "'\(text)' is a path, which has no host")
        case .sameDomain(let first, let second): (.sameDomain, "'\(first)' and '\(second)' are the same domain")
        case .contentsNotADictionary(let name, let type):
            (.contentsNotADictionary, "the value of domain '\(name)' is \(type.withArticle), not a dictionary of keys")
        case .misplacedTag(place: ""):
            (.misplacedTag, "the root of the document cannot be a tag")
        case .misplacedTag(let place):
            (.misplacedTag, "the tag\(place) is neither the value of a key nor inside '$merge'")
        case .invalidTag(let place):
            (
                .invalidTag,
                """
                the tag\(place) is invalid; use '$absent' with true, '$merge' with a dictionary, \
                '$any' with the name of a type, '$matches' with a string, '$home' with a path that begins with '/'
                """
            )
        case .unknownType(let place, let name):
            (.unknownType, "the type '\(name.excerpt)'\(place) is unknown; use \(Self.typeNames)")
        case .invalidExpression(let place, let expression, let reason):
            (.invalidExpression, "the expression '\(expression.excerpt)'\(place) is invalid: \(reason)")
        case .patternInDocument(let place):
            (.patternInDocument, "the pattern\(place) is not a value; only what is compared can contain patterns")
        }
    }

    private static var typeNames: String {
        let names = PropertyListType.allCases.map(\.rawValue).sorted()
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
