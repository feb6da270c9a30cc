/// A property list that was read from bytes.
public struct PropertyListDocument: Sendable, Equatable {
    /// The root value.
    public var value: PropertyListValue
    /// The format of the bytes.
    public var format: PropertyListFormat
    /// The parts of the file that a value cannot hold and that ``value`` replaces with substitutes. A document with
    /// substitutions can be shown, but writing it would lose something.
    public var substitutions: [PropertyListSubstitution]
    /// The paths of keys that occur several times in their dictionary, at most 100. ``value`` contains the last of
    /// their values in text and the first in binary files, as in Foundation.
    public var duplicateKeys: [PropertyListPath] = []
    /// Whether the text contains comments. ``value`` does not contain them, so that writing it would lose them.
    package var hasComments = false
}

/// A part of a file that ``PropertyListValue`` cannot hold.
public struct PropertyListSubstitution: Sendable, Hashable {
    /// The path of the substitute. If ``isSomewhereInside`` is true, the path of a member of the root that contains the
    /// substitute.
    public var path: PropertyListPath
    /// The kind of the replaced part.
    public var found: Found
    /// Whether the substitute is somewhere inside the value at ``path``.
    ///
    /// Up to 100 substitutions in a file are recorded with their paths, fewer if paths are very long. Further ones are
    /// recorded once for each kind and member of the root.
    public var isSomewhereInside = false
    /// The position in the text, for text behind the end, which has no path.
    public var position: PropertyListError.Position?

    /// Returns whether the substitution is, or may be, at a path or inside the value there.
    public func mayConcern(_ place: PropertyListPath) -> Bool {
        path.begins(with: place) || isSomewhereInside && place.begins(with: path)
    }

    /// A kind of content that a value cannot hold, and its substitute.
    public enum Found: String, Sendable {
        /// A set, replaced by an array.
        case set
        /// A null, replaced by the string `<null>`.
        case null
        /// A key that is not a string, replaced by its text.
        case keyOfAnotherType
        /// An unpaired surrogate in a string or key, replaced by U+FFFD.
        case loneSurrogate
        /// An integer less than `Int64.min` or greater than `UInt64.max`, replaced by the string of its digits.
        case wideInteger
        /// An object of an unknown type, replaced by the string `<unknown>`.
        case unknownObject
        /// A day or time in XML that does not exist, replaced by the string of its text.
        case impossibleDate
        /// Data in XML that is not valid base64, replaced by a string.
        case invalidBase64
        /// Text behind the end of XML, omitted.
        case trailingText
    }
}

extension PropertyListSubstitution: CustomStringConvertible {
    /// A phrase that says what was found and where.
    public var description: String {
        path.components.isEmpty
            ? found.description + (position.map { " \($0)" } ?? "")
            : "\(found) \(isSomewhereInside ? "in" : "at") '\(path.description.excerpt)'"
    }
}

extension PropertyListSubstitution.Found: CustomStringConvertible {
    /// The kind with its article.
    public var description: String {
        switch self {
        case .set: "a set"
        case .null: "a null"
        case .keyOfAnotherType: "a key that is not a string"
        case .loneSurrogate: "an unpaired surrogate"
        case .wideInteger: "an integer beyond 64 bits"
        case .unknownObject: "an object of unknown type"
        case .impossibleDate: "a date that does not exist"
        case .invalidBase64: "data that is not base64"
        case .trailingText: "text after the end"
        }
    }
}
