/// A part of a file that ``PropertyListValue`` cannot hold.
package struct PropertyListSubstitution: Sendable, Hashable {
    /// The path of the substitute, or of the root if ``isSomewhereInside`` is true.
    public var path: PropertyListPath
    /// The kind of the replaced part.
    public var found: Found
    /// Whether the path of the substitute is unknown. The substitute can then be anywhere inside the root.
    ///
    /// Up to 100 substitutions in a file are recorded with their paths, or fewer if paths are very long. Further
    /// substitutions are recorded without paths, once for each kind.
    public var isSomewhereInside: Bool
    /// The position of text behind the end, which has no path. `nil` for other kinds.
    public var position: PropertyListError.Position?

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
    public static let nullText = "<null>"

    /// Returns whether the substitution may be inside the value at a path. True if the path of the substitute is
    /// unknown.
    public func mayConcern(_ place: PropertyListPath) -> Bool {
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
    public var description: String {
        path.components.isEmpty
            ? found.description + (position.map { " \($0)" } ?? "")
            : "\(found) at '\(path.description.excerpt)'"
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

/// Keys that occur several times in their dictionary, recorded while a file is read.
struct DuplicateKeys {
    /// The paths of the keys, without repetition.
    private(set) var paths: [PropertyListPath] = []
    private var allowance = PathAllowance()

    /// Whether no more keys are recorded. Finding them takes time, so callers check this first.
    var isFull: Bool { allowance.isUsedUp }

    /// Records each key that occurs more than once in a dictionary.
    ///
    /// - Parameters:
    ///   - keys: All keys of the dictionary, with repetitions.
    ///   - container: The path of the dictionary.
    mutating func note(in keys: [String], at container: PropertyListPath) {
        let keys = keys.sorted { $0.precedesInUTF16($1) }
        var last: String?
        for (key, next) in zip(keys, keys.dropFirst()) where key.hasSameScalars(as: next) {
            guard !isFull else { return }
            // A key that occurs three times gives two pairs.
            if last?.hasSameScalars(as: key) == true { continue }
            last = key
            let path = PropertyListPath(container.components + [key])
            allowance.use(path)
            paths.append(path)
        }
    }
}

/// A limit for the number of paths of one kind that are recorded for a file: 100 paths, and about one megabyte in
/// total.
///
/// A file of one megabyte can contain substitutions at a million places, each with a path as long as the file.
package struct PathAllowance {
    /// The maximum number of paths.
    package static let count = 100

    private var paths = Self.count
    private var bytes = 1 << 20

    package init() {}

    /// Whether the limit is reached.
    package var isUsedUp: Bool { paths <= 0 || bytes <= 0 }

    /// Subtracts a recorded path from the limit.
    package mutating func use(_ path: PropertyListPath) {
        paths -= 1
        bytes -= path.components.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
}
