package import PropertyList

extension PropertyListValue {
    /// The members of a dictionary, or `nil` for a value of another type.
    package var members: PropertyListDictionary? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    /// The elements of an array, or `nil` for a value of another type.
    package var elements: [PropertyListValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// A string, or `nil` for a value of another type.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// Returns the value at a path, or `nil` if there is none.
    package func at(_ components: String...) -> PropertyListValue? {
        components.reduce(self) { $0?.member($1) }
    }
}
