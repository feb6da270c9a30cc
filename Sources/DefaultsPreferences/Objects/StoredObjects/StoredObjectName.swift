/// The name of a stored object: the key of its domain.
///
/// ```swift
/// extension StoredObjectName { static let session: Self = "Session" }
///
/// let session = try StoredObject(named: .session, in: domain) { Session() }
/// ```
public struct StoredObjectName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The key.
    public let rawValue: String

    /// Creates a name from a key.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a name from a literal key.
    public init(stringLiteral key: String) {
        rawValue = key
    }

    /// The default name: `StoredObject`.
    public static let standard: Self = "StoredObject"
    /// The name of the shared object of SDUserDefaults.
    public static let sdUserManager: Self = "SD_USER_MANAGER"
    /// The name of the shared object of SDUserDefaults in the keychain.
    public static let sdKeychainUserManager: Self = "SD_KEY_CHAIN_USER_MANAGER"
}
