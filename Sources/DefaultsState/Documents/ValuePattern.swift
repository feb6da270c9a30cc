import PropertyList

/// A pattern for one value.
enum ValuePattern: Hashable, Sendable {
    /// A value of one of these types, or any value if the list is empty.
    case types([PropertyListType])
    /// A string of which a part matches a regular expression. An invalid one, which is `nil`, matches nothing.
    case matching(String, RegularExpression?)

    func matches(_ value: PropertyListValue) -> Bool {
        switch (self, value) {
        case (.types(let types), _): types.isEmpty || types.contains(value.type)
        case (.matching(_, let expression), .string(let text)): expression?.matches(text) == true
        case (.matching, _): false
        }
    }

    /// The object that stands for the pattern in JSON.
    var json: PropertyListDictionary {
        switch self {
        case .types([]): [DocumentTag.any.rawValue: true]
        case .types(let types) where types.count == 1: [DocumentTag.any.rawValue: .string(types[0].rawValue)]
        case .types(let types): [DocumentTag.any.rawValue: .array(types.map { .string($0.rawValue) })]
        case .matching(let expression, _): [DocumentTag.matches.rawValue: .string(expression)]
        }
    }

    /// The pattern in words, as in “any date or string”.
    var text: String {
        switch self {
        case .types([]): "any value"
        case .types(let types): "any " + types.map(ValueText.name).joined(separator: " or ")
        case .matching(let expression, _): "string matching \(PropertyListValue.string(expression))"
        }
    }
}
