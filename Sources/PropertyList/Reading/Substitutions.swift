/// What was substituted while a file is read.
///
/// The first places are told by their paths. Of later ones, only the key or the index in the root is, once for each kind: enough to
/// know which values of the root are not what the file holds, in bounded memory.
struct Substitutions {
    typealias Found = PropertyListSubstitution.Found

    /// What there is to tell.
    private(set) var list: [PropertyListSubstitution] = []
    private var count = 0
    /// How many there had been when each kind was found last, itself counted.
    private var lastCounts: [Found: Int] = [:]
    private var allowance = PathAllowance()
    private var briefly: Set<Brief> = []

    /// Where something is found, as far as it is told of where there is much of it.
    struct MemberLocation: Hashable {
        /// The member of the root, by a number that no other has; 0 for the root itself.
        let member: Int
        /// Whether it is inside that member, and not the member itself.
        let isInside: Bool
    }

    private struct Brief: Hashable {
        let found: Found
        let place: MemberLocation
    }

    /// What was found at all.
    var kinds: Set<Found> { Set(lastCounts.keys) }

    /// Whether places are no longer told by their paths.
    var isFull: Bool { allowance.isUsedUp }

    /// How a place is told.
    enum Detail {
        /// By its path.
        case path
        /// By the first step of its path.
        case member
    }

    /// Counts something that was found.
    ///
    /// - Returns: how its place is to be told; nil where nothing more is to be told of it.
    mutating func detail(of found: Found, at place: MemberLocation) -> Detail? {
        count += 1
        lastCounts[found] = count
        if !isFull { return .path }
        return briefly.insert(Brief(found: found, place: place)).inserted ? .member : nil
    }

    /// Tells what was found, with its path or with the first step of that.
    mutating func tell(
        _ found: Found, at path: PropertyListPath, isSomewhereInside: Bool = false,
        position: PropertyListError.Position? = nil
    ) {
        list.append(
            PropertyListSubstitution(
                path: path, found: found, isSomewhereInside: isSomewhereInside, position: position))
        allowance.use(path)
    }

    /// Counts and tells what was found, for a reader that has its path at hand.
    mutating func note(_ found: Found, at path: PropertyListPath, inMember member: Int) {
        let place = MemberLocation(member: member, isInside: path.components.count > 1)
        switch detail(of: found, at: place) {
        case .path: tell(found, at: path)
        case .member:
            tell(found, at: PropertyListPath(Array(path.components.prefix(1))), isSomewhereInside: place.isInside)
        case nil: break
        }
    }

    /// A moment while the file is read.
    struct Mark {
        /// How many places had been told.
        let told: Int
        fileprivate let count: Int
    }

    /// This moment.
    var mark: Mark { Mark(told: list.count, count: count) }

    /// What was found since a moment, each kind once.
    func kinds(since mark: Mark) -> [Found] {
        guard count > mark.count else { return [] }
        return lastCounts.filter { $0.value > mark.count }.sorted { $0.value < $1.value }.map(\.key)
    }
}
