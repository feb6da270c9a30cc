import DefaultsCore
import PropertyList

/// A tag that state documents have beside those of lossless JSON.
enum StateTag: String, CaseIterable {
    case absent = "$absent"
    case merge = "$merge"
    case any = "$any"
    case matches = "$matches"
    /// A string, so that no reader of a ``TaggedDocument`` sees this tag.
    case home = "$home"

    /// A tag with its content.
    enum Content {
        case absent
        case merge(PropertyListDictionary)
        case pattern(ValuePattern)
    }
}

/// A document with the places of its tags.
struct TaggedDocument {
    /// The top-level value, in which a tag is a dictionary with one key.
    let root: PropertyListValue
    /// The paths of the dictionaries that are tags.
    private let tagged: Set<PropertyListPath>
    /// The paths below the root that have tags inside.
    private let ancestors: Set<PropertyListPath>
    /// Whether the keys of the root are domains.
    private let hasDomains: Bool

    /// Reads a document. The content decides whether it is JSON or a property list, which has no tags.
    ///
    /// - Parameters:
    ///   - hasDomains: Whether the keys of the root are domains, and not keys of one domain.
    ///   - home: The home folder, which replaces the tag `$home`.
    init(
        _ bytes: [UInt8], hasDomains: Bool = true, home: @autoclosure () -> String
    ) throws(StateDocument.ReadingError) {
        var (root, tagged) = try Self.read(bytes)
        if !tagged.isEmpty {
            let ancestors = Set(tagged.lazy.flatMap(\.ancestors))
            root = HomeTag(home: home()).resolve(root, at: PropertyListPath(), &tagged, below: ancestors)
        }
        (self.root, self.tagged, self.hasDomains) = (root, tagged, hasDomains)
        ancestors = Set(tagged.lazy.flatMap(\.ancestors))
        if hasDomains, tagged.contains(PropertyListPath()) {
            throw StateDocument.ReadingError(.misplacedTag(domain: nil, PropertyListPath()))
        }
    }

    private static func read(
        _ bytes: [UInt8]
    ) throws(StateDocument.ReadingError) -> (PropertyListValue, tagged: Set<PropertyListPath>) {
        let document: PropertyListDocument
        do {
            if JSONReader.recognizes(bytes) {
                return try JSONReader.read(bytes, keepingTags: StateTag.allCases.map(\.rawValue))
            }
            document = try PropertyListReader.read(bytes)
        } catch {
            throw StateDocument.ReadingError(.unreadable(error))
        }
        guard document.substitutions.isEmpty else {
            throw StateDocument.ReadingError(.unfaithful(document.substitutions))
        }
        return (document.value, [])
    }

    /// Returns whether the value at a path is a tag.
    func isTag(_ place: PropertyListPath) -> Bool { tagged.contains(place) }

    /// Returns whether the value at a path is a tag or contains one.
    func hasTags(inside place: PropertyListPath) -> Bool {
        place.components.isEmpty ? !tagged.isEmpty : ancestors.contains(place) || tagged.contains(place)
    }

    /// Returns the first of the tags in the value at a path.
    func firstTag(inside place: PropertyListPath) -> PropertyListPath? {
        guard ancestors.contains(place) else { return nil }
        return tagged.filter { $0.begins(with: place) }.min { $0.precedes($1) }
    }

    /// Returns the tag that a value is, or `nil` if it is an ordinary value.
    ///
    /// - Throws: ``StateDocument/ReadingError`` if the content of the tag is invalid.
    func tag(_ value: PropertyListValue, at place: PropertyListPath) throws(StateDocument.ReadingError) -> StateTag
        .Content?
    {
        guard tagged.contains(place), case .dictionary(let object) = value, let (key, content) = object.first else {
            return nil
        }
        switch (StateTag(rawValue: key), content) {
        case (.absent?, .boolean(true)):
            return .absent
        case (.merge?, .dictionary(let dictionary)) where !tagged.contains(place.appending(key)):
            return .merge(dictionary)
        case (.any?, _):
            return .pattern(.types(try types(content, at: place)))
        case (.matches?, .string(let expression)):
            guard let problem = RegularExpression(text: expression).problem else {
                return .pattern(.matching(expression))
            }
            throw StateDocument.ReadingError(
                .invalidExpression(domain: domain(of: place), path(of: place), expression, reason: problem))
        default:
            throw StateDocument.ReadingError(.invalidTag(domain: domain(of: place), path(of: place)))
        }
    }

    private func types(
        _ content: PropertyListValue, at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> [PropertyListType] {
        switch content {
        case .boolean(true): return []
        case .string: return [try type(content, at: place)]
        case .array(let elements) where !elements.isEmpty:
            var types: [PropertyListType] = []
            for element in elements { types.append(try type(element, at: place)) }
            return types
        default: throw StateDocument.ReadingError(.invalidTag(domain: domain(of: place), path(of: place)))
        }
    }

    private func type(
        _ name: PropertyListValue, at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> PropertyListType {
        guard case .string(let name) = name else {
            throw StateDocument.ReadingError(.invalidTag(domain: domain(of: place), path(of: place)))
        }
        if let type = ValuePattern.type(named: name) { return type }
        throw StateDocument.ReadingError(.unknownType(domain: domain(of: place), path(of: place), name))
    }

    /// The domain in which a path lies, or `nil` if the document is about one domain.
    func domain(of place: PropertyListPath) -> String? { hasDomains ? place.components.first : nil }

    /// The rest of a path, which leads into the domain.
    func path(of place: PropertyListPath) -> PropertyListPath {
        PropertyListPath(Array(place.components.dropFirst(hasDomains ? 1 : 0)))
    }
}

extension TaggedDocument {
    /// Returns the domains of the document with their contents, each domain once.
    ///
    /// - Parameter folders: The folders that contain the domains, to find two spellings of one domain.
    func domains(
        in folders: DomainFolders
    ) throws(StateDocument.ReadingError) -> [(domain: Domain, text: String, contents: PropertyListValue)] {
        guard case .dictionary(let domains) = root else { throw StateDocument.ReadingError(.notADictionary(root.type)) }
        var found: [(domain: Domain, text: String, contents: PropertyListValue)] = []
        var texts: [ExactName: String] = [:]
        for (text, contents) in domains {
            let domain = try Self.absolute(DomainSpelling.domain(text), in: folders)
            if let other = texts.updateValue(text, forKey: ExactName(folders.path(of: domain))) {
                throw StateDocument.ReadingError(.sameDomain(other, text))
            }
            found.append((domain, text, contents))
        }
        return found
    }

    /// The same domain. A path is that of the file, as long as there is no other one.
    private static func absolute(_ domain: Domain, in folders: DomainFolders) throws(StateDocument.ReadingError)
        -> Domain
    {
        guard case .path = domain.name else { return domain }
        return try DomainSpelling.domain(DomainSpelling.text(of: domain, in: folders))
    }
}

extension PropertyListPath {
    /// The path of a member of the value.
    func appending(_ component: String) -> PropertyListPath {
        PropertyListPath(components + [component])
    }
}
