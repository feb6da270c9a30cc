/// The objects of a binary file that have several references.
///
/// A file of one kilobyte can contain so many references to its objects that their values do not fit in memory. Its
/// objects can also overlap. Two rules keep time and memory in proportion to the size of the file: An object that was
/// read twice is stored for further references. The total size of all objects must not exceed the size of the file.
struct SharedObjects {
    /// An object that was read twice.
    struct Object {
        let value: PropertyListValue
        /// The number of values in the object.
        let values: Int
        /// The size of the long strings and data in the object, in bytes.
        let leafBytes: Int
        /// The number of nested containers in the object, including itself.
        let height: Int
        /// The range of the recorded substitutions that belong to the object.
        let substitutions: Range<Int>
        /// The number of path components that lead to the object in the paths of these substitutions.
        let pathLength: Int
    }

    /// One bit for each offset in the file. The bit is set if the object at the offset was visited. Empty before the
    /// first visit.
    private var visited: [UInt64] = []
    private let fileSize: Int
    private var room: Int
    private var kept: [Int: Object] = [:]

    /// Creates an empty list for a file of the given size, in bytes.
    init(fileSize: Int) {
        self.fileSize = fileSize
        room = fileSize
    }

    /// The object at an offset, if it was kept.
    subscript(offset: Int) -> Object? {
        kept.isEmpty ? nil : kept[offset]
    }

    /// Records that the object at an offset is about to be read.
    ///
    /// - Parameters:
    ///   - offset: The offset of the object.
    ///   - size: The size of the object, in bytes.
    /// - Returns: Whether the object was visited before and should be kept.
    mutating func visit(_ offset: Int, size: Int) throws(PropertyListError) -> Bool {
        if visited.isEmpty { visited = Array(repeating: 0, count: fileSize / 64 + 1) }
        let (word, bit) = (offset / 64, UInt64(1) << UInt64(offset % 64))
        if visited[word] & bit != 0 { return true }
        visited[word] |= bit
        room -= size
        guard room >= 0 else { throw BinaryLayout.parseError("overlapping objects", at: offset) }
        return false
    }

    mutating func keep(_ object: Object, at offset: Int) {
        kept[offset] = object
    }
}
