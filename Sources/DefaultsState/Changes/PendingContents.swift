import DefaultsCore

/// The contents of a domain, and changes to single keys that are made together later.
///
/// A change of a large dictionary moves its keys. Here, the time of a change depends only on the value under its key.
struct PendingContents {
    private var base: PropertyListDictionary
    private var changes: [ExactName: PropertyListValue?] = [:]

    /// Creates contents without changes.
    init(_ contents: PropertyListDictionary) {
        base = contents
    }

    /// The value under a key, or `nil` if there is no value.
    subscript(key: String) -> PropertyListValue? {
        get {
            if let change = changes[ExactName(key)] { return change }
            return base[key]
        }
        set { changes[ExactName(key)] = .some(newValue) }
    }

    /// Returns the part of the contents that is under some keys.
    func part(_ keys: [String]) -> PropertyListDictionary {
        var part: PropertyListDictionary = [:]
        for key in keys { part[key] = self[key] }
        return part
    }

    /// The contents with all changes.
    var contents: PropertyListDictionary {
        var contents = base
        contents.apply(changes.map { ($0.key.text, $0.value) })
        return contents
    }

    /// Applies changes. After an error, the contents are as before.
    mutating func apply(_ changes: ChangeSet) throws(PreferencesError) {
        // Most changes set one key.
        if changes.edits.count == 1, case .set(let path, let value) = changes.edits[0], path.components.count == 1 {
            return self[path.components[0]] = value
        }
        let keys = changes.keys
        var contents = keys.map { part($0) } ?? self.contents
        try changes.apply(to: &contents)
        guard let keys else { return self = PendingContents(contents) }
        for key in keys { self[key] = contents[key] }
    }
}
