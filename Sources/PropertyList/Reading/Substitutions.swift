/// A part of a file that ``PropertyListValue`` cannot hold.
package struct PropertyListSubstitution: Sendable, Hashable {
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

/// The substitutions that were made while a file is read.
///
/// The first ones are recorded with their paths. Later ones are recorded with the member of the root, once for each
/// kind. This is enough to know which members contain substitutes, and limits memory.
struct Substitutions {
    typealias Found = PropertyListSubstitution.Found

    /// The recorded substitutions.
    private(set) var list: [PropertyListSubstitution] = []
    private var count = 0
    /// The number of substitutions made when each kind last occurred.
    private var lastCounts: [Found: Int] = [:]
    private var allowance = PathAllowance()
    private var briefly: Set<Brief> = []

    /// The place of a substitution, down to a member of the root.
    struct MemberLocation: Hashable {
        /// The number that identifies the member of the root, or 0 for the root itself.
        let member: Int
        /// Whether the substitution is inside the member rather than the member itself.
        let isInside: Bool
    }

    private struct Brief: Hashable {
        let found: Found
        let place: MemberLocation
    }

    /// The kinds of substitutions made.
    var kinds: Set<Found> { Set(lastCounts.keys) }

    /// Whether substitutions are no longer recorded with their paths.
    var isFull: Bool { allowance.isUsedUp }

    /// The precision with which a substitution is recorded.
    enum Detail {
        /// With its path.
        case path
        /// With the first component of its path.
        case member
    }

    /// Counts a substitution.
    ///
    /// - Returns: The precision with which the caller should record the substitution, or `nil` if it should not.
    mutating func detail(of found: Found, at place: MemberLocation) -> Detail? {
        count += 1
        lastCounts[found] = count
        if !isFull { return .path }
        return briefly.insert(Brief(found: found, place: place)).inserted ? .member : nil
    }

    /// Records a substitution.
    mutating func record(
        _ found: Found, at path: PropertyListPath, isSomewhereInside: Bool = false,
        position: PropertyListError.Position? = nil
    ) {
        list.append(
            PropertyListSubstitution(
                path: path, found: found, isSomewhereInside: isSomewhereInside, position: position))
        allowance.use(path)
    }

    /// Counts and records a substitution whose path is known.
    mutating func note(_ found: Found, at path: PropertyListPath, inMember member: Int) {
        let place = MemberLocation(member: member, isInside: path.components.count > 1)
        switch detail(of: found, at: place) {
        case .path: record(found, at: path)
        case .member:
            record(found, at: PropertyListPath(Array(path.components.prefix(1))), isSomewhereInside: place.isInside)
        case nil: break
        }
    }

    /// A moment during reading.
    struct Mark {
        /// The number of substitutions recorded so far.
        let recorded: Int
        fileprivate let count: Int
    }

    /// The current moment.
    var mark: Mark { Mark(recorded: list.count, count: count) }

    /// Returns the kinds of substitutions made since a moment, without repetition.
    func kinds(since mark: Mark) -> [Found] {
        guard count > mark.count else { return [] }
        return lastCounts.filter { $0.value > mark.count }.sorted { $0.value < $1.value }.map(\.key)
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

    /// Counts a path.
    package mutating func use(_ path: PropertyListPath) {
        paths -= 1
        bytes -= path.components.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
}
