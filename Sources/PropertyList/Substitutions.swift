/// A part of a file that ``PropertyListValue`` cannot hold.
package struct PropertyListSubstitution: Sendable, Hashable {
    /// The path of the substitute, or of the root if ``isSomewhereInside`` is true.
    package var path: PropertyListPath
    /// The kind of the replaced part.
    package var found: Found
    /// Whether the path of the substitute is unknown. The substitute can then be anywhere inside the root.
    ///
    /// Up to 100 substitutions in a file are recorded with their paths, or fewer if paths are very long. Further
    /// substitutions are recorded without paths, once for each kind.
    package var isSomewhereInside: Bool
    /// The position of text behind the end, which has no path. `nil` for other kinds.
    package var position: PropertyListError.Position?

    package init(
        path: PropertyListPath, found: Found, isSomewhereInside: Bool = false,
        position: PropertyListError.Position? = nil
    ) {
        self.path = path
        self.found = found
        self.isSomewhereInside = isSomewhereInside
        self.position = position
    }

    /// The string that replaces a null.
    package static let nullText = "<null>"

    /// Returns whether the substitution may be inside the value at a path. True if the path of the substitute is
    /// unknown.
    package func mayConcern(_ place: PropertyListPath) -> Bool {
        isSomewhereInside || path.begins(with: place)
    }

    /// A kind of content that a value cannot hold, and its substitute.
    package enum Found: String, Sendable {
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
        /// A number in JSON that `Double` rounds, or a negative zero that becomes an integer without a sign.
        case roundedNumber
        /// A day or time in XML that does not exist, replaced by the string of its text.
        case impossibleDate
        /// Data in XML that is not valid base64, replaced by a string.
        case invalidBase64
        /// Text behind the end of XML, omitted.
        case trailingText
    }
}

extension PropertyListSubstitution: CustomStringConvertible {
    /// A phrase with the kind and the path or position, such as “a set at 'a.b'”.
    package var description: String {
        path.components.isEmpty
            ? found.description + (position.map { " \($0)" } ?? "")
            : "\(found) at '\(path.description.excerpt)'"
    }
}

extension PropertyListSubstitution.Found: CustomStringConvertible {
    /// The kind with its article.
    package var description: String {
        switch self {
        case .set: "a set"
        case .null: "a null"
        case .keyOfAnotherType: "a key that is not a string"
        case .loneSurrogate: "an unpaired surrogate"
        case .wideInteger: "an integer beyond 64 bits"
        case .roundedNumber: "a number that would be rounded"
        case .impossibleDate: "a date that does not exist"
        case .invalidBase64: "data that is not base64"
        case .trailingText: "text after the end"
        }
    }
}

/// The substitutions that are made while a file is read.
struct Substitutions {
    typealias Found = PropertyListSubstitution.Found

    private(set) var list: [PropertyListSubstitution] = []
    private var allowance = PathAllowance()
    private var kindsWithoutPath: Set<Found> = []

    /// Whether substitutions are no longer recorded with their paths.
    var isFull: Bool { allowance.isUsedUp }

    /// Records a substitution.
    ///
    /// - Parameter path: The path of the substitute. Pass `nil` if ``isFull`` is true, because determining a path takes
    ///   time.
    mutating func note(
        _ found: Found, at path: PropertyListPath?, position: PropertyListError.Position? = nil
    ) {
        if let path {
            allowance.use(path)
            list.append(PropertyListSubstitution(path: path, found: found, position: position))
        } else if kindsWithoutPath.insert(found).inserted {
            list.append(PropertyListSubstitution(path: PropertyListPath(), found: found, isSomewhereInside: true))
        }
    }
}
