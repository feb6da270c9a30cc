public import DefaultsCore
public import PropertyList

extension StateDocument {
    /// Reads a document. The content decides whether it is JSON or a property list.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - folders: The folders that contain the domains, to find two spellings of one domain, and the home folder.
    /// - Throws: ``StateDocument/ReadingError``, also for a pattern, which only ``StateExpectation`` can contain.
    public init(
        _ bytes: [UInt8], folders: DomainFolders = DomainFolders()
    ) throws(StateDocument.ReadingError) {
        let document = try TaggedDocument(bytes, home: folders.home)
        let reader = StateDocumentReader(document: document)
        var states: [DomainState] = []
        for (domain, text, contents) in try document.domains(in: folders) {
            states.append(try reader.state(of: domain, text, contents))
        }
        self.init(domains: states)
    }

    /// Returns the dictionary of domains and their contents, from which a document can be read again.
    ///
    /// As lossless JSON, it is a state document. Equal contents give an equal dictionary.
    ///
    /// - Parameter contents: The domains with their contents. Domains without keys are left out.
    /// - Parameter folders: The folders that contain the domains.
    public static func dictionary(
        of contents: [(domain: Domain, contents: PropertyListDictionary)], folders: DomainFolders = DomainFolders()
    ) -> PropertyListDictionary {
        PropertyListDictionary(
            contents.lazy.filter { !$0.contents.isEmpty }.map {
                (DomainSpelling.text(of: $0.domain, in: folders), .dictionary($0.contents))
            })
    }
}

/// Reads the requirements of domains from a document.
private struct StateDocumentReader {
    let document: TaggedDocument

    func state(
        of domain: Domain, _ text: String, _ contents: PropertyListValue
    ) throws(StateDocument.ReadingError) -> StateDocument.DomainState {
        var state = StateDocument.DomainState(domain: domain)
        let place = PropertyListPath([text])
        switch try document.tag(contents, at: place) {
        case .absent?:
            state.removesOtherKeys = true
        case .merge(let keys)?:
            try merge(keys, at: place.appending(StateTag.merge.rawValue), below: [], into: &state)
        case .pattern?:
            throw StateDocument.ReadingError(.patternInDocument(domain: text, PropertyListPath()))
        case nil:
            guard case .dictionary(let keys) = contents else {
                throw StateDocument.ReadingError(.contentsNotADictionary(domain: text, contents.type))
            }
            for (key, value) in keys {
                try require(value, at: PropertyListPath([text, key]), of: [key], in: &state)
            }
        }
        return state
    }

    /// Adds what the value of a key requires.
    ///
    /// - Parameters:
    ///   - place: The path in the document.
    ///   - path: The keys in the domain.
    private func require(
        _ value: PropertyListValue, at place: PropertyListPath, of path: [String],
        in state: inout StateDocument.DomainState
    ) throws(StateDocument.ReadingError) {
        switch try document.tag(value, at: place) {
        case .absent?:
            state.requirements.append(StateDocument.Requirement(PropertyListPath(path), nil))
        case .merge(let keys)?:
            try merge(keys, at: place.appending(StateTag.merge.rawValue), below: path, into: &state)
        case .pattern?:
            throw StateDocument.ReadingError(.patternInDocument(domain: place.components[0], document.path(of: place)))
        case nil:
            try refuseTags(inside: value, at: place)
            state.requirements.append(StateDocument.Requirement(PropertyListPath(path), value))
        }
    }

    /// Adds what the members of a dictionary require that is merged.
    private func merge(
        _ dictionary: PropertyListDictionary, at place: PropertyListPath, below path: [String],
        into state: inout StateDocument.DomainState
    ) throws(StateDocument.ReadingError) {
        for (key, value) in dictionary {
            let inner = place.appending(key)
            if !document.isTag(inner), case .dictionary(let members) = value {
                try merge(members, at: inner, below: path + [key], into: &state)
            } else {
                try require(value, at: inner, of: path + [key], in: &state)
            }
        }
    }

    private func refuseTags(inside value: PropertyListValue, at place: PropertyListPath) throws(StateDocument
        .ReadingError)
    {
        guard let first = document.firstTag(inside: place) else { return }
        if let tag = value.member(at: first.components.dropFirst(place.components.count)),
            case .pattern? = try document.tag(tag, at: first)
        {
            throw StateDocument.ReadingError(.patternInDocument(domain: first.components[0], document.path(of: first)))
        }
        throw StateDocument.ReadingError(.misplacedTag(domain: first.components[0], document.path(of: first)))
    }
}

extension PropertyListValue {
    fileprivate func member(at components: ArraySlice<String>) -> PropertyListValue? {
        var value: PropertyListValue? = self
        for component in components { value = value?.member(component) }
        return value
    }
}
