import PropertyList

/// The patterns of a step that concerns all values whose paths match.
struct MigrationPattern: Hashable, Sendable {
    /// The pattern of the old paths.
    let old: PropertyListPathGlob
    /// The pattern of the new paths, or `nil` for a step that only removes values.
    let new: PropertyListPathGlob?

    /// The parsed patterns.
    ///
    /// - Throws: `MigrationError.Code.invalidPattern` if the new path of a match would not be known.
    func templates() throws(MigrationError) -> (old: PropertyListPathTemplate, new: PropertyListPathTemplate?) {
        guard let old = PropertyListPathTemplate(old) else { throw MigrationError(.severalWildcards(old.text)) }
        guard let text = new?.text, let new else { return (old, nil) }
        guard let new = PropertyListPathTemplate(new) else { throw MigrationError(.severalWildcards(text)) }
        guard old.wildcardCount == new.wildcardCount else { throw MigrationError(.wildcards(old.glob.text, text)) }
        return (old, new)
    }

    /// Returns whether the patterns lead from one path to another.
    func leads(from path: PropertyListPath?, to newPath: PropertyListPath?) -> Bool {
        guard let path, let templates = try? templates(), let captures = templates.old.captures(of: path) else {
            return false
        }
        return templates.new?.path(replacingWildcardsWith: captures) == newPath
    }
}

extension MigrationStep {
    /// Returns a step for each value that the patterns match. The key of the records does not match.
    func steps(
        matching templates: (old: PropertyListPathTemplate, new: PropertyListPathTemplate?),
        in contents: PropertyListDictionary
    ) -> [MigrationStep] {
        let matches = templates.old.matches(in: contents) { $0.hasSameScalars(as: Migration.recordKey) }
        return matches.map { match in
            with(match.path, to: templates.new?.path(replacingWildcardsWith: match.captures))
        }
    }

    /// Returns whether the step, or one that stands for its patterns, has the given paths.
    func performs(_ old: PropertyListPath?, to new: PropertyListPath?) -> Bool {
        pattern?.leads(from: old, to: new) ?? (self.old == old && self.new == new)
    }
}
