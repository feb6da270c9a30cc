/// A pattern for key paths, such as `Window.*` or `**.timestamp`.
///
/// An array literal of keys and ``Component/any`` is a pattern that matches paths with the same number of components,
/// such as `["Documents", .any, "fontSize"]`. Characters in keys have no special meaning, so a key can be an asterisk.
///
/// In a written pattern, components are joined by dots. In a component, `*` matches any number of characters, `\.` is a
/// dot, `\\` a backslash and `\*` an asterisk. The component `**` matches any number of whole components. At the end of
/// a pattern, it matches at least one component.
public struct PropertyListPathGlob: Hashable, Sendable {
    /// A component of a pattern without partial wildcards. A string literal is a key.
    public enum Component: Hashable, Sendable {
        /// The given key of a dictionary or index of an array, in which no character has a special meaning.
        case key(String)
        /// Any key of a dictionary, or any index of an array.
        case any
    }

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

    /// Creates a pattern from its components.
    public init(_ components: [Component]) {
        parts = components.map { component in
            switch component {
            case .key(let key): .component(key.unicodeScalars.map(Token.scalar))
            case .any: .component([.anyScalars])
            }
        }
        text = components.map { component in
            switch component {
            case .key(let key): Self.escaped(key)
            case .any: "*"
            }
        }.joined(separator: ".")
    }

    /// Parses a pattern whose components are joined by dots.
    ///
    /// - Returns: `nil` if a backslash is not followed by a dot, a backslash or an asterisk, or if `**` is not a whole
    ///   component.
    public init?(parsing text: String) {
        self.init(parsing: text, separator: ".")
    }

    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - separator: The character between components, which can also be escaped.
    /// - Returns: `nil` if the pattern is invalid; see ``init(parsing:)``.
    package init?(parsing text: String, separator: Unicode.Scalar) {
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
        self.init(path.components.map(Component.key))
    }

    /// Returns the component of a pattern that matches only the given key.
    package static func escaped(_ key: String) -> String {
        key.escaping { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "*") }
    }

    private static func part(_ tokens: [Token]) -> Part? {
        if tokens == [.anyScalars, .anyScalars] { return .anyComponents }
        let hasDoubleAsterisk = zip(tokens, tokens.dropFirst()).contains { $0 == .anyScalars && $1 == .anyScalars }
        return hasDoubleAsterisk ? nil : .component(tokens)
    }

    /// Returns whether the pattern matches a path. Components are compared by Unicode scalars.
    public func matches(_ path: PropertyListPath) -> Bool {
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

extension PropertyListPathGlob: ExpressibleByArrayLiteral {
    /// Creates a pattern from its components.
    public init(arrayLiteral components: Component...) {
        self.init(components)
    }
}

extension PropertyListPathGlob: CustomStringConvertible {
    /// The pattern in the notation that ``init(parsing:)`` parses.
    public var description: String { text }
}

extension PropertyListPathGlob.Component: ExpressibleByStringInterpolation {
    /// Creates a component that matches only the given key or index.
    public init(stringLiteral key: String) {
        self = .key(key)
    }
}
