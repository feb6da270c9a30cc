/// A path to a value in a property list: the keys and indices that lead to it from the root.
///
/// A string literal is a single key, and dots in it have no special meaning. ``init(parsing:)`` parses a written path.
///
/// ```swift
/// let root: PropertyListValue = ["Recent": ["notes.txt", "plan.txt"]]
/// let recent = root["Recent"]
/// let second = root[PropertyListPath(["Recent", "1"])]  // "plan.txt"
/// ```
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
    /// empty key, so the empty text is the path of that key. The path of the root has no notation.
    ///
    /// ```swift
    /// let nested = PropertyListPath(parsing: "Window.Size.0")
    /// let flat = PropertyListPath(parsing: #"com\.example\.Editor.Port"#)  // com.example.Editor, then Port
    /// ```
    ///
    /// - Returns: `nil` if a backslash is not followed by a dot or a backslash.
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

    /// Returns whether the path begins with all components of another path.
    public func begins(with other: PropertyListPath) -> Bool {
        prefix(other.components.count) == other
    }

    /// Returns the path of the first components, or the path itself if it has no more components.
    package func prefix(_ count: Int) -> PropertyListPath { PropertyListPath(Array(components.prefix(count))) }

    /// The path of the container of the value. The parent of the root is the root.
    public var parent: PropertyListPath { prefix(max(components.count - 1, 0)) }

    /// The paths of the containers of the value, the outermost first, without the root.
    public var ancestors: [PropertyListPath] { components.indices.dropFirst().map(prefix) }

    /// Returns the path of a member of the value at this path.
    public func appending(_ component: String) -> PropertyListPath { PropertyListPath(components + [component]) }

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

    /// The path in messages and in output for people. The root has a name.
    package var title: String { components.isEmpty ? "(root)" : description }

    /// Returns a key or an index with its dots and backslashes escaped.
    private static func escaped(_ component: String) -> String {
        component.escaping { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }
    }
}

extension PropertyListPath: ExpressibleByStringInterpolation {
    /// Creates the path of a key of the root. Dots and backslashes have no special meaning.
    public init(stringLiteral key: String) {
        self.init([key])
    }
}

extension Int {
    /// Parses an index: `0`, or decimal digits that do not begin with zero.
    package init?(indexComponent text: String) {
        let isDecimal = !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
        guard isDecimal, text == "0" || text.utf8.first != UInt8(ascii: "0") else { return nil }
        self.init(text)
    }
}
