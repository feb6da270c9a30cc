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
