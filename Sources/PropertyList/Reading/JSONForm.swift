/// What a JSON file means and contains, beside its value.
package struct JSONForm: Hashable, Sendable {
    /// What an object whose only key begins with a dollar sign means.
    package enum Kind: Sendable {
        /// A value without a JSON type, if the key is a tag of ``JSONWriter`` and its content is valid.
        case tagged
        /// An object, as in JSON of other programs.
        case plain
    }

    let kind: Kind
    /// Whether the file has tags. Only such a file gets further tags.
    let hasTags: Bool
    /// Whether the file has commas before closing brackets.
    let hasSurplusCommas: Bool
}

extension PropertyListDocument {
    /// Whether the document is JSON without comments and commas before closing brackets, which other parsers refuse.
    package var isStandardJSON: Bool { !hasComments && json?.hasSurplusCommas == false }
}
