/// What was substituted while a file is read.
///
/// The first places are told by their paths. Of later ones, only the key or the index in the root is, once for each kind: enough to
/// know which values of the root are not what the file holds, in bounded memory.
struct Substitutions {
    typealias Found = PropertyListSubstitution.Found

    /// What there is to tell.
    private(set) var list: [PropertyListSubstitution] = []
    /// What was found at all.
    private(set) var kinds: Set<Found> = []
    private var count = 0
    private var latest: Found?
    private var allowance = PathAllowance()
    private var briefly: Set<InMember> = []

    /// Something found in a member of the root.
    private struct InMember: Hashable {
        let found: Found
        let member: Int?
    }

    /// Whether no more places are told by their paths.
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
    /// - Parameters:
    ///   - found: what was found.
    ///   - member: where: a number that only one member of the root has; nil for the root itself.
    /// - Returns: how its place is to be told; nil where nothing more is to be told of it.
    mutating func detail(of found: Found, inMember member: Int?) -> Detail? {
        count += 1
        latest = found
        kinds.insert(found)
        if !isFull { return .path }
        return briefly.insert(InMember(found: found, member: member)).inserted ? .member : nil
    }

    /// Tells what was found, with its path.
    mutating func tell(_ found: Found, at path: PropertyListPath) {
        list.append(PropertyListSubstitution(path: path, found: found))
        allowance.use(path)
    }

    /// Tells what was found somewhere in a member of the root, which is given as a path of one step.
    mutating func tell(_ found: Found, in member: PropertyListPath) {
        list.append(PropertyListSubstitution(path: member, found: found, isSomewhereInside: true))
    }

    /// Tells what was found, for a reader that has its path at hand.
    mutating func note(_ found: Found, at path: PropertyListPath, inMember member: Int?) {
        switch detail(of: found, inMember: member) {
        case .path: tell(found, at: path)
        case .member: tell(found, in: PropertyListPath(Array(path.components.prefix(1))))
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

    /// What was found last, since a moment; nil for nothing.
    func latest(since mark: Mark) -> Found? {
        count > mark.count ? latest : nil
    }
}
