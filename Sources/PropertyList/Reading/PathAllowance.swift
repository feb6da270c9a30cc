/// How many paths are kept of a file that is read: a hundred, and those of a megabyte together.
///
/// A file of one megabyte can hold odd values in a million places, each with a path as long as the file.
struct PathAllowance {
    private var paths = 100
    private var bytes = 1 << 20

    /// Whether no more are to be kept.
    var isUsedUp: Bool { paths <= 0 || bytes <= 0 }

    /// Counts a path that is kept.
    mutating func use(_ path: PropertyListPath) {
        paths -= 1
        bytes -= path.components.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.stride }
    }
}
