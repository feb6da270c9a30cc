/// A pattern for key paths, such as `Window.*` or `**.timestamp`.
///
/// It is written like a key path: components are joined by dots, and `\.` and `\\` are a dot and a backslash inside one. A `*` stands for
/// any characters of one component, none included, and `\*` is an asterisk. A component `**` stands for any number of whole components;
/// at the end of the pattern, for at least one.
public struct PropertyListPathGlob: Hashable, Sendable {
    /// A part of the pattern that matches one component, or any number of them.
    private enum Part: Hashable {
        case component([Token])
        case anyComponents
    }

    /// A part of a component.
    private enum Token: Hashable {
        case scalar(Unicode.Scalar)
        case anyScalars
    }

    private let parts: [Part]

    /// Reads a pattern.
    ///
    /// - Returns: `nil` if a backslash stands before any other character than a dot, a backslash and an asterisk, or if `**` is not a whole
    ///   component.
    public init?(parsing text: String) {
        var components: [[Token]] = [[]]
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case ".":
                components.append([])
            case "*":
                components[components.count - 1].append(.anyScalars)
            case "\\":
                guard let escaped = scalars.next(), [".", "\\", "*"].contains(escaped) else { return nil }
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
        self.parts = parts
    }

    private static func part(_ tokens: [Token]) -> Part? {
        if tokens == [.anyScalars, .anyScalars] { return .anyComponents }
        let hasDoubleAsterisk = zip(tokens, tokens.dropFirst()).contains { $0 == .anyScalars && $1 == .anyScalars }
        return hasDoubleAsterisk ? nil : .component(tokens)
    }

    /// Whether the pattern stands for a path. Components are compared by Unicode scalars.
    public func matches(_ path: PropertyListPath) -> Bool {
        Self.matches(
            parts, path.components, isRepeated: { $0 == .anyComponents },
            isMatch: { part, component in
                guard case .component(let tokens) = part else { return false }
                return Self.matches(tokens, component)
            })
    }

    private static func matches(_ tokens: [Token], _ component: String) -> Bool {
        // Most components have no asterisk, and most keys differ early.
        if tokens.isEmpty { return component.isEmpty }
        return matches(
            tokens, Array(component.unicodeScalars), isRepeated: { $0 == .anyScalars },
            isMatch: { token, scalar in token == .scalar(scalar) })
    }

    /// Whether a pattern matches all elements. After a mismatch it is enough to give the last repeated part one element more, so that the
    /// time is bounded by the product of the lengths.
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
