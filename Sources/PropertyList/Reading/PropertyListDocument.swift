/// A property list as it was read.
public struct PropertyListDocument: Sendable, Equatable {
    /// The root.
    public var value: PropertyListValue
    /// The format of the bytes.
    public var format: PropertyListFormat
    /// What the bytes hold that a value cannot, and what stands for it in ``value``. While there is any, the document can be shown
    /// but writing it would lose something.
    public var substitutions: [PropertyListSubstitution]
    /// Keys that stand more than once in their dictionary, a hundred at most. Of their values, ``value`` has the last in text and the
    /// first in binary, as with Foundation.
    public var duplicateKeys: [PropertyListPath] = []
}

/// Something in a file that ``PropertyListValue`` cannot hold, and its place.
public struct PropertyListSubstitution: Sendable, Hashable {
    /// Where it was found, or the key of the root inside whose value that is.
    public var path: PropertyListPath
    /// What was found.
    public var found: Found
    /// Whether it lies somewhere in the value under the key that ``path`` names. Of the first hundred in a file the whole paths are told,
    /// or of fewer where paths are very long; after those, each kind once for each key of the root.
    public var isSomewhereInside = false
    /// The place in the text, of what has no path.
    public var position: PropertyListError.Position?

    /// Whether it is at a place, or inside what is there, as far as its path tells.
    public func mayConcern(_ place: PropertyListPath) -> Bool {
        path.begins(with: place) || isSomewhereInside && place.begins(with: path)
    }

    /// The kinds of thing that have no value of their own, with what stands for each.
    public enum Found: String, Sendable {
        /// A set; shown as an array.
        case set
        /// A null; shown as the string `<null>`.
        case null
        /// A key that is no string; shown as its text.
        case keyOfAnotherType
        /// Half of a surrogate pair in a string or key; shown as U+FFFD.
        case loneSurrogate
        /// A whole number below `Int64.min` or above `UInt64.max`; shown as the string of its digits.
        case wideInteger
        /// An object that no property list should hold; shown as the string `<unknown>`.
        case unknownObject
        /// A day or time that does not exist, in XML; shown as the string of its text.
        case impossibleDate
        /// Text that is not base64 where XML has data; shown as a string.
        case invalidBase64
        /// Text after the end of XML; not shown.
        case trailingText
    }
}

extension PropertyListSubstitution: CustomStringConvertible {
    /// What was found and where, as part of a sentence.
    public var description: String {
        path.components.isEmpty
            ? found.description + (position.map { " \($0)" } ?? "")
            : "\(found) \(isSomewhereInside ? "in" : "at") '\(path.description.excerpt)'"
    }
}

extension PropertyListSubstitution.Found: CustomStringConvertible {
    /// What was found, with its article.
    public var description: String {
        switch self {
        case .set: "a set"
        case .null: "a null"
        case .keyOfAnotherType: "a key that is no string"
        case .loneSurrogate: "half of a surrogate pair"
        case .wideInteger: "an integer beyond 64 bits"
        case .unknownObject: "an object of unknown type"
        case .impossibleDate: "a date that does not exist"
        case .invalidBase64: "data that is not base64"
        case .trailingText: "text after its end"
        }
    }
}
