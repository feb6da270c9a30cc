/// The objects of a binary file that are referred to more than once, read once or twice and not again.
///
/// A file of one kilobyte can refer to its objects so often that it stands for more than fits in memory, and a large one can let
/// objects lie inside one another. With these two rules, reading takes time and memory in proportion to the file: what was read
/// twice is kept, and different objects together may not be longer than the file.
struct SharedObjects {
    /// An object that was read.
    struct Object {
        let value: PropertyListValue
        /// How many values it unfolds to.
        let values: Int
        /// How many bytes of long strings and data it unfolds to.
        let leafBytes: Int
        /// How many containers lie inside one another in it, itself counted.
        let height: Int
        /// What was substituted in it, if anything.
        let substituted: Substituted?
    }

    /// What was substituted in an object.
    struct Substituted {
        /// What was found, each kind once.
        let kinds: [PropertyListSubstitution.Found]
        /// What was told of it when the object was read, among all that has been told.
        let places: Range<Int>
        /// The number of steps of the paths there that lead to the object.
        let depth: Int
    }

    /// A bit for each byte of the file, once there is a first one to set.
    private var visited: [UInt64] = []
    private let fileSize: Int
    private var room: Int
    private var kept: [Int: Object] = [:]

    /// For a file of so many bytes.
    init(fileSize: Int) {
        self.fileSize = fileSize
        room = fileSize
    }

    /// The object at an offset, where it was kept.
    subscript(offset: Int) -> Object? {
        kept.isEmpty ? nil : kept[offset]
    }

    /// Notes that the object at an offset, of so many bytes, is about to be read.
    ///
    /// - Returns: whether it has been read before, and is worth keeping.
    mutating func visit(_ offset: Int, size: Int) throws(PropertyListError) -> Bool {
        if visited.isEmpty { visited = Array(repeating: 0, count: fileSize / 64 + 1) }
        let (word, bit) = (offset / 64, UInt64(1) << UInt64(offset % 64))
        if visited[word] & bit != 0 { return true }
        visited[word] |= bit
        room -= size
        guard room >= 0 else { throw BinaryLayout.fault("an object that overlaps others", at: offset) }
        return false
    }

    mutating func keep(_ object: Object, at offset: Int) {
        kept[offset] = object
    }
}
