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
