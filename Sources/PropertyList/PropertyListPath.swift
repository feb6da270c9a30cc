/// The place of a value inside a property list: the keys and indexes that lead to it from the root.
public struct PropertyListPath: Hashable, Sendable {
    /// The keys and the indexes, these in decimal digits, from the root down. Empty for the root itself.
    public var components: [String]

    /// A path of the given keys and indexes.
    public init(_ components: [String] = []) {
        self.components = components
    }
}

extension PropertyListPath: CustomStringConvertible {
    /// The components joined by dots, as plutil writes key paths: `\.` stands for a dot and `\\` for a backslash in a key.
    public var description: String {
        components.map(Self.escaped).joined(separator: ".")
    }

    private static func escaped(_ component: String) -> String {
        var text = ""
        for scalar in component.unicodeScalars {
            if scalar == "." || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
