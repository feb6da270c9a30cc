public import DefaultsCore
import PropertyList

extension ExpectedValue {
    /// Reads the expected contents of one domain. The content decides whether the document is JSON or a property list.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - folders: The folders, of which the home folder replaces the tag `$home`.
    /// - Throws: ``StateDocument/ReadingError``.
    public init(
        contentsIn bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, hasDomains: false, home: folders.home)
        self = try document.expectedContents(document.root, at: PropertyListPath())
    }
}

extension TaggedDocument {
    /// Returns the expected contents of a domain.
    func expectedContents(
        _ contents: PropertyListValue, at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> ExpectedValue {
        switch try tag(contents, at: place) {
        case .pattern?: throw StateDocument.ReadingError(.invalidTag(domain: domain(of: place), path(of: place)))
        case .absent?, .merge?: break
        case nil:
            guard case .dictionary = contents else {
                guard let domain = domain(of: place) else {
                    throw StateDocument.ReadingError(.unreadable(PropertyListError(.notDictionary(contents.type))))
                }
                throw StateDocument.ReadingError(.contentsNotADictionary(domain: domain, contents.type))
            }
        }
        return try expected(contents, at: place)
    }

    /// Returns what a value of the document expects.
    private func expected(
        _ value: PropertyListValue, at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> ExpectedValue {
        guard hasTags(inside: place) else { return ExpectedValue(value) }
        switch try tag(value, at: place) {
        case .absent?: return .absent
        case .pattern(let pattern)?: return ExpectedValue(.pattern(pattern))
        case .merge(let members)?:
            let place = place.appending(StateTag.merge.rawValue)
            return ExpectedValue(
                members: try self.members(members, at: place).map { ExpectedValue.Member($0.key, $0.value.partial) },
                isPartial: true)
        case nil: break
        }
        switch value {
        case .dictionary(let dictionary):
            return ExpectedValue(members: try members(dictionary, at: place))
        case .array(let elements):
            return ExpectedValue(elements: try self.elements(elements, at: place))
        default:
            return ExpectedValue(value)
        }
    }

    private func members(
        _ dictionary: PropertyListDictionary, at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> [ExpectedValue.Member] {
        var members: [ExpectedValue.Member] = []
        for (key, value) in dictionary {
            members.append(ExpectedValue.Member(key, try expected(value, at: place.appending(key))))
        }
        return members
    }

    private func elements(
        _ values: [PropertyListValue], at place: PropertyListPath
    ) throws(StateDocument.ReadingError) -> [ExpectedValue] {
        var elements: [ExpectedValue] = []
        for (index, value) in values.enumerated() {
            let inner = place.appending(String(index))
            let element = try expected(value, at: inner)
            // An array without an element is a shorter one.
            if element == .absent {
                throw StateDocument.ReadingError(.misplacedTag(domain: domain(of: inner), path(of: inner)))
            }
            elements.append(element)
        }
        return elements
    }
}
