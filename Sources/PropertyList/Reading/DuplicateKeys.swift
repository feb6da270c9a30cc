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
