/// How the names of keys become the names under which values are stored: for reading, writing and defaults alike.
public struct KeyMapping: Sendable {
    private let transform: (@Sendable (String) -> String)?

    /// A mapping by a function, which gives the same name the same answer every time.
    public init(_ transform: @escaping @Sendable (String) -> String) {
        self.transform = transform
    }

    private init() {
        transform = nil
    }

    /// Names as they are.
    public static let identity = KeyMapping()

    /// Names after a prefix.
    public static func prefix(_ prefix: String) -> KeyMapping {
        KeyMapping { prefix + $0 }
    }

    /// Names with their first letter in upper case, as `FontSize` for `fontSize`.
    public static let capitalized = KeyMapping { $0.prefix(1).uppercased() + $0.dropFirst() }

    /// The name under which the value of a key is stored.
    public func storedName(of name: String) -> String {
        transform.map { $0(name) } ?? name
    }
}
