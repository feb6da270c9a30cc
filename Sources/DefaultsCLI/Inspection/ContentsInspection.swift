import DefaultsCore

/// A search for problems in the values of a file.
struct ContentsInspection {
    /// The findings, at most a hundred of each kind, or fewer if paths are very long.
    private(set) var kinds: [DomainFinding.Kind] = []
    /// The path of the first reference of an archive.
    private(set) var firstReference: PropertyListPath?
    /// Whether the file is XML, in which most control characters are not allowed.
    private let isXML: Bool
    private var path: [String] = []
    private var controlCharacters = PathAllowance()
    private var equivalentKeys = PathAllowance()

    /// - Parameter format: The format of the file, or `nil` for JSON.
    init(format: PropertyListFormat?) {
        isXML = format == .xml
    }

    mutating func visit(_ value: PropertyListValue) {
        switch value {
        case .string(let text):
            noteControlCharacters(in: text)
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, at: String(index)) }
        case .dictionary(let dictionary):
            noteEquivalentKeys(of: dictionary)
            for (key, value) in dictionary { visit(value, at: key) }
        case .uid:
            firstReference = firstReference ?? PropertyListPath(path)
        case .integer, .real, .boolean, .date, .data:
            break
        }
    }

    private mutating func visit(_ value: PropertyListValue, at component: String) {
        path.append(component)
        noteControlCharacters(in: component)
        visit(value)
        path.removeLast()
    }

    private mutating func noteControlCharacters(in text: String) {
        guard isXML, !controlCharacters.isUsedUp, !text.isAllowedInXML else { return }
        let place = PropertyListPath(path)
        // A key and its value are reported once if both have such characters.
        if kinds.last == .controlCharacters(place) { return }
        controlCharacters.use(place)
        kinds.append(.controlCharacters(place))
    }

    private mutating func noteEquivalentKeys(of dictionary: PropertyListDictionary) {
        // A Swift dictionary considers canonically equivalent keys equal. Its order differs in each run.
        let groups = Dictionary(grouping: dictionary.keys, by: \.self).values.filter { $0.count > 1 }
        for keys in groups.sorted(by: { $0[0].precedesInUTF16($1[0]) }) where !equivalentKeys.isUsedUp {
            equivalentKeys.use(PropertyListPath(path + keys))
            kinds.append(.equivalentKeys(PropertyListPath(path), keys))
        }
    }
}
