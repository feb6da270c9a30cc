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
