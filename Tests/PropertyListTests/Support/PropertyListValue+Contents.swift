import PropertyList

extension PropertyListValue {
    /// The members of a dictionary, or `nil` for a value of another type.
    var members: PropertyListDictionary? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// The elements of an array, or `nil` for a value of another type.
    var elements: [PropertyListValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
