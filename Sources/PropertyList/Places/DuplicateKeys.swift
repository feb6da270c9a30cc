/// Keys that occur several times in their dictionary, recorded while a file is read.
struct DuplicateKeys {
    /// The paths of the keys, without repetition.
    private(set) var paths: [PropertyListPath] = []
    /// The members of `paths`. If a key above occurs several times, several dictionaries have the same path.
    private var known: Set<PropertyListPath> = []
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
            let path = container.appending(key)
            allowance.use(path)
            if known.insert(path).inserted { paths.append(path) }
        }
    }
}
