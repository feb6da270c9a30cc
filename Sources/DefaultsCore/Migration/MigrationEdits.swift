import PropertyList

extension PropertyListDictionary {
    /// Applies the edits of a migration, all of which are to be possible.
    mutating func change(_ edits: [ChangeSet.Edit], of domain: Domain) throws(MigrationError) {
        do {
            try ChangeSet(edits).apply(to: &self)
        } catch {
            switch error {
            case .path(let error): throw .place(error, target: domain)
            case .noValue(let path), .notAnArray(let path), .notADictionary(let path):
                throw .place(.noValue(path), target: domain)
            case .noKeys: throw .place(.noValue(PropertyListPath()), target: domain)
            }
        }
    }

    /// Whether a path is that of an array's element.
    func isElement(_ path: PropertyListPath) -> Bool {
        guard path.components.count > 1 else { return false }
        if case .array = self[PropertyListPath(Array(path.components.dropLast()))] { return true }
        return false
    }

    /// How many components the path of the outermost dictionary has that setting a value at a path makes; nil where none is made.
    func depthOfMade(_ path: PropertyListPath) -> Int? {
        guard path.components.count > 1 else { return nil }
        return (1..<path.components.count).first { self[PropertyListPath(Array(path.components.prefix($0)))] == nil }
    }

    /// Removes the dictionaries on the way to a path that are empty, from the inside out, to the one whose path has so many components.
    mutating func prune(_ path: PropertyListPath, downTo count: Int, of domain: Domain) throws(MigrationError) {
        guard count > 0, count < path.components.count else { return }
        for length in (count..<path.components.count).reversed() {
            let outer = PropertyListPath(Array(path.components.prefix(length)))
            guard self[outer] == .dictionary([:]) else { return }
            try change([.remove(outer)], of: domain)
        }
    }
}
