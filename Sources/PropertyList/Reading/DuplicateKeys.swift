/// Keys that stand more than once in their dictionary, noted while a file is read.
struct DuplicateKeys {
    /// The keys, each once.
    private(set) var paths: [PropertyListPath] = []
    private var allowance = PathAllowance()

    /// Whether no more are noted: then nobody needs to find out where they are, which takes time.
    var isFull: Bool { allowance.isUsedUp }

    /// Notes those of a dictionary's keys that are given more than once.
    mutating func note(in keys: [String], at container: PropertyListPath) {
        let keys = keys.sorted { $0.precedesInUTF16($1) }
        var last: String?
        for (key, next) in zip(keys, keys.dropFirst()) where key.hasSameScalars(as: next) {
            guard !isFull else { return }
            // Three of a kind are two pairs.
            if last?.hasSameScalars(as: key) == true { continue }
            last = key
            let path = PropertyListPath(container.components + [key])
            allowance.use(path)
            paths.append(path)
        }
    }
}

/// How many paths of one kind are kept of a file: a hundred, and those of a megabyte together.
///
/// A file of one megabyte can hold odd values in a million places, each with a path as long as the file.
package struct PathAllowance {
    /// How many paths there are at most.
    package static let count = 100

    private var paths = Self.count
    private var bytes = 1 << 20

    package init() {}

    /// Whether no more are to be kept.
    package var isUsedUp: Bool { paths <= 0 || bytes <= 0 }

    /// Counts a path that is kept.
    package mutating func use(_ path: PropertyListPath) {
        paths -= 1
        bytes -= path.components.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
}
