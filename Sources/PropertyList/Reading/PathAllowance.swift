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
