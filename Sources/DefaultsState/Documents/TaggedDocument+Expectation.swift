package import DefaultsCore

extension ExpectedValue {
    /// Reads the expected contents of one domain. The content decides whether the document is JSON or a property list.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - folders: The folders that contain the domains. Their home folder replaces the tag `$home`.
    /// - Throws: ``StateDocument/ReadingError`` if the document is invalid.
    package init(
        contentsIn bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, about: .comparedContents, home: folders.home)
        self = try document.contents(document.root, at: PropertyListPath())
    }

    /// Reads an expected property list whose root can have any type.
    ///
    /// - Throws: The errors of ``init(contentsIn:folders:)``, but not for a root of another type than dictionary.
    package init(
        rootIn bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, about: .comparedContents, home: folders.home)
        if case .dictionary = document.root {
            self = try document.contents(document.root, at: PropertyListPath())
        } else {
            self = try document.expected(document.root, at: PropertyListPath(), .inside)
        }
    }
}

extension TaggedDocument {
    /// The position of a value in the contents of a domain. It determines which tags are allowed.
    fileprivate enum Position {
        /// It is the value of a key of the domain.
        case key
        /// It is in a dictionary that is merged, or in a dictionary inside that one.
        case merged
        /// It is anywhere else inside the value of a key.
        case inside
    }

    /// Returns the expected contents of a domain in the document.
    func contents(
        _ contents: PropertyListValue, at place: PropertyListPath
    ) throws(ReadingError) -> ExpectedValue {
        switch try tag(contents, at: place) {
        case .pattern?: throw error(ReadingError.invalidTag, at: place)
        case .absent?, .merge?: return try expected(contents, at: place, .key)
        case .string?: throw notContents(.string, at: place)
        case nil: break
        }
        guard case .dictionary(let keys) = contents else { throw notContents(contents.type, at: place) }
        guard hasTags(inside: place) else { return ExpectedValue(contents) }
        return ExpectedValue(members: try members(keys, at: place, .key))
    }

    private func notContents(_ type: PropertyListType, at place: PropertyListPath) -> ReadingError {
        guard hasDomains, let domain = place.components.first else {
            return .unreadable(PropertyListError(.notDictionary(type)))
        }
        return .contentsNotADictionary(domain: domain, type)
    }

    fileprivate func expected(
        _ value: PropertyListValue, at place: PropertyListPath, _ position: Position
    ) throws(ReadingError) -> ExpectedValue {
        guard hasTags(inside: place) else { return ExpectedValue(value) }
        let refusesTags = setsValues && position == .inside
        switch try tag(value, at: place) {
        case .string(let text)?: return ExpectedValue(.string(text))
        case .pattern(let pattern)?: return ExpectedValue(.pattern(pattern))
        case .absent? where refusesTags, .merge? where refusesTags: throw error(ReadingError.misplacedTag, at: place)
        case .absent?: return .absent
        case .merge(let keys)?:
            let members = try members(keys, at: place.appending(DocumentTag.merge.rawValue), .merged)
            return ExpectedValue(members: members.map { .init($0.key, $0.value.partial) }, isPartial: true)
        case nil: break
        }
        switch value {
        case .dictionary(let keys):
            return ExpectedValue(members: try members(keys, at: place, position == .merged ? .merged : .inside))
        case .array(let values):
            let elements = try values.enumerated().map { index, value throws(ReadingError) in
                let inner = place.appending(String(index))
                let element = try expected(value, at: inner, .inside)
                // An element cannot be absent: without it, the array would only be shorter.
                if element == .absent { throw error(ReadingError.misplacedTag, at: inner) }
                return element
            }
            return ExpectedValue(elements: elements)
        default:
            return ExpectedValue(value)
        }
    }

    private func members(
        _ dictionary: PropertyListDictionary, at place: PropertyListPath, _ position: Position
    ) throws(ReadingError) -> [ExpectedValue.Member] {
        try dictionary.map { key, value throws(ReadingError) in
            ExpectedValue.Member(key, try expected(value, at: place.appending(key), position))
        }
    }
}
