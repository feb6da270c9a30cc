/// A pattern for key paths, such as `Window.*` or `**.timestamp`.
///
/// Components are joined by dots. In a component, `*` matches any number of characters, `\.` is a dot, `\\` a backslash
/// and `\*` an asterisk. The component `**` matches any number of whole components. At the end of a pattern, it matches
/// at least one component.
package struct PropertyListPathGlob: Hashable, Sendable {
    /// A part of the pattern: matches one component, or any number of components.
    enum Part: Hashable {
        case component([Token])
        case anyComponents
    }

    /// A part of a component.
    enum Token: Hashable {
        case scalar(Unicode.Scalar)
        case anyScalars
    }

    let parts: [Part]
    package let text: String

    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - separator: The character between components, which can also be escaped. Defaults to a dot.
    /// - Returns: `nil` if a backslash is not followed by the separator, a backslash or an asterisk, or if `**` is not
    ///   a whole component.
    package init?(parsing text: String, separator: Unicode.Scalar = ".") {
        var components: [[Token]] = [[]]
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case separator:
                components.append([])
            case "*":
                components[components.count - 1].append(.anyScalars)
            case "\\":
                guard let escaped = scalars.next(), [separator, "\\", "*"].contains(escaped) else { return nil }
                components[components.count - 1].append(.scalar(escaped))
            default:
                components[components.count - 1].append(.scalar(scalar))
            }
        }
        var parts: [Part] = []
        for component in components {
            guard let part = Self.part(component) else { return nil }
            parts.append(part)
        }
        if parts.last == .anyComponents { parts.insert(.component([.anyScalars]), at: parts.count - 1) }
        (self.parts, self.text) = (parts, text)
    }

    /// Creates the pattern that matches only the given path.
    package init(exactly path: PropertyListPath) {
        parts = path.components.map { .component($0.unicodeScalars.map(Token.scalar)) }
        text = path.components.map(Self.escaped).joined(separator: ".")
    }

    /// Returns the component of a pattern that matches only the given key.
    private static func escaped(_ key: String) -> String {
        key.escaping { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "*") }
    }

    private static func part(_ tokens: [Token]) -> Part? {
        if tokens == [.anyScalars, .anyScalars] { return .anyComponents }
        let hasDoubleAsterisk = zip(tokens, tokens.dropFirst()).contains { $0 == .anyScalars && $1 == .anyScalars }
        return hasDoubleAsterisk ? nil : .component(tokens)
    }

    /// Returns whether the pattern matches a path. Components are compared by Unicode scalars.
    package func matches(_ path: PropertyListPath) -> Bool {
        Self.matches(
            parts, path.components, isRepeated: { $0 == .anyComponents },
            isMatch: { part, component in
                guard case .component(let tokens) = part else { return false }
                return Self.matches(tokens, component)
            })
    }

    private static func matches(_ tokens: [Token], _ component: String) -> Bool {
        // An empty component of the pattern needs no array of scalars.
        if tokens.isEmpty { return component.isEmpty }
        return matches(
            tokens, Array(component.unicodeScalars), isRepeated: { $0 == .anyScalars },
            isMatch: { token, scalar in token == .scalar(scalar) })
    }

    /// Returns whether a pattern matches all elements. After a mismatch, the last repeated part is tried again with one
    /// more element. Earlier parts need no retry, so the time is bounded by the product of the lengths.
    private static func matches<Part, Element>(
        _ parts: [Part], _ elements: [Element], isRepeated: (Part) -> Bool, isMatch: (Part, Element) -> Bool
    ) -> Bool {
        var (part, element) = (0, 0)
        var retry: (part: Int, element: Int)?
        while element < elements.count {
            if part < parts.count, isRepeated(parts[part]) {
                retry = (part, element)
                part += 1
            } else if part < parts.count, isMatch(parts[part], elements[element]) {
                part += 1
                element += 1
            } else if let last = retry {
                retry = (last.part, last.element + 1)
                (part, element) = (last.part + 1, last.element + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy(isRepeated)
    }
}
