/// A pattern for key paths whose matches can be transferred to other paths. Each component has at most one wildcard.
package struct PropertyListPathTemplate: Sendable {
    /// A component of the pattern.
    fileprivate enum Part {
        case literal(String)
        /// Any component with the given beginning and end.
        case wildcard(prefix: String.UnicodeScalarView, suffix: String.UnicodeScalarView)
    }

    private let parts: [Part]
    /// The pattern.
    package let glob: PropertyListPathGlob

    /// A path that matches a template.
    package struct Match {
        /// The path.
        public let path: PropertyListPath
        /// The text that each wildcard matches, in the order of the wildcards.
        public let captures: [String]
    }

    /// Creates a template, or returns `nil` if the pattern contains `**`, or a component with several wildcards.
    package init?(_ glob: PropertyListPathGlob) {
        var parts: [Part] = []
        for part in glob.parts {
            guard case .component(let tokens) = part, let part = Part(tokens) else { return nil }
            parts.append(part)
        }
        (self.parts, self.glob) = (parts, glob)
    }

    /// Whether the pattern has no components, and thus no matches.
    package var isEmpty: Bool { parts.isEmpty }

    /// The number of wildcards.
    package var wildcardCount: Int { parts.count { $0.literal == nil } }

    /// The first component, or `nil` if it contains a wildcard or does not exist.
    package var firstKey: String? { parts.first?.literal }

    /// Returns the paths of all values that match, in the order of the property list. A component without wildcard is
    /// a lookup, so the time depends on the number of members at wildcards, and not on the size of the property list.
    ///
    /// - Parameter isExcluded: Returns whether a wildcard at the root does not match a key.
    package func matches(
        in root: PropertyListDictionary, excluding isExcluded: (String) -> Bool = { _ in false }
    ) -> [Match] {
        if parts.isEmpty { return [] }
        var matches: [Match] = []
        collect(in: .dictionary(root), path: [], captures: [], isExcluded, into: &matches)
        return matches
    }

    private func collect(
        in value: PropertyListValue, path: [String], captures: [String], _ isExcluded: (String) -> Bool,
        into matches: inout [Match]
    ) {
        guard path.count < parts.count else {
            matches.append(Match(path: PropertyListPath(path), captures: captures))
            return
        }
        let part = parts[path.count]
        if let key = part.literal {
            guard let member = value.member(key) else { return }
            collect(in: member, path: path + [key], captures: captures, isExcluded, into: &matches)
            return
        }
        for (component, member) in value.members {
            guard let capture = part.capture(of: component), !path.isEmpty || !isExcluded(component) else { continue }
            collect(
                in: member, path: path + [component], captures: captures + [capture], isExcluded, into: &matches)
        }
    }

    /// Returns the text that each wildcard matches in a path, or `nil` if the path does not match.
    package func captures(of path: PropertyListPath) -> [String]? {
        guard path.components.count == parts.count else { return nil }
        var captures: [String] = []
        for (part, component) in zip(parts, path.components) {
            if let literal = part.literal {
                guard literal.hasSameScalars(as: component) else { return nil }
            } else if let capture = part.capture(of: component) {
                captures.append(capture)
            } else {
                return nil
            }
        }
        return captures
    }

    /// Returns the path in which each wildcard is replaced by a text.
    ///
    /// - Precondition: There are as many texts as wildcards.
    package func path(replacingWildcardsWith texts: [String]) -> PropertyListPath {
        precondition(texts.count == wildcardCount, "a wildcard has no text")
        var texts = texts[...]
        return PropertyListPath(
            parts.map { part in
                switch part {
                case .literal(let key): key
                case .wildcard(let prefix, let suffix): String(prefix) + (texts.popFirst() ?? "") + String(suffix)
                }
            })
    }

    /// The pattern as a path, for messages. Wildcards are asterisks.
    package var title: PropertyListPath {
        path(replacingWildcardsWith: Array(repeating: "*", count: wildcardCount))
    }
}

extension PropertyListPathTemplate.Part {
    /// Creates a part, or returns `nil` if there are several wildcards.
    fileprivate init?(_ tokens: [PropertyListPathGlob.Token]) {
        let pieces = tokens.split(separator: .anyScalars, omittingEmptySubsequences: false).map { tokens in
            var scalars = String.UnicodeScalarView()
            for case .scalar(let scalar) in tokens { scalars.append(scalar) }
            return scalars
        }
        switch pieces.count {
        case 1: self = .literal(String(pieces[0]))
        case 2: self = .wildcard(prefix: pieces[0], suffix: pieces[1])
        default: return nil
        }
    }

    /// The component without wildcard, or `nil` if it has one.
    fileprivate var literal: String? {
        if case .literal(let key) = self { key } else { nil }
    }

    /// Returns the text that the wildcard matches, or `nil` if the component does not match.
    fileprivate func capture(of component: String) -> String? {
        guard case .wildcard(let prefix, let suffix) = self else { return nil }
        if prefix.isEmpty, suffix.isEmpty { return component }
        let scalars = component.unicodeScalars
        guard scalars.count >= prefix.count + suffix.count, scalars.starts(with: prefix),
            scalars.reversed().starts(with: suffix.reversed())
        else { return nil }
        return String(scalars.dropFirst(prefix.count).dropLast(suffix.count))
    }
}
