/// A path to a value in a property list: the keys and indices that lead to it from the root.
///
/// A string literal is a single key, and dots in it have no special meaning. ``init(parsing:)`` parses a written path.
public struct PropertyListPath: Hashable, Sendable {
    /// The keys and indices from the root down. An index is written in decimal digits. The path of the root is empty.
    public var components: [String]

    /// Creates a path from keys and indices.
    public init(_ components: [String] = []) {
        self.components = components
    }

    /// Returns the path of a key of the root. All characters of the key are taken literally.
    public static func key(_ key: String) -> PropertyListPath {
        PropertyListPath([key])
    }

    /// Parses a path in the notation of plutil.
    ///
    /// Components are joined by dots. In a component, `\.` is a dot and `\\` a backslash. An empty component is the
    /// empty key, so the empty text is the path of that key.
    ///
    /// - Returns: `nil` if a backslash is followed by another character, or by none.
    public init?(parsing text: String) {
        var components: [String] = []
        var component: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "."):
                components.append(String(decoding: component, as: UTF8.self))
                component.removeAll(keepingCapacity: true)
            case UInt8(ascii: "\\"):
                guard let escaped = bytes.next(), escaped == UInt8(ascii: ".") || escaped == UInt8(ascii: "\\") else {
                    return nil
                }
                component.append(escaped)
            default:
                component.append(byte)
            }
        }
        self.init(components + [String(decoding: component, as: UTF8.self)])
    }

    /// Returns whether the path is equal to another path or leads through its value.
    public func begins(with other: PropertyListPath) -> Bool {
        PropertyListPath(Array(components.prefix(other.components.count))) == other
    }

    /// Returns whether two paths have the same components. Keys are compared by Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool {
        left.components.count == right.components.count
            && zip(left.components, right.components).allSatisfy { $0.hasSameScalars(as: $1) }
    }

    /// Hashes the components.
    public func hash(into hasher: inout Hasher) {
        for component in components { component.hashScalars(into: &hasher) }
    }
}

extension PropertyListPath: CustomStringConvertible {
    /// The path in the notation that ``init(parsing:)`` parses.
    public var description: String {
        if components.count == 1 { return Self.escaped(components[0]) }
        return components.map(Self.escaped).joined(separator: ".")
    }

    /// Returns the component for a key or an index.
    package static func escaped(_ component: String) -> String {
        component.escaping { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }
    }
}

extension PropertyListPath: ExpressibleByStringInterpolation {
    /// Creates the path of a key of the root. Dots and backslashes have no special meaning.
    public init(stringLiteral key: String) {
        self.init([key])
    }
}
