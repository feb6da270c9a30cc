import DefaultsCore

/// A tag of state documents, in addition to the tags of lossless JSON.
enum DocumentTag: String, CaseIterable {
    case absent = "$absent"
    case merge = "$merge"
    case any = "$any"
    case matches = "$matches"
    case home = "$home"

    /// A tag with its content.
    enum Content {
        case absent
        case merge(PropertyListDictionary)
        case pattern(ValuePattern)
        /// A string that begins with the home folder.
        case string(String)
    }
}

/// The top-level value of a state document or an expectation, with the paths of its tags.
struct TaggedDocument {
    typealias ReadingError = StateDocument.ReadingError

    /// The kind of contents that a document describes, and the use of the document.
    enum Subject {
        /// The document describes domains, and is compared with them.
        case comparedDomains
        /// The document describes domains, and sets their values. It cannot contain patterns.
        case setDomains
        /// The document describes one domain, and is compared with its contents.
        case comparedContents
    }

    /// The top-level value. A tag in it is a dictionary with one key.
    let root: PropertyListValue
    /// The paths of the dictionaries that are tags.
    private let tagged: Set<PropertyListPath>
    /// The paths below the root that have tags inside.
    private let ancestors: Set<PropertyListPath>
    private let subject: Subject
    /// The home folder, or `nil` if there are no tags.
    private let home: HomeTag?

    /// Reads a document. The content decides whether it is JSON or a property list, which has no tags.
    ///
    /// - Parameter home: The home folder, for the tag `$home`.
    init(
        _ bytes: [UInt8], about subject: Subject, home: @autoclosure () -> String
    ) throws(ReadingError) {
        (root, tagged) = try Self.read(bytes)
        self.subject = subject
        self.home = tagged.isEmpty ? nil : HomeTag(home: home())
        ancestors = Set(tagged.lazy.flatMap(\.ancestors))
        if hasDomains, tagged.contains(PropertyListPath()) {
            throw error(ReadingError.misplacedTag, at: PropertyListPath())
        }
    }

    private static func read(
        _ bytes: [UInt8]
    ) throws(ReadingError) -> (PropertyListValue, tagged: Set<PropertyListPath>) {
        let document: PropertyListDocument
        do {
            if JSONReader.recognizes(bytes) {
                return try JSONReader.read(bytes, keepingTags: DocumentTag.allCases.map(\.rawValue))
            }
            document = try PropertyListReader.read(bytes)
        } catch {
            throw .unreadable(error)
        }
        guard document.substitutions.isEmpty else {
            throw .unfaithful(document.substitutions)
        }
        return (document.value, [])
    }

    /// Returns whether the value at a path is a tag or contains a tag.
    func hasTags(inside place: PropertyListPath) -> Bool {
        place.components.isEmpty ? !tagged.isEmpty : ancestors.contains(place) || tagged.contains(place)
    }

    /// Returns the tag that a value represents, or `nil` if it is an ordinary value.
    ///
    /// - Throws: ``StateDocument/ReadingError`` if the content of the tag is invalid, or if a document that sets values
    ///   contains a pattern.
    func tag(
        _ value: PropertyListValue, at place: PropertyListPath
    ) throws(ReadingError) -> DocumentTag.Content? {
        guard tagged.contains(place), case .dictionary(let object) = value, let (key, content) = object.first
        else { return nil }
        let isTag = tagged.contains(place.appending(key))
        let pattern: ValuePattern
        switch (DocumentTag(rawValue: key), isTag ? home?.string(of: content) ?? content : content) {
        case (.absent?, .boolean(true)):
            return .absent
        case (.merge?, .dictionary(let dictionary)) where !isTag:
            return .merge(dictionary)
        case (.home?, .string):
            guard case .string(let text)? = home?.string(of: value) else {
                throw error(ReadingError.invalidTag, at: place)
            }
            return .string(text)
        case (.any?, let content):
            pattern = .types(try types(content, at: place))
        case (.matches?, .string(let expression)):
            do {
                pattern = .matching(expression, try RegularExpression(expression))
            } catch let failure {
                throw error({ .invalidExpression(place: $0, expression, reason: failure.reason) }, at: place)
            }
        default:
            throw error(ReadingError.invalidTag, at: place)
        }
        if setsValues { throw error(ReadingError.patternInDocument, at: place) }
        return .pattern(pattern)
    }

    /// Returns the types in the content of `$any`: `true`, the name of a type, or an array of names.
    private func types(
        _ content: PropertyListValue, at place: PropertyListPath
    ) throws(ReadingError) -> [PropertyListType] {
        var names = [content]
        switch content {
        case .boolean(true): return []
        case .array(let elements) where !elements.isEmpty: names = elements
        default: break
        }
        return try names.map { name throws(ReadingError) in
            guard case .string(let name) = name else { throw error(ReadingError.invalidTag, at: place) }
            if let type = ValueText.type(named: name) { return type }
            throw error({ .unknownType(place: $0, name) }, at: place)
        }
    }

    /// Whether the document sets values. Such a document cannot contain patterns.
    var setsValues: Bool { subject == .setDomains }

    var hasDomains: Bool { subject != .comparedContents }

    /// Returns an error at a path. If the document describes domains, the first component of the path is the domain,
    /// and the error names it after the rest of the path.
    func error(_ error: (_ place: String) -> ReadingError, at path: PropertyListPath) -> ReadingError {
        let inner = PropertyListPath(Array(path.components.dropFirst(hasDomains ? 1 : 0)))
        let domain = hasDomains ? path.components.first : nil
        return error((inner.components.isEmpty ? "" : " at '\(inner)'") + (domain.map { " of domain '\($0)'" } ?? ""))
    }
}

extension TaggedDocument {
    /// Returns the domains of the document and their contents.
    ///
    /// - Parameter folders: The folders that contain the domains. They determine whether two names mean the same
    ///   domain.
    /// - Throws: ``StateDocument/ReadingError`` if the root is not a dictionary, if a key is not a domain, or if two
    ///   keys mean the same domain.
    func domains(
        in folders: DomainFolders
    ) throws(ReadingError) -> [(domain: Domain, text: String, contents: PropertyListValue)] {
        guard case .dictionary(let domains) = root else { throw .notADictionary(root.type) }
        var found: [(domain: Domain, text: String, contents: PropertyListValue)] = []
        var texts: [ExactName: String] = [:]
        for (text, contents) in domains {
            var domain = try DomainSpelling.domain(text)
            if domain.isPath { domain = try DomainSpelling.domain(folders.spelling(of: domain)) }
            if let other = texts.updateValue(text, forKey: ExactName(folders.path(of: domain))) {
                throw .sameDomain(other, text)
            }
            found.append((domain, text, contents))
        }
        return found
    }
}
