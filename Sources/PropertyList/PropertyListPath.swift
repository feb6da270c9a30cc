/// The place of a value inside a property list: the keys and indexes that lead to it from the root.
///
/// A string literal is a single key, dots and all; ``init(parsing:)`` reads a written path.
public struct PropertyListPath: Hashable, Sendable {
    /// The keys and the indexes, these in decimal digits, from the root down. Empty for the root itself.
    public var components: [String]

    /// A path of the given keys and indexes.
    public init(_ components: [String] = []) {
        self.components = components
    }

    /// The path of a key of the root, whatever characters are in it.
    public static func key(_ key: String) -> PropertyListPath {
        PropertyListPath([key])
    }

    /// Reads a path as plutil writes it: components joined by dots, `\.` for a dot and `\\` for a backslash in one. An empty component is
    /// the empty key, so that the empty text is the path of that key.
    ///
    /// - Returns: nil where a backslash stands before anything else, or at the end.
    public init?(parsing text: String) {
        var components = [""]
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case ".":
                components.append("")
            case "\\":
                guard let escaped = scalars.next(), escaped == "." || escaped == "\\" else { return nil }
                components[components.count - 1].unicodeScalars.append(escaped)
            default:
                components[components.count - 1].unicodeScalars.append(scalar)
            }
        }
        self.init(components)
    }

    /// Whether the path leads through the value at another one, or to it.
    public func begins(with other: PropertyListPath) -> Bool {
        PropertyListPath(Array(components.prefix(other.components.count))) == other
    }

    /// Whether both lead the same way, keys compared by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        left.components.count == right.components.count
            && zip(left.components, right.components).allSatisfy { $0.hasSameScalars(as: $1) }
    }

    /// Feeds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        for component in components { component.hashScalars(into: &hasher) }
    }
}

extension PropertyListPath: CustomStringConvertible {
    /// The path as ``init(parsing:)`` reads it.
    public var description: String {
        if components.count == 1 { return Self.escaped(components[0]) }
        return components.map(Self.escaped).joined(separator: ".")
    }

    private static func escaped(_ component: String) -> String {
        guard component.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) else {
            return component
        }
        var text = ""
        for scalar in component.unicodeScalars {
            if scalar == "." || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

extension PropertyListPath: ExpressibleByStringInterpolation {
    /// The path of a key of the root. No dot or backslash in it is special.
    public init(stringLiteral key: String) {
        self.init([key])
    }
}
